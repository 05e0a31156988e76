package org.vppscheduler.program;

import com.google.common.collect.ImmutableList;
import java.util.Optional;

/** A list of operations with arguments that its operations may use. Compared by identity. */
public final class Block {
  private final Scope scope;
  private final ImmutableList<BlockArgument> arguments;
  private final ImmutableList<BlockArgument> keywordArguments;
  private final ImmutableList<Operation> operations;

  Block(
      Scope scope,
      ImmutableList<BlockArgument> arguments,
      ImmutableList<BlockArgument> keywordArguments,
      ImmutableList<Operation> operations) {
    this.scope = scope;
    this.arguments = arguments;
    this.keywordArguments = keywordArguments;
    this.operations = operations;
  }

  /** Returns the positional arguments in order. */
  public ImmutableList<BlockArgument> arguments() {
    return arguments;
  }

  /** Returns the keyword arguments in order. */
  public ImmutableList<BlockArgument> keywordArguments() {
    return keywordArguments;
  }

  /** Returns the operations in order; each one's {@link Operation#index()} is its index here. */
  public ImmutableList<Operation> operations() {
    return operations;
  }

  /**
   * Returns the operation that has this block in one of its regions, or nothing for the block of a
   * program itself.
   */
  public Optional<Operation> holder() {
    return Optional.ofNullable(scope.holder());
  }

  /** Returns how many operations are around it: 0 for the block of a program itself. */
  public int depth() {
    return scope.depth();
  }

  Scope scope() {
    return scope;
  }
}
