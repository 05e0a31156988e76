package org.vppscheduler.format;

import com.google.common.collect.ImmutableList;
import java.util.Optional;
import org.vppscheduler.program.Attribute;

/**
 * The attributes of {@code builtin.parameter}, which PIR JSON writes without their names: flags as
 * 0 and 1 instead of the arrays of one truth value that they are.
 */
final class PirParameter {
  /** The flags at the beginning of {@code "A"}; the name follows. */
  static final ImmutableList<String> OWN_FLAGS =
      ImmutableList.of("is_distributed", "is_parameter", "need_clip");

  static final String NAME = "parameter_name";

  /** All of {@code "A"}. */
  static final ImmutableList<String> OWN_ATTRIBUTES =
      ImmutableList.<String>builder().addAll(OWN_FLAGS).add(NAME).build();

  /** The flags that are {@code "OA"}. */
  static final ImmutableList<String> RESULT_FLAGS =
      ImmutableList.of("persistable", "stop_gradient", "trainable");

  private PirParameter() {}

  static Attribute flag(boolean value) {
    return Attribute.array(Attribute.of(value));
  }

  /** Returns the flag that an attribute stands for, or nothing if it is none. */
  static Optional<Boolean> flagOf(Attribute attribute) {
    return attribute instanceof Attribute.Array array
            && array.elements().size() == 1
            && array.elements().get(0) instanceof Attribute.Bool bool
        ? Optional.of(bool.value())
        : Optional.empty();
  }
}
