package org.vppscheduler.schedule;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.base.MoreObjects;
import com.google.common.collect.ImmutableList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The job lists of all stages of a pipeline, together with its sizes.
 *
 * <p>{@link VppScheduler#pipeline} makes correct ones. {@link #of} takes lists from anywhere, with
 * any faults: those are for {@code org.vppscheduler.check} to find.
 */
public final class PipelineSchedule {
  private final int chunks;
  private final int microBatches;
  private final ImmutableList<StageSchedule> stageSchedules;

  PipelineSchedule(int chunks, int microBatches, ImmutableList<StageSchedule> stageSchedules) {
    this.chunks = chunks;
    this.microBatches = microBatches;
    this.stageSchedules = stageSchedules;
  }

  /**
   * Returns a pipeline of given job lists, one for each stage from stage 0 on. Their phases are
   * those of {@link StageSchedule#of}.
   *
   * @param chunks C, the number of chunks each stage is meant to run, at least 1
   * @param microBatches M, the number of micro-batches each chunk is meant to run, at least 1
   * @throws IllegalArgumentException if there is no list, or a size is below 1
   */
  public static PipelineSchedule of(
      int chunks, int microBatches, List<? extends List<Job>> jobLists) {
    ImmutableList.Builder<StageSchedule> schedules =
        ImmutableList.builderWithExpectedSize(jobLists.size());
    int stage = 0;
    for (List<Job> jobs : jobLists) {
      schedules.add(StageSchedule.of(stage++, jobs));
    }
    return ofStages(chunks, microBatches, schedules.build());
  }

  /**
   * Returns a pipeline of given stage schedules, in the order of their stages.
   *
   * @param chunks C, the number of chunks each stage is meant to run, at least 1
   * @param microBatches M, the number of micro-batches each chunk is meant to run, at least 1
   * @throws IllegalArgumentException if there is no schedule, a size is below 1, or the schedule at
   *     position i is not that of stage i
   */
  public static PipelineSchedule ofStages(
      int chunks, int microBatches, List<StageSchedule> stageSchedules) {
    ImmutableList<StageSchedule> schedules = ImmutableList.copyOf(stageSchedules);
    checkArgument(!schedules.isEmpty(), "A pipeline needs the jobs of at least one stage.");
    checkArgument(chunks >= 1, "chunks (%s) must be at least 1.", chunks);
    checkArgument(microBatches >= 1, "microBatches (%s) must be at least 1.", microBatches);
    for (int position = 0; position < schedules.size(); position++) {
      checkArgument(
          schedules.get(position).stage() == position,
          "The schedule at position %s is that of stage %s: give all stages, from 0, in order.",
          position,
          schedules.get(position).stage());
    }
    return new PipelineSchedule(chunks, microBatches, schedules);
  }

  /** Returns S, the number of stages. */
  public int stages() {
    return stageSchedules.size();
  }

  /** Returns C, the number of chunks on each stage. */
  public int chunks() {
    return chunks;
  }

  /** Returns M, the number of micro-batches. */
  public int microBatches() {
    return microBatches;
  }

  /**
   * Returns the schedule of one stage.
   *
   * @throws IllegalArgumentException if {@code stage} is not from 0 to S-1
   */
  public StageSchedule stage(int stage) {
    checkArgument(
        stage >= 0 && stage < stages(), "stage (%s) must be from 0 to %s.", stage, stages() - 1);
    return stageSchedules.get(stage);
  }

  /** Returns the schedules of all stages, in order. */
  public ImmutableList<StageSchedule> stageSchedules() {
    return stageSchedules;
  }

  /** Returns the number of jobs of all stages together. */
  public long jobCount() {
    long count = 0;
    for (StageSchedule schedule : stageSchedules) {
      count += schedule.jobs().size();
    }
    return count;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PipelineSchedule that
        && chunks == that.chunks
        && microBatches == that.microBatches
        && stageSchedules.equals(that.stageSchedules);
  }

  @Override
  public int hashCode() {
    return (chunks * 31 + microBatches) * 31 + stageSchedules.hashCode();
  }

  /** Returns the sizes and the number of jobs, for people. */
  @Override
  public String toString() {
    return MoreObjects.toStringHelper(this)
        .add("stages", stages())
        .add("chunks", chunks)
        .add("microBatches", microBatches)
        .add("jobs", jobCount())
        .toString();
  }
}
