package org.vppscheduler.check;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.base.Joiner;
import com.google.common.collect.ImmutableList;
import java.util.List;

/**
 * Jobs that wait for each other in a circle, so that none of them ever starts.
 *
 * <p>Each wait starts at the job that the one before it waits for, and the last one ends at the
 * first job. A wait for an earlier job of the same stage's list is one wait, however many jobs lie
 * between the two.
 *
 * @param waits the waits, at least two, in the order of the circle; those the library finds start
 *     at the job of the lowest stage and index
 */
public record WaitCycle(ImmutableList<Wait> waits) {
  /**
   * Checks that the waits form a circle.
   *
   * @throws IllegalArgumentException if there are fewer than two, or one does not start where the
   *     one before it ends
   */
  public WaitCycle {
    checkArgument(waits.size() >= 2, "A cycle has at least two waits, not %s.", waits.size());
    JobAt last = waits.get(waits.size() - 1).awaited();
    for (Wait wait : waits) {
      checkArgument(
          wait.waiting().equals(last), "%s does not start at %s, where its turn is.", wait, last);
      last = wait.awaited();
    }
  }

  static WaitCycle of(List<Wait> waits) {
    return new WaitCycle(ImmutableList.copyOf(waits));
  }

  /** Returns the jobs of the circle, each once, in its order. */
  public ImmutableList<JobAt> jobs() {
    return waits.stream().map(Wait::waiting).collect(ImmutableList.toImmutableList());
  }

  /** Returns one wait a line. */
  @Override
  public String toString() {
    return Joiner.on('\n').join(waits);
  }
}
