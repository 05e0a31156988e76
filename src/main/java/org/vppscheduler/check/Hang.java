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
  /** Returns the waits that explain the hang: those of the cycle, or all where there is none. */
  public ImmutableList<Wait> cause() {
    return cycle.map(WaitCycle::waits).orElse(waits);
  }

  /** Returns the line to stand above {@link #cause}, for people; it ends with a colon. */
  public String headline() {
    return cycle.isPresent() ? "These jobs wait for each other:" : "These jobs wait for ever:";
  }

  /** Returns {@link #cause}, one wait a line. */
  @Override
  public String toString() {
    return Joiner.on('\n').join(cause());
  }
}
