package org.vppscheduler.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.JobKind;
import org.vppscheduler.schedule.PipelineSchedule;

/**
 * Where in a pipeline's lists a job stands first, by stage, kind, chunk and micro-batch.
 *
 * <p>Jobs out of range and optimizers are in no table. Two forms: arrays, a lookup in a few
 * nanoseconds, where the lists hold a fair part of the S·C·M jobs they should; else hash maps,
 * whose memory depends on the lists alone.
 */
abstract sealed class JobTable {
  static final int ABSENT = -1;

  /** How many times more places than jobs the arrays may have. */
  private static final int MAX_PLACES_PER_JOB = 8;

  /** A size at which the arrays never hurt. */
  private static final int SMALL = 1 << 12;

  final int chunks;
  final int microBatches;
  private final int[] present = new int[JobKind.values().length];

  private JobTable(PipelineSchedule pipeline) {
    this.chunks = pipeline.chunks();
    this.microBatches = pipeline.microBatches();
  }

  private static JobTable forJobsOf(PipelineSchedule pipeline) {
    double places = (double) pipeline.stages() * pipeline.chunks() * pipeline.microBatches();
    double limit = Math.max(SMALL, MAX_PLACES_PER_JOB * (double) pipeline.jobCount());
    return places <= Math.min(limit, Integer.MAX_VALUE - 8)
        ? new Arrayed(pipeline)
        : new Hashed(pipeline);
  }

  /** Returns the table of a pipeline's jobs, numbered through, stage after stage. */
  static JobTable of(PipelineSchedule pipeline) {
    JobTable table = forJobsOf(pipeline);
    int[] starts = JobGraph.starts(pipeline);
    for (int stage = 0; stage < pipeline.stages(); stage++) {
      int node = starts[stage];
      for (Job job : pipeline.stage(stage).jobs()) {
        int chunk = job.chunk().orElse(-1);
        if (table.inRange(chunk, job.microBatch())) {
          table.putFirst(stage, job.kind(), chunk, job.microBatch(), node);
        }
        node++;
      }
    }
    return table;
  }

  boolean inRange(int chunk, int microBatch) {
    return chunk >= 0 && chunk < chunks && microBatch < microBatches;
  }

  private void putFirst(int stage, JobKind kind, int chunk, int microBatch, int node) {
    if (putIfAbsent(stage, kind, chunk, microBatch, node)) {
      present[kind.ordinal()]++;
    }
  }

  /** Returns how many different jobs of a kind are in range. */
  final int present(JobKind kind) {
    return present[kind.ordinal()];
  }

  /** Returns whether the node is entered, which it is not when the job has another already. */
  abstract boolean putIfAbsent(int stage, JobKind kind, int chunk, int microBatch, int node);

  /** Returns the node of a job in range, or {@link #ABSENT}. */
  abstract int node(int stage, JobKind kind, int chunk, int microBatch);

  /** Returns the node of a backward job, split or not, or {@link #ABSENT}. */
  final int backwardNode(int stage, int chunk, int microBatch) {
    int whole = node(stage, JobKind.BACKWARD, chunk, microBatch);
    return whole != ABSENT ? whole : node(stage, JobKind.BACKWARD_B, chunk, microBatch);
  }

  private static final class Arrayed extends JobTable {
    private static final int[] EMPTY = {};

    private final int places;
    private final int[][] nodes = new int[JobKind.values().length][];

    Arrayed(PipelineSchedule pipeline) {
      super(pipeline);
      places = pipeline.stages() * chunks * microBatches;
      Arrays.fill(nodes, EMPTY);
    }

    private int place(int stage, int chunk, int microBatch) {
      return (stage * chunks + chunk) * microBatches + microBatch;
    }

    @Override
    boolean putIfAbsent(int stage, JobKind kind, int chunk, int microBatch, int node) {
      int[] ofKind = nodes[kind.ordinal()];
      if (ofKind.length == 0) {
        ofKind = new int[places];
        Arrays.fill(ofKind, ABSENT);
        nodes[kind.ordinal()] = ofKind;
      }
      int place = place(stage, chunk, microBatch);
      if (ofKind[place] != ABSENT) {
        return false;
      }
      ofKind[place] = node;
      return true;
    }

    @Override
    int node(int stage, JobKind kind, int chunk, int microBatch) {
      int[] ofKind = nodes[kind.ordinal()];
      return ofKind.length == 0 ? ABSENT : ofKind[place(stage, chunk, microBatch)];
    }
  }

  private static final class Hashed extends JobTable {
    /** By stage; only looked up, never iterated. */
    private final List<Map<Job, Integer>> nodes = new ArrayList<>();

    Hashed(PipelineSchedule pipeline) {
      super(pipeline);
      for (int stage = 0; stage < pipeline.stages(); stage++) {
        nodes.add(new HashMap<>());
      }
    }

    @Override
    boolean putIfAbsent(int stage, JobKind kind, int chunk, int microBatch, int node) {
      return nodes.get(stage).putIfAbsent(Job.of(kind, chunk, microBatch), node) == null;
    }

    @Override
    int node(int stage, JobKind kind, int chunk, int microBatch) {
      return nodes.get(stage).getOrDefault(Job.of(kind, chunk, microBatch), ABSENT);
    }
  }
}
