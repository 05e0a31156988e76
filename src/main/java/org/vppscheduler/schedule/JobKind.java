package org.vppscheduler.schedule;

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

  /** Returns the label. */
  @Override
  public String toString() {
    return label;
  }
}
