package org.vppscheduler.draw;

import org.vppscheduler.schedule.JobKind;

/** How boxes look, apart from their chunk: in the order of the legend. */
enum Look {
  FORWARD("forward"),
  BACKWARD("backward"),
  /** Only where backward is split: else its time is part of the backward. */
  WEIGHT("weight gradient"),
  OPTIMIZER("optimizer");

  private final String label;

  Look(String label) {
    this.label = label;
  }

  static Look of(JobKind kind) {
    return switch (kind) {
      case FORWARD, RECV_FORWARD -> FORWARD;
      case BACKWARD, BACKWARD_B, SEND_BACKWARD -> BACKWARD;
      case BACKWARD_W -> WEIGHT;
      case OPTIMIZER -> OPTIMIZER;
    };
  }

  /** Returns the name in the legend. */
  @Override
  public String toString() {
    return label;
  }
}
