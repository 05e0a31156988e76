package org.vppscheduler.schedule;

import com.google.common.collect.ImmutableList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Runs a pipeline's lists with data dependencies alone, one job at a time, as simply as possible:
 * the independent witness for what hangs.
 */
final class NaiveExecutor {
  private record Done(JobKind kind, int chunk, int microBatch, int stage) {}

  private final PipelineSchedule pipeline;
  private final Set<Done> done = new HashSet<>();
  private final Set<Done> sends = new HashSet<>();

  private NaiveExecutor(PipelineSchedule pipeline) {
    this.pipeline = pipeline;
    for (StageSchedule schedule : pipeline.stageSchedules()) {
      for (Job job : schedule.jobs()) {
        if (job.kind() == JobKind.SEND_BACKWARD) {
          sends.add(done(job, schedule.stage()));
        }
      }
    }
  }

  /** Returns the job at which each unfinished stage waits for ever; empty if all lists end. */
  static ImmutableList<String> hang(PipelineSchedule pipeline) {
    return new NaiveExecutor(pipeline).run();
  }

  private ImmutableList<String> run() {
    int[] next = new int[pipeline.stages()];
    boolean moved = true;
    while (moved) {
      moved = false;
      for (StageSchedule schedule : pipeline.stageSchedules()) {
        int stage = schedule.stage();
        List<Job> jobs = schedule.jobs();
        while (next[stage] < jobs.size() && ready(jobs.get(next[stage]), stage)) {
          done.add(done(jobs.get(next[stage]++), stage));
          moved = true;
        }
      }
    }
    ImmutableList.Builder<String> waiting = ImmutableList.builder();
    for (StageSchedule schedule : pipeline.stageSchedules()) {
      if (next[schedule.stage()] < schedule.jobs().size()) {
        waiting.add(schedule.stage() + ": " + schedule.jobs().get(next[schedule.stage()]));
      }
    }
    return waiting.build();
  }

  private static Done done(Job job, int stage) {
    return new Done(job.kind(), job.chunk().orElse(-1), job.microBatch(), stage);
  }

  private boolean ready(Job job, int stage) {
    if (job.kind() == JobKind.OPTIMIZER) {
      return true;
    }
    int virtual = job.chunk().getAsInt() * pipeline.stages() + stage;
    int last = pipeline.chunks() * pipeline.stages() - 1;
    return switch (job.kind()) {
      case RECV_FORWARD, FORWARD -> virtual == 0 || has(JobKind.FORWARD, virtual - 1, job);
      case BACKWARD, BACKWARD_B ->
          has(JobKind.FORWARD, virtual, job) && (virtual == last || gradient(virtual + 1, job));
      case BACKWARD_W -> has(JobKind.BACKWARD_B, virtual, job);
      case SEND_BACKWARD -> has(JobKind.BACKWARD, virtual, job);
      case OPTIMIZER -> true;
    };
  }

  /** The next virtual stage's gradient: sent by a job of its own where there is one. */
  private boolean gradient(int virtual, Job job) {
    Done send = at(JobKind.SEND_BACKWARD, virtual, job);
    return sends.contains(send)
        ? done.contains(send)
        : has(JobKind.BACKWARD, virtual, job) || has(JobKind.BACKWARD_B, virtual, job);
  }

  private boolean has(JobKind kind, int virtual, Job job) {
    return done.contains(at(kind, virtual, job));
  }

  private Done at(JobKind kind, int virtual, Job job) {
    return new Done(
        kind, virtual / pipeline.stages(), job.microBatch(), virtual % pipeline.stages());
  }
}
