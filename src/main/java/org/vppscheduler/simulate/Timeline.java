package org.vppscheduler.simulate;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.vppscheduler.check.JobGraph;
import org.vppscheduler.schedule.PipelineSchedule;

/**
 * When each job of a pipeline starts and ends.
 *
 * <p>Compact: 16 bytes a job beside the pipeline and its {@link JobGraph}. Every access takes
 * constant time. Times are in the unit of the cost model, from 0.
 */
public final class Timeline {
  private final JobGraph graph;
  private final CostModel costs;

  /** By node; meaningless for jobs that did not run. Never changed after construction. */
  private final long[] starts;

  private final long[] ends;
  private final long makespan;
  private final ImmutableList<StageTimeline> stageTimelines;

  Timeline(
      JobGraph graph,
      CostModel costs,
      long[] starts,
      long[] ends,
      List<StageTimeline.StageTotals> totals) {
    this.graph = graph;
    this.costs = costs;
    this.starts = starts;
    this.ends = ends;
    ImmutableList.Builder<StageTimeline> views = ImmutableList.builder();
    long last = 0;
    for (int stage = 0; stage < graph.pipeline().stages(); stage++) {
      int jobCount = totals.get(stage).jobCount();
      int firstNode = graph.firstNode(stage);
      views.add(
          new StageTimeline(this, graph.pipeline().stage(stage), firstNode, totals.get(stage)));
      if (jobCount > 0) {
        last = Math.max(last, ends[firstNode + jobCount - 1]);
      }
    }
    this.stageTimelines = views.build();
    this.makespan = last;
  }

  /** Returns the pipeline. */
  public PipelineSchedule pipeline() {
    return graph.pipeline();
  }

  /** Returns the dependencies between the pipeline's jobs. */
  public JobGraph graph() {
    return graph;
  }

  /** Returns the costs behind the times. */
  public CostModel costs() {
    return costs;
  }

  /** Returns how many jobs ran, on all stages: in a completed simulation all of the pipeline. */
  public long jobCount() {
    long jobs = 0;
    for (StageTimeline stage : stageTimelines) {
      jobs += stage.jobCount();
    }
    return jobs;
  }

  /** Returns the end of the last job of any stage; 0 when none ran. */
  public long makespan() {
    return makespan;
  }

  /**
   * Returns the timeline of one stage.
   *
   * @throws IllegalArgumentException if {@code stage} is not from 0 to S-1
   */
  public StageTimeline stage(int stage) {
    checkArgument(
        stage >= 0 && stage < stageTimelines.size(),
        "stage (%s) must be from 0 to %s.",
        stage,
        stageTimelines.size() - 1);
    return stageTimelines.get(stage);
  }

  /** Returns the timelines of all stages, in order. */
  public ImmutableList<StageTimeline> stageTimelines() {
    return stageTimelines;
  }

  /**
   * Returns the idle time of all stages as a part of S·makespan, from 0 to 1; 0 when the makespan
   * is 0.
   */
  public double bubbleRatio() {
    double idle = 0;
    for (StageTimeline stage : stageTimelines) {
      idle += stage.idle();
    }
    return makespan == 0 ? 0 : idle / ((double) makespan * stageTimelines.size());
  }

  /**
   * Returns a critical path: jobs that follow upon each other without slack, from time 0 to the
   * makespan, so that a delay of any of them delays the end. The makespan is the sum of their
   * durations plus one hop for each step from one stage to another.
   *
   * <p>Of several such paths it is the one that, seen from its end, stays on a stage as long as it
   * can; it ends with the last job, on the lowest stage, that ends last. Empty when no job ran. In
   * time linear in its length.
   */
  public ImmutableList<TimedJob> criticalPath() {
    Deque<TimedJob> path = new ArrayDeque<>();
    int stage = 0;
    while (stage < stageTimelines.size() && !endsLast(stageTimelines.get(stage))) {
      stage++;
    }
    if (stage == stageTimelines.size()) {
      return ImmutableList.of();
    }
    int index = stageTimelines.get(stage).jobCount() - 1;
    while (index >= 0) {
      path.addFirst(stageTimelines.get(stage).jobs().get(index));
      long start = path.getFirst().start();
      if (index > 0 && stageTimelines.get(stage).end(index - 1) == start) {
        index--;
        continue;
      }
      int node = graph.firstNode(stage) + index;
      index = -1;
      for (int place = 0; place < graph.dependencyCount(node) && index < 0; place++) {
        int dependency = graph.dependency(node, place);
        int from = graph.stage(dependency);
        if (ends[dependency] + (from == stage ? 0 : costs.hop()) == start) {
          stage = from;
          index = dependency - graph.firstNode(from);
        }
      }
    }
    return ImmutableList.copyOf(path);
  }

  private boolean endsLast(StageTimeline stage) {
    return stage.jobCount() > 0 && stage.end(stage.jobCount() - 1) == makespan;
  }

  long start(int node) {
    return starts[node];
  }

  long end(int node) {
    return ends[node];
  }

  /** Returns sizes and makespan, for people. */
  @Override
  public String toString() {
    return "Timeline of " + pipeline() + ", makespan " + makespan;
  }
}
