package org.vppscheduler.schedule;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * What a job does. The constants stand in the order in which the jobs of one chunk and micro-batch
 * run on a stage.
 */
public enum JobKind {
  /** Receives the activation of the previous virtual stage; PIR dialect only. */
  RECV_FORWARD("recv_forward"),
  /** Runs a chunk forward. */
  FORWARD("forward"),
  /** Runs a chunk backward: gradients of its input and of its weights. */
  BACKWARD("backward"),
  /** The part of a split backward that computes the gradient of the chunk's input. */
  BACKWARD_B("backward_b"),
  /** The part of a split backward that computes the gradients of the chunk's weights. */
  BACKWARD_W("backward_w"),
  /** Sends the gradient of the chunk's input to the previous virtual stage; PIR dialect only. */
  SEND_BACKWARD("send_backward"),
  /** Updates the weights of the whole stage; the only kind without a chunk. */
  OPTIMIZER("optimizer");

  private final String label;

  JobKind(String label) {
    this.label = label;
  }

  /** Returns the name used in job types and files, such as {@code backward_b}. */
  public String label() {
    return label;
  }

  /**
   * Returns the job type of this kind for one chunk: the label followed by the chunk, such as
   * {@code forward0}; for {@link #OPTIMIZER}, which has no chunk, use {@link #label()}.
   *
   * @param chunk the chunk, from 0
   * @throws IllegalArgumentException if {@code chunk} is negative or this is {@link #OPTIMIZER}
   */
  public String type(int chunk) {
    checkArgument(this != OPTIMIZER, "optimizer has no chunk, but was asked for chunk %s.", chunk);
    checkArgument(chunk >= 0, "chunk (%s) must not be negative.", chunk);
    return label + chunk;
  }

  /**
   * Returns whether this is one of the two kinds that walk the interleaved order forward, {@link
   * #RECV_FORWARD} and {@link #FORWARD}; the others, but for {@link #OPTIMIZER}, walk it with the
   * chunks mirrored.
   */
  boolean runsForward() {
    return this == RECV_FORWARD || this == FORWARD;
  }

  /** Returns the label. */
  @Override
  public String toString() {
    return label;
  }
}
