package org.vppscheduler.program;

import com.google.common.collect.ImmutableList;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A list of operations with arguments that its operations may use. */
public final class Block {
  private final @Nullable Block parent;
  private final Block root;
  private final int depth;

  // The three below are set once, when a builder has collected everything.
  private @Nullable ImmutableList<BlockArgument> arguments;
  private @Nullable ImmutableList<BlockArgument> keywordArguments;
  private @Nullable ImmutableList<Operation> operations;

  // Set once, when the operation around the block is added.
  private @Nullable Operation holder;

  Block(@Nullable Block parent) {
    this.parent = parent;
    this.root = parent == null ? this : parent.root;
    this.depth = parent == null ? 0 : parent.depth + 1;
  }

  void complete(
      ImmutableList<BlockArgument> arguments,
      ImmutableList<BlockArgument> keywordArguments,
      ImmutableList<Operation> operations) {
    this.arguments = arguments;
    this.keywordArguments = keywordArguments;
    this.operations = operations;
  }

  void hold(Operation operation) {
    holder = operation;
  }

  /**
   * Returns the positional arguments in order.
   *
   * @throws IllegalStateException if the block is still being built
   */
  public ImmutableList<BlockArgument> arguments() {
    return completed(arguments);
  }

  /**
   * Returns the keyword arguments in order.
   *
   * @throws IllegalStateException if the block is still being built
   */
  public ImmutableList<BlockArgument> keywordArguments() {
    return completed(keywordArguments);
  }

  /**
   * Returns the operations in order; each one's {@link Operation#index()} is its index here.
   *
   * @throws IllegalStateException if the block is still being built
   */
  public ImmutableList<Operation> operations() {
    return completed(operations);
  }

  /**
   * Returns the operation that has this block in one of its regions, or nothing for the block of a
   * program itself.
   */
  public Optional<Operation> holder() {
    return Optional.ofNullable(holder);
  }

  /** Returns how many operations are around it: 0 for the block of a program itself. */
  public int depth() {
    return depth;
  }

  /** Returns the outermost block around this one, which identifies the program. */
  Block root() {
    return root;
  }

  /** Returns whether this block is {@code other} or around it. */
  boolean encloses(Block other) {
    Block block = other;
    for (int up = other.depth - depth; up > 0 && block != null; up--) {
      block = block.parent;
    }
    return block == this;
  }

  private static <T> ImmutableList<T> completed(@Nullable ImmutableList<T> list) {
    if (list == null) {
      throw new IllegalStateException("The block is still being built.");
    }
    return list;
  }
}
