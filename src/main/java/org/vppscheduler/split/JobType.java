package org.vppscheduler.split;

import org.vppscheduler.schedule.JobKind;

/**
 * A kind of job with its chunk, which means nothing for the optimizer.
 *
 * @param name what jobs and programs of the type are called, such as {@code forward1}
 */
record JobType(JobKind kind, int chunk, String name) {
  static JobType of(JobKind kind, int chunk) {
    return new JobType(kind, chunk, kind == JobKind.OPTIMIZER ? kind.label() : kind.type(chunk));
  }
}
