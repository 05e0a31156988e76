package org.vppscheduler.program;

import static java.util.Objects.requireNonNull;

/**
 * An attribute with its name and group.
 *
 * @param group where files keep it
 * @param name its name, unique in an operation
 * @param value its value
 */
public record NamedAttribute(AttributeGroup group, String name, Attribute value) {
  /** Checks that nothing is null. */
  public NamedAttribute {
    requireNonNull(group, "group");
    requireNonNull(name, "name");
    requireNonNull(value, "value");
  }

  /** Returns the text form, such as {@code axis = 1 : i32}. */
  @Override
  public String toString() {
    return name + " = " + value;
  }
}
