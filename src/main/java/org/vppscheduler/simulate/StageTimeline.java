package org.vppscheduler.simulate;

import static com.google.common.base.Preconditions.checkElementIndex;

import com.google.common.primitives.ImmutableLongArray;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.Phase;
import org.vppscheduler.schedule.StageSchedule;

/**
 * When the jobs of one stage ran, and what that came to. A view of a {@link Timeline}.
 *
 * <p>It holds the jobs that ran, which in a hung simulation are only the first ones of the list.
 * Index i is that of the stage's job list.
 */
public final class StageTimeline {
  private final Timeline timeline;
  private final StageSchedule schedule;
  private final int firstNode;
  private final StageTotals totals;

  StageTimeline(Timeline timeline, StageSchedule schedule, int firstNode, StageTotals totals) {
    this.timeline = timeline;
    this.schedule = schedule;
    this.firstNode = firstNode;
    this.totals = totals;
  }

  /** Returns the stage, from 0. */
  public int stage() {
    return schedule.stage();
  }

  /** Returns the stage's whole list, with the jobs that did not run. */
  public StageSchedule schedule() {
    return schedule;
  }

  /** Returns how many jobs ran: in a completed simulation the whole list. */
  public int jobCount() {
    return totals.jobCount();
  }

  /** Returns whether the stage ran its whole list. */
  public boolean isComplete() {
    return jobCount() == schedule.jobs().size();
  }

  /**
   * Returns the job at an index.
   *
   * @throws IndexOutOfBoundsException if that job did not run
   */
  public Job job(int index) {
    return schedule.jobs().get(checkIndex(index));
  }

  /**
   * Returns when the job at an index starts.
   *
   * @throws IndexOutOfBoundsException if that job did not run
   */
  public long start(int index) {
    return timeline.start(firstNode + checkIndex(index));
  }

  /**
   * Returns when the job at an index ends.
   *
   * @throws IndexOutOfBoundsException if that job did not run
   */
  public long end(int index) {
    return timeline.end(firstNode + checkIndex(index));
  }

  /**
   * Returns the phase of the job at an index.
   *
   * @throws IndexOutOfBoundsException if that job did not run
   */
  public Phase phase(int index) {
    return schedule.phaseAt(checkIndex(index));
  }

  /** Returns the jobs that ran, in their order: a random-access view that makes them as asked. */
  public List<TimedJob> jobs() {
    return new TimedJobs();
  }

  private int checkIndex(int index) {
    return checkElementIndex(index, jobCount(), "job index");
  }

  /** Returns how long the stage runs jobs, in all. */
  public long busy() {
    return totals.busy();
  }

  /** Returns how long the stage idles, from time 0 to the end of the last job of any stage. */
  public long idle() {
    return timeline.makespan() - busy();
  }

  /** Returns idle / makespan, from 0 to 1; 0 when the makespan is 0. */
  public double bubbleRatio() {
    return timeline.makespan() == 0 ? 0 : (double) idle() / timeline.makespan();
  }

  /**
   * Returns the most activations that are live at one time. One is live from its forward's start to
   * the end of its backward, or of its backward_w when backward is split.
   */
  public int peakActivations() {
    return totals.peakActivations();
  }

  /**
   * Returns the largest sum of sizes of activations that are live at one time, in the unit of
   * {@link CostModel#activation}.
   */
  public long peakActivationSize() {
    return totals.peakActivationSize();
  }

  /**
   * Returns by what each job that ran changes the size of the live activations: above 0 when it
   * starts, below 0 when it ends. In time linear in the number of jobs.
   */
  public ImmutableLongArray activationChanges() {
    ImmutableLongArray.Builder changes = ImmutableLongArray.builder(jobCount());
    ActivationWalk walk =
        new ActivationWalk(timeline.graph(), timeline.costs(), stage(), jobCount());
    while (walk.next()) {
      changes.add(walk.change() * walk.size());
    }
    return changes.build();
  }

  /** Returns stage, number of jobs and times, for people. */
  @Override
  public String toString() {
    return "stage " + stage() + ": " + jobCount() + " jobs, busy " + busy() + ", idle " + idle();
  }

  /** What the simulator has summed up for a stage. */
  record StageTotals(int jobCount, long busy, int peakActivations, long peakActivationSize) {}

  private final class TimedJobs extends AbstractList<TimedJob> implements RandomAccess {
    @Override
    public TimedJob get(int index) {
      return new TimedJob(stage(), index, job(index), phase(index), start(index), end(index));
    }

    @Override
    public int size() {
      return jobCount();
    }
  }
}
