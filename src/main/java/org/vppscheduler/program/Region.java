package org.vppscheduler.program;

import com.google.common.collect.ImmutableList;

/** A part of an operation that holds further blocks, such as the body of a loop. */
public final class Region {
  private final Operation operation;
  private final ImmutableList<Block> blocks;

  Region(Operation operation, ImmutableList<Block> blocks) {
    this.operation = operation;
    this.blocks = blocks;
  }

  /** Returns the operation it is a part of. */
  public Operation operation() {
    return operation;
  }

  /** Returns its blocks in order. */
  public ImmutableList<Block> blocks() {
    return blocks;
  }
}
