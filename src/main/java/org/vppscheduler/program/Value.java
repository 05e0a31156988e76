package org.vppscheduler.program;

import java.util.Optional;

/**
 * A value of a program: the result of an operation or an argument of a block. Compared by identity;
 * within its program, {@link #number()} identifies it.
 */
public sealed interface Value permits OpResult, BlockArgument {
  /** Returns its type. */
  Type type();

  /**
   * Returns its number in the program. Numbers count from 0 without gaps, in the order in which the
   * builders added operations and arguments; so an array of {@link Program#valueCount()} elements
   * can hold facts about all values. Programs of the same structure may number differently.
   */
  int number();

  /**
   * Returns the block whose argument it is, or whose operation's result.
   *
   * @throws IllegalStateException if the block is still being built
   */
  Block block();

  /** Returns which of the results or arguments of its kind it is, from 0. */
  int index();

  /** Returns whether it outlives the run of the program, as weights do. */
  boolean persistable();

  /** Returns whether gradients end here. */
  boolean stopGradient();

  /**
   * Returns its own name, or nothing if it has none: the attribute {@code name} of {@code
   * pd_op.data}, the attribute {@code parameter_name} of {@code builtin.parameter}, the keyword of
   * a keyword argument. See also {@link Program#nameOf}.
   */
  Optional<String> name();
}
