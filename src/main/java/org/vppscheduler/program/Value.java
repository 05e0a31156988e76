package org.vppscheduler.program;

import java.util.Optional;

/**
 * A value of a program: the result of an operation or an argument of a block. Compared by identity;
 * within its program, {@link #number()} identifies it.
 */
public abstract sealed class Value permits OpResult, BlockArgument {
  private final Type type;

  /** Given when the program is complete; before that, negative. */
  private int number = -1;

  Value(Type type) {
    this.type = type;
  }

  /** Returns its type. */
  public final Type type() {
    return type;
  }

  /**
   * Returns its number in the program. Numbers count from 0 without gaps: through the positional,
   * then the keyword arguments of a block, then its operations in order, and for each operation
   * through its results, then its regions. So an array of {@link Program#valueCount()} elements can
   * hold facts about all values.
   *
   * @throws IllegalStateException if the program is still being built
   */
  public final int number() {
    if (number < 0) {
      throw new IllegalStateException("The program of " + this + " is still being built.");
    }
    return number;
  }

  final void number(int assigned) {
    number = assigned;
  }

  /** Returns the block whose argument it is, or whose operation's result. */
  public abstract Block block();

  /** Returns which of the results or arguments of its kind it is, from 0. */
  public abstract int index();

  /** Returns whether it outlives the run of the program, as weights do. */
  public abstract boolean persistable();

  /** Returns whether gradients end here. */
  public abstract boolean stopGradient();

  /**
   * Returns its own name, or nothing if it has none: the attribute {@code name} of {@code
   * pd_op.data}, the attribute {@code parameter_name} of {@code builtin.parameter}, the keyword of
   * a keyword argument. See also {@link Program#nameOf}.
   */
  public abstract Optional<String> name();
}
