package org.vppscheduler.schedule;

/** The phases of a stage's job list, in their order. */
public enum Phase {
  /** Forward steps only: the pipeline fills. */
  WARMUP("warmup"),
  /** One forward step and one backward step in turn. */
  STEADY("steady"),
  /** Backward steps only: the pipeline drains. */
  COOLDOWN("cooldown"),
  /** The weight gradients that a split backward has put off; empty when backward is not split. */
  WEIGHT_GRADIENTS("weight gradients"),
  /** The optimizer step. */
  OPTIMIZER("optimizer");

  private final String label;

  Phase(String label) {
    this.label = label;
  }

  /** Returns the name for people, such as {@code weight gradients}. */
  @Override
  public String toString() {
    return label;
  }
}
