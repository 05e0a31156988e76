package org.vppscheduler.program;

import com.google.errorprone.annotations.CanIgnoreReturnValue;

/**
 * Builds a {@link Program}, operation by operation. Values and operations that it hands out are
 * those of the program to be; their blocks can be asked for once these are built.
 *
 * <p>Building costs time and memory linear in operations plus uses.
 */
public final class ProgramBuilder {
  private final BlockBuilder body = BlockBuilder.ofProgram();
  private long version = 1;
  private boolean trainable = true;
  private boolean built;

  ProgramBuilder() {}

  /**
   * Sets the version of the operation set that the program is written in. By default 1.
   *
   * @param version the version, from 0
   * @return this builder
   * @throws IllegalArgumentException if the version is negative
   */
  @CanIgnoreReturnValue
  public ProgramBuilder version(long version) {
    if (version < 0) {
      throw new IllegalArgumentException(
          "The version of a program must be at least 0, but is " + version + ".");
    }
    this.version = version;
    return this;
  }

  /**
   * Sets whether the program keeps what training needs: the attributes of {@link
   * AttributeGroup#RESULTS}. By default true.
   *
   * @param trainable whether it does
   * @return this builder
   */
  @CanIgnoreReturnValue
  public ProgramBuilder trainable(boolean trainable) {
    this.trainable = trainable;
    return this;
  }

  /** Returns the builder of the program's block. */
  public BlockBuilder body() {
    return body;
  }

  /**
   * Returns the program.
   *
   * @throws IllegalStateException if it was built before, or a nested block was begun and not given
   *     to an operation
   */
  public Program build() {
    if (built) {
      throw new IllegalStateException("The program is built already; take a new builder.");
    }
    Block block = body.finish();
    built = true;
    return new Program(block, version, trainable);
  }
}
