package org.vppscheduler.program;

import org.jspecify.annotations.Nullable;

/**
 * The place of a block among the regions of a program. Operations and arguments know it from the
 * beginning; the block itself, which is made when all of them are there, they find through it.
 */
final class Scope {
  private final @Nullable Scope parent;
  private final Scope root;
  private final int depth;

  /** How many values the program has so far; counted in the root only. */
  private int values;

  private @Nullable Block block;
  private @Nullable Operation holder;

  /** Makes the scope of a block inside the one of {@code parent}, or of a program's own block. */
  Scope(@Nullable Scope parent) {
    this.parent = parent;
    this.root = parent == null ? this : parent.root;
    this.depth = parent == null ? 0 : parent.depth + 1;
  }

  static Scope of(Value value) {
    return value instanceof OpResult result
        ? result.operation().scope()
        : ((BlockArgument) value).scope();
  }

  /** Returns how many scopes are around this one. */
  int depth() {
    return depth;
  }

  /** Returns the outermost scope, which identifies the program. */
  Scope root() {
    return root;
  }

  /** Returns whether this scope is {@code other} or around it. */
  boolean encloses(Scope other) {
    Scope scope = other;
    for (int up = other.depth - depth; up > 0 && scope != null; up--) {
      scope = scope.parent;
    }
    return scope == this;
  }

  /** Returns the number of the next value of the program. */
  int nextNumber() {
    return root.values++;
  }

  /** Returns how many values the program has so far. */
  int valueCount() {
    return root.values;
  }

  void fill(Block made) {
    block = made;
  }

  void hold(Operation operation) {
    holder = operation;
  }

  Block block() {
    if (block == null) {
      throw new IllegalStateException("The block is still being built.");
    }
    return block;
  }

  @Nullable Operation holder() {
    return holder;
  }
}
