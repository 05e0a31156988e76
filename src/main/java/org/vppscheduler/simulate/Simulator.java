package org.vppscheduler.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.vppscheduler.check.Hang;
import org.vppscheduler.check.JobGraph;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.JobKind;
import org.vppscheduler.schedule.PipelineSchedule;

/**
 * Runs pipelines under a cost model, exactly.
 *
 * <p>Each stage runs its list in order. A job starts as soon as its stage is free and its
 * dependencies (see {@link JobGraph}) have ended, those on another stage one hop earlier:
 *
 * <pre>
 *   start(j) = max(end(predecessor of j in its list), end(d) + (hop if d is on another stage), …)
 *   end(j)   = start(j) + duration(j)
 * </pre>
 *
 * Since a start depends on ends alone, one pass in any order that respects the dependencies gives
 * all times: time and memory are linear in the number of jobs. Messages wait in unbounded buffers;
 * {@code org.vppscheduler.check} tells which buffers are enough.
 */
public final class Simulator {
  private final CostModel costs;

  private Simulator(CostModel costs) {
    this.costs = costs;
  }

  /** Returns the simulator of a cost model. */
  public static Simulator create(CostModel costs) {
    return new Simulator(costs);
  }

  /**
   * Returns what happens when a pipeline runs; any lists will do.
   *
   * @throws IllegalArgumentException if the costs name a stage or chunk that the pipeline does not
   *     have, or if a time or a sum of activation sizes exceeds 2^63 - 1
   */
  public Simulation simulate(PipelineSchedule pipeline) {
    return simulate(JobGraph.of(pipeline));
  }

  /**
   * Returns what happens when the pipeline of a graph runs: {@link #simulate(PipelineSchedule)} for
   * those who have the graph already.
   *
   * @throws IllegalArgumentException if the costs name a stage or chunk that the pipeline does not
   *     have, or if a time or a sum of activation sizes exceeds 2^63 - 1
   */
  public Simulation simulate(JobGraph graph) {
    costs.checkFits(graph.pipeline());
    Run run = new Run(graph, costs);
    Optional<Hang> hang;
    Timeline timeline;
    try {
      hang = graph.run(run);
      timeline = run.timeline();
    } catch (ArithmeticException overflow) {
      throw new IllegalArgumentException(
          "A time or a sum of activation sizes exceeds "
              + Long.MAX_VALUE
              + " under "
              + costs
              + ". Give the costs in a larger unit.",
          overflow);
    }
    return hang.isPresent()
        ? new Simulation.Hung(timeline, hang.get())
        : new Simulation.Completed(timeline);
  }

  /** The state of one simulation. */
  private static final class Run implements JobGraph.Visitor {
    private final JobGraph graph;
    private final CostModel costs;
    private final PipelineSchedule pipeline;
    private final long[] starts;
    private final long[] ends;
    private final DurationTable durations;

    private final int[] jobCounts;
    private final long[] free;
    private final long[] busy;

    Run(JobGraph graph, CostModel costs) {
      this.graph = graph;
      this.costs = costs;
      this.pipeline = graph.pipeline();
      this.starts = new long[graph.jobCount()];
      this.ends = new long[graph.jobCount()];
      this.durations = new DurationTable(costs, pipeline);
      int stages = pipeline.stages();
      this.jobCounts = new int[stages];
      this.free = new long[stages];
      this.busy = new long[stages];
    }

    @Override
    public void visit(int stage, int node) {
      int index = jobCounts[stage]++;
      int firstNode = node - index;
      Job job = pipeline.stage(stage).jobs().get(index);
      long start = free[stage];
      int dependencies = graph.dependencyCount(node);
      for (int place = 0; place < dependencies; place++) {
        int dependency = graph.dependency(node, place);
        // What its own stage has run is over when the stage is free.
        if (dependency < firstNode || dependency >= node) {
          start = Math.max(start, Math.addExact(ends[dependency], costs.hop()));
        }
      }
      long duration = durations.get(stage, job);
      long end = Math.addExact(start, duration);
      starts[node] = start;
      ends[node] = end;
      free[stage] = end;
      busy[stage] += duration;
    }

    Timeline timeline() {
      List<StageTimeline.StageTotals> totals = new ArrayList<>();
      for (int stage = 0; stage < pipeline.stages(); stage++) {
        totals.add(totals(stage));
      }
      return new Timeline(graph, costs, starts, ends, totals);
    }

    private StageTimeline.StageTotals totals(int stage) {
      int activations = 0;
      int peakActivations = 0;
      long size = 0;
      long peakSize = 0;
      ActivationWalk walk = new ActivationWalk(graph, costs, stage, jobCounts[stage]);
      while (walk.next()) {
        activations += walk.change();
        size = Math.addExact(size, walk.change() * walk.size());
        peakActivations = Math.max(peakActivations, activations);
        peakSize = Math.max(peakSize, size);
      }
      return new StageTimeline.StageTotals(
          jobCounts[stage], busy[stage], peakActivations, peakSize);
    }
  }

  /** The durations of a pipeline's jobs, looked up by number rather than by hash. */
  private static final class DurationTable {
    private static final long UNKNOWN = -1;

    private final CostModel costs;
    private final int chunks;
    private final boolean isUseful;
    private final long[][] durations = new long[JobKind.values().length][];

    DurationTable(CostModel costs, PipelineSchedule pipeline) {
      this.costs = costs;
      this.chunks = pipeline.chunks();
      long places = (long) pipeline.stages() * chunks;
      // Lists too short for their number of chunks are not worth a table.
      this.isUseful = places <= pipeline.jobCount();
      Arrays.setAll(
          durations,
          kind -> {
            long[] ofKind = new long[isUseful ? (int) places : 0];
            Arrays.fill(ofKind, UNKNOWN);
            return ofKind;
          });
    }

    long get(int stage, Job job) {
      int chunk = job.chunk().orElse(chunks);
      if (!isUseful || chunk >= chunks) {
        return costs.duration(stage, job);
      }
      long[] ofKind = durations[job.kind().ordinal()];
      int place = stage * chunks + chunk;
      if (ofKind[place] == UNKNOWN) {
        ofKind[place] = costs.duration(stage, job);
      }
      return ofKind[place];
    }
  }
}
