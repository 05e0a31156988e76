package org.vppscheduler.simulate;

import org.vppscheduler.check.Hang;

/** The outcome of a simulation: every job ran, or the pipeline hung. */
public sealed interface Simulation {
  /** Returns the times of all jobs that ran. */
  Timeline timeline();

  /** Returns the outcome for people and for machines. */
  default SimulationReport report() {
    return SimulationReport.of(this);
  }

  /**
   * Every job ran.
   *
   * @param timeline the times of all jobs
   */
  record Completed(Timeline timeline) implements Simulation {}

  /**
   * Some jobs can never run.
   *
   * @param timeline the times of all jobs that did run; each stage's {@link StageTimeline#jobCount}
   *     says how far it came
   * @param hang the job each stuck stage waits with, and the cycle of waits if there is one
   */
  record Hung(Timeline timeline, Hang hang) implements Simulation {}
}
