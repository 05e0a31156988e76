package org.vppscheduler.program;

import static java.util.Objects.requireNonNull;

import com.google.common.base.Joiner;
import com.google.common.collect.ImmutableList;
import java.util.List;

/**
 * A fixed list of values, as {@code builtin.combine} makes it.
 *
 * @param elementTypes the type of each element
 */
public record VectorType(ImmutableList<Type> elementTypes) implements Type {
  /** Checks that the list is not null. */
  public VectorType {
    requireNonNull(elementTypes, "elementTypes");
  }

  /**
   * Returns a vector type.
   *
   * @param elementTypes the type of each element
   */
  public static VectorType of(List<? extends Type> elementTypes) {
    return new VectorType(ImmutableList.copyOf(elementTypes));
  }

  /** Returns the text form, such as {@code vec<f32, tensor<8xf32>>}. */
  @Override
  public String toString() {
    return "vec<" + Joiner.on(", ").join(elementTypes) + ">";
  }
}
