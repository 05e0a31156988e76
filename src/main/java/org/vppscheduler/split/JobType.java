package org.vppscheduler.split;

import org.vppscheduler.schedule.JobKind;

/** A kind of job with its chunk, which means nothing for the optimizer. */
record JobType(JobKind kind, int chunk) {
  String name() {
    return kind == JobKind.OPTIMIZER ? kind.label() : kind.type(chunk);
  }
}
