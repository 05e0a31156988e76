package org.vppscheduler.program;

import static java.util.Objects.requireNonNull;

import com.google.common.base.Joiner;
import com.google.common.collect.ImmutableList;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of an operation: an immutable map from names to {@link Attribute}s that keeps
 * their order and {@linkplain AttributeGroup groups}. Groups follow each other in the order of
 * their constants; within a group, attributes stand in the order of adding.
 *
 * <p>Two are equal if they hold equal attributes in the same order and groups, and {@linkplain
 * #hasGroup have} the same groups. Operations may share one. Looking up costs time linear in the
 * number of attributes, which is small.
 */
public final class Attributes {
  /** The name of the attribute that tells which results outlive the run of a program. */
  public static final String PERSISTABLE = "persistable";

  /** The name of the attribute that tells at which results gradients end. */
  public static final String STOP_GRADIENT = "stop_gradient";

  private static final Attributes EMPTY = new Attributes(ImmutableList.of(), 0);

  /** Up to this many, comparing each with each is cheaper than a hash table. */
  private static final int FEW = 16;

  private final ImmutableList<NamedAttribute> entries;

  /** The bits of the groups that are there. */
  private final int groups;

  private Attributes(ImmutableList<NamedAttribute> entries, int groups) {
    this.entries = entries;
    this.groups = groups;
  }

  /** Returns no attributes. */
  public static Attributes none() {
    return EMPTY;
  }

  /** Returns a builder without attributes. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns a builder with these attributes. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.entries.addAll(entries);
    builder.groups = groups;
    return builder;
  }

  /** Returns the attributes in order. */
  public ImmutableList<NamedAttribute> asList() {
    return entries;
  }

  /** Returns how many attributes there are. */
  public int size() {
    return entries.size();
  }

  /**
   * Returns the attribute of a name, or nothing if there is none.
   *
   * @param name the name
   */
  public Optional<Attribute> get(String name) {
    return Optional.ofNullable(find(name));
  }

  /** Called for each operation several times over, so it makes no objects. */
  private @Nullable Attribute find(String name) {
    for (int i = 0; i < entries.size(); i++) {
      NamedAttribute entry = entries.get(i);
      if (entry.name().equals(name)) {
        return entry.value();
      }
    }
    return null;
  }

  /**
   * Returns whether there is an attribute of a name.
   *
   * @param name the name
   */
  public boolean contains(String name) {
    return find(name) != null;
  }

  /**
   * Returns the value of an attribute of kind {@link Attribute.Int32}, {@link Attribute.Int64} or
   * {@link Attribute.Index}, or nothing if there is none of that name and kind.
   *
   * @param name the name
   */
  public OptionalLong integer(String name) {
    Attribute value = find(name);
    if (value instanceof Attribute.Int32 int32) {
      return OptionalLong.of(int32.value());
    }
    if (value instanceof Attribute.Int64 int64) {
      return OptionalLong.of(int64.value());
    }
    if (value instanceof Attribute.Index index) {
      return OptionalLong.of(index.value());
    }
    return OptionalLong.empty();
  }

  /**
   * Returns the value of an attribute of kind {@link Attribute.Text} or {@link
   * Attribute.TensorName}, or nothing if there is none of that name and kind.
   *
   * @param name the name
   */
  public Optional<String> text(String name) {
    Attribute value = find(name);
    if (value instanceof Attribute.Text text) {
      return Optional.of(text.value());
    }
    if (value instanceof Attribute.TensorName tensorName) {
      return Optional.of(tensorName.value());
    }
    return Optional.empty();
  }

  /**
   * Returns whether there is an attribute of kind {@link Attribute.Bool} with that name, and it is
   * true.
   *
   * @param name the name
   */
  public boolean isTrue(String name) {
    return find(name) instanceof Attribute.Bool bool && bool.value();
  }

  /**
   * Returns whether an array of truth values is true at an index; false where there is no such
   * array, element or truth value.
   */
  boolean isTrueAt(String name, int index) {
    return find(name) instanceof Attribute.Array array
        && index < array.elements().size()
        && array.elements().get(index) instanceof Attribute.Bool bool
        && bool.value();
  }

  /**
   * Returns whether a group is there: it has attributes, or was {@linkplain Builder#group stated}
   * although it has none.
   *
   * @param group the group
   */
  public boolean hasGroup(AttributeGroup group) {
    return (groups & group.bit()) != 0;
  }

  /**
   * Returns these attributes with one set: in the place of the one of that name, or, if there is
   * none, as the last of {@link AttributeGroup#RESULTS} for {@value #PERSISTABLE} and {@value
   * #STOP_GRADIENT} and of {@link AttributeGroup#OPERATION} for all other names.
   *
   * @param name the name
   * @param value the value
   */
  public Attributes with(String name, Attribute value) {
    return toBuilder().set(name, value).build();
  }

  /**
   * Returns these attributes without that of a name; the same ones if there is none.
   *
   * @param name the name
   */
  public Attributes without(String name) {
    if (!contains(name)) {
      return this;
    }
    Builder builder = toBuilder();
    builder.entries.removeIf(entry -> entry.name().equals(name));
    return builder.build();
  }

  /**
   * Returns these attributes with those of {@link AttributeGroup#OPERATION} in the groups that
   * {@code groupOf} gives for their names.
   */
  Attributes regrouped(Function<String, AttributeGroup> groupOf) {
    Builder builder = null;
    for (int i = 0; i < entries.size(); i++) {
      NamedAttribute entry = entries.get(i);
      if (entry.group() == AttributeGroup.OPERATION) {
        AttributeGroup group = groupOf.apply(entry.name());
        if (group != AttributeGroup.OPERATION) {
          if (builder == null) {
            builder = toBuilder();
          }
          builder.entries.set(i, new NamedAttribute(group, entry.name(), entry.value()));
          builder.group(group);
        }
      }
    }
    return builder == null ? this : builder.build();
  }

  /** Returns whether {@code other} holds equal attributes in the same order and groups. */
  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof Attributes that
            && groups == that.groups
            && entries.equals(that.entries));
  }

  /** Returns a hash code that fits {@link #equals}. */
  @Override
  public int hashCode() {
    return 31 * entries.hashCode() + groups;
  }

  /**
   * Returns the text form, such as {@code {axis = 1 : i32} results {stop_gradient = [true]}};
   * groups without attributes are left out.
   */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (AttributeGroup group : AttributeGroup.values()) {
      List<NamedAttribute> members = new ArrayList<>();
      for (NamedAttribute entry : entries) {
        if (entry.group() == group) {
          members.add(entry);
        }
      }
      if (!members.isEmpty()) {
        if (!text.isEmpty()) {
          text.append(' ');
        }
        text.append(
            switch (group) {
              case OPERATION -> "";
              case RESULTS -> "results ";
              case DISTRIBUTION -> "distribution ";
              case QUANTIZATION -> "quantization ";
            });
        Joiner.on(", ").appendTo(text.append('{'), members).append('}');
      }
    }
    return text.toString();
  }

  /** Collects attributes. */
  public static final class Builder {
    private final List<NamedAttribute> entries = new ArrayList<>();
    private int groups;

    private Builder() {}

    /**
     * Adds an attribute to a group.
     *
     * @param attribute the attribute, of a name not added before; {@link #build} checks this
     * @return this builder
     */
    @CanIgnoreReturnValue
    public Builder add(NamedAttribute attribute) {
      entries.add(requireNonNull(attribute, "attribute"));
      return this;
    }

    /**
     * Sets an attribute, as {@link Attributes#with} does. Takes time linear in the number of
     * attributes.
     *
     * @param name the name
     * @param value the value
     * @return this builder
     */
    @CanIgnoreReturnValue
    public Builder set(String name, Attribute value) {
      for (int i = 0; i < entries.size(); i++) {
        if (entries.get(i).name().equals(name)) {
          entries.set(i, new NamedAttribute(entries.get(i).group(), name, value));
          return this;
        }
      }
      boolean ofResults = name.equals(PERSISTABLE) || name.equals(STOP_GRADIENT);
      AttributeGroup group = ofResults ? AttributeGroup.RESULTS : AttributeGroup.OPERATION;
      return add(new NamedAttribute(group, name, value));
    }

    /**
     * States that a group is there even if nothing is in it, so that files list it as empty.
     *
     * @param group the group
     * @return this builder
     */
    @CanIgnoreReturnValue
    public Builder group(AttributeGroup group) {
      groups |= group.bit();
      return this;
    }

    /**
     * Returns the attributes.
     *
     * @throws IllegalArgumentException if two have the same name
     */
    public Attributes build() {
      if (entries.isEmpty() && groups == 0) {
        return EMPTY;
      }
      checkNames();
      int present = groups;
      boolean sorted = true;
      for (int i = 0; i < entries.size(); i++) {
        present |= entries.get(i).group().bit();
        sorted &= i == 0 || entries.get(i - 1).group().compareTo(entries.get(i).group()) <= 0;
      }
      ImmutableList<NamedAttribute> ordered =
          sorted
              ? ImmutableList.copyOf(entries)
              : ImmutableList.sortedCopyOf(Comparator.comparing(NamedAttribute::group), entries);
      return new Attributes(ordered, present);
    }

    private void checkNames() {
      if (entries.size() <= FEW) {
        for (int i = 1; i < entries.size(); i++) {
          for (int j = 0; j < i; j++) {
            if (entries.get(i).name().equals(entries.get(j).name())) {
              throw duplicate(entries.get(i).name());
            }
          }
        }
      } else {
        Set<String> names = new HashSet<>();
        for (NamedAttribute entry : entries) {
          if (!names.add(entry.name())) {
            throw duplicate(entry.name());
          }
        }
      }
    }

    private static IllegalArgumentException duplicate(String name) {
      return new IllegalArgumentException(
          "The attribute "
              + Texts.quoted(name)
              + " is there twice; names of one operation differ in all groups.");
    }
  }
}
