package org.vppscheduler.program;

import static java.util.Objects.requireNonNull;

/**
 * A type that this library does not look into; it survives reading and writing unchanged. The type
 * {@code NULL} of an absent value is one of them.
 *
 * @param tag the name of its kind in files, such as {@code 1.t_selected_rows}
 * @param content its data as the file has them, without the tag; empty if there are none. For PIR
 *     JSON: the further members of its object, such as {@code "D":[1,2]}
 */
public record OpaqueType(String tag, String content) implements Type {
  /** Checks that nothing is null. */
  public OpaqueType {
    requireNonNull(tag, "tag");
    requireNonNull(content, "content");
  }

  /** Returns the text form, such as {@code opaque<"1.t_selected_rows" "D":[1,2]>}. */
  @Override
  public String toString() {
    return Texts.opaque(tag, content);
  }
}
