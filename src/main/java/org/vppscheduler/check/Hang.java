package org.vppscheduler.check;

import com.google.common.base.Joiner;
import com.google.common.collect.ImmutableList;
import java.util.Optional;

/**
 * Where a pipeline stops for ever although jobs are left.
 *
 * @param waits for each stage that stops before the end of its list, the first job it cannot run
 *     and what that waits for; in the order of the stages. Stages not named here run their whole
 *     list.
 * @param cycle a shortest cycle of waits: no other has fewer dependencies, that is waits other than
 *     those of {@link Wait.Reason#LIST_ORDER}; empty when there is none, that is when some stage
 *     waits for a job that is in no list and the others wait for that stage
 */
public record Hang(ImmutableList<Wait> waits, Optional<WaitCycle> cycle) {
  /** Returns the cycle, or, where there is none, the waits: one a line. */
  @Override
  public String toString() {
    return cycle.map(WaitCycle::toString).orElseGet(() -> Joiner.on('\n').join(waits));
  }
}
