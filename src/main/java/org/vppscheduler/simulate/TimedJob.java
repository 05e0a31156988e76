package org.vppscheduler.simulate;

import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.Phase;

/**
 * A job with its place and its times.
 *
 * @param stage the stage that runs it, from 0
 * @param index its index in the stage's list, from 0
 * @param job the job
 * @param phase the phase of the stage's list that it belongs to
 * @param start when it starts, in the unit of the cost model
 * @param end when it ends; equal to {@code start} for jobs that take no time
 */
public record TimedJob(int stage, int index, Job job, Phase phase, long start, long end) {
  /** Returns how long it runs. */
  public long duration() {
    return end - start;
  }

  /** Returns {@code forward0:3 (stage 1, index 7) from 4 to 5}. */
  @Override
  public String toString() {
    return job + " (stage " + stage + ", index " + index + ") from " + start + " to " + end;
  }
}
