package org.vppscheduler.testing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongBiFunction;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.JobKind;
import org.vppscheduler.schedule.PipelineSchedule;

/**
 * Runs lists in which each job stands once, in the plainest way: over and over, look at each
 * stage's next job, and run it if everything it needs has run. It shares nothing with the library
 * but the job types.
 */
public final class NaiveExecutor {
  /** A job of a virtual stage. */
  public record Key(int virtualStage, JobKind kind, int microBatch) {}

  private final PipelineSchedule pipeline;
  private final boolean receives;
  private final boolean sends;
  private final boolean split;
  private final Map<Key, Long> starts = new HashMap<>();
  private final Map<Key, Long> ends = new HashMap<>();
  private final int[] next;

  private NaiveExecutor(PipelineSchedule pipeline) {
    this.pipeline = pipeline;
    this.receives = holds(pipeline, JobKind.RECV_FORWARD);
    this.sends = holds(pipeline, JobKind.SEND_BACKWARD);
    this.split = holds(pipeline, JobKind.BACKWARD_B);
    this.next = new int[pipeline.stages()];
  }

  private static boolean holds(PipelineSchedule pipeline, JobKind kind) {
    return pipeline.stageSchedules().stream()
        .anyMatch(stage -> stage.jobs().stream().anyMatch(job -> job.kind() == kind));
  }

  /** Runs a pipeline in which nothing takes any time. */
  public static NaiveExecutor run(PipelineSchedule pipeline) {
    return run(pipeline, (stage, job) -> 0, 0);
  }

  /** Runs a pipeline with durations by stage and job, and a latency between stages. */
  public static NaiveExecutor run(
      PipelineSchedule pipeline, ToLongBiFunction<Integer, Job> duration, long hop) {
    NaiveExecutor executor = new NaiveExecutor(pipeline);
    long[] free = new long[pipeline.stages()];
    boolean moved = true;
    while (moved) {
      moved = false;
      for (int stage = 0; stage < pipeline.stages(); stage++) {
        List<Job> jobs = pipeline.stage(stage).jobs();
        if (executor.next[stage] == jobs.size()) {
          continue;
        }
        Job job = jobs.get(executor.next[stage]);
        List<Key> needs = executor.needs(stage, job);
        if (!executor.ends.keySet().containsAll(needs)) {
          continue;
        }
        long start = free[stage];
        for (Key need : needs) {
          boolean here = need.virtualStage() % pipeline.stages() == stage;
          start = Math.max(start, executor.ends.get(need) + (here ? 0 : hop));
        }
        free[stage] = start + duration.applyAsLong(stage, job);
        executor.starts.put(executor.key(stage, job), start);
        executor.ends.put(executor.key(stage, job), free[stage]);
        executor.next[stage]++;
        moved = true;
      }
    }
    return executor;
  }

  private Key key(int stage, Job job) {
    if (job.kind() == JobKind.OPTIMIZER) {
      return new Key(stage, JobKind.OPTIMIZER, 0);
    }
    return new Key(
        job.chunk().getAsInt() * pipeline.stages() + stage, job.kind(), job.microBatch());
  }

  /** Returns what a job needs, without its predecessor in the list. */
  public List<Key> needs(int stage, Job job) {
    List<Key> needs = new ArrayList<>();
    if (job.kind() == JobKind.OPTIMIZER) {
      pipeline.stage(stage).jobs().stream()
          .filter(other -> other.kind() != JobKind.OPTIMIZER)
          .forEach(other -> needs.add(key(stage, other)));
      return needs;
    }
    int virtual = key(stage, job).virtualStage();
    int last = pipeline.stages() * pipeline.chunks() - 1;
    JobKind backward = split ? JobKind.BACKWARD_B : JobKind.BACKWARD;
    switch (job.kind()) {
      case RECV_FORWARD -> {
        if (virtual > 0) {
          needs.add(new Key(virtual - 1, JobKind.FORWARD, job.microBatch()));
        }
      }
      case FORWARD -> {
        if (receives) {
          needs.add(new Key(virtual, JobKind.RECV_FORWARD, job.microBatch()));
        } else if (virtual > 0) {
          needs.add(new Key(virtual - 1, JobKind.FORWARD, job.microBatch()));
        }
      }
      case BACKWARD, BACKWARD_B -> {
        needs.add(new Key(virtual, JobKind.FORWARD, job.microBatch()));
        if (virtual < last) {
          needs.add(
              new Key(virtual + 1, sends ? JobKind.SEND_BACKWARD : backward, job.microBatch()));
        }
      }
      case BACKWARD_W -> needs.add(new Key(virtual, JobKind.BACKWARD_B, job.microBatch()));
      case SEND_BACKWARD -> needs.add(new Key(virtual, backward, job.microBatch()));
      case OPTIMIZER -> throw new AssertionError();
    }
    return needs;
  }

  /** Returns whether a job of a stage is among those that a key names. */
  public boolean matches(Key key, int stage, Job job) {
    return key(stage, job).equals(key);
  }

  /** Returns how many jobs of a stage ran. */
  public int ran(int stage) {
    return next[stage];
  }

  /** Returns whether all jobs ran. */
  public boolean completes() {
    for (int stage = 0; stage < next.length; stage++) {
      if (next[stage] < pipeline.stage(stage).jobs().size()) {
        return false;
      }
    }
    return true;
  }

  /** Returns when a job that ran starts. */
  public long start(int stage, Job job) {
    return starts.get(key(stage, job));
  }

  /** Returns when a job that ran ends. */
  public long end(int stage, Job job) {
    return ends.get(key(stage, job));
  }
}
