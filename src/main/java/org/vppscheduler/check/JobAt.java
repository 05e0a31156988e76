package org.vppscheduler.check;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.OptionalInt;
import org.vppscheduler.schedule.Job;

/**
 * A job of one stage and its place in the stage's list.
 *
 * @param stage the stage, from 0
 * @param job the job
 * @param index the index in the stage's list, from 0; empty for a job that is in no list although
 *     another job needs it
 */
public record JobAt(int stage, Job job, OptionalInt index) {
  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if the stage or the index is negative
   */
  public JobAt {
    checkArgument(stage >= 0, "stage (%s) must not be negative.", stage);
    checkArgument(
        index.isEmpty() || index.getAsInt() >= 0,
        "index (%s) must not be negative.",
        index.orElse(0));
  }

  static JobAt listed(int stage, Job job, int index) {
    return new JobAt(stage, job, OptionalInt.of(index));
  }

  static JobAt missing(int stage, Job job) {
    return new JobAt(stage, job, OptionalInt.empty());
  }

  /** Returns {@code forward0:3 (stage 1, index 7)}, or {@code (stage 1, in no list)}. */
  @Override
  public String toString() {
    return job
        + " (stage "
        + stage
        + (index.isPresent() ? ", index " + index.getAsInt() : ", in no list")
        + ")";
  }
}
