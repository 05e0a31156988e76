package org.vppscheduler.format;

import com.google.common.collect.ImmutableList;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.JobKind;
import org.vppscheduler.schedule.PipelineSchedule;
import org.vppscheduler.schedule.StageSchedule;

/** The cells of a stage's jobs. */
final class TorchRow {
  private final StageSchedule schedule;
  private final int stages;
  private final int lastVirtualStage;
  private final boolean receives;
  private final boolean sends;

  TorchRow(PipelineSchedule pipeline, StageSchedule schedule) {
    this.schedule = schedule;
    this.stages = pipeline.stages();
    this.lastVirtualStage = pipeline.stages() * pipeline.chunks() - 1;
    this.receives = has(schedule, JobKind.RECV_FORWARD);
    this.sends = has(schedule, JobKind.SEND_BACKWARD);
  }

  private static boolean has(StageSchedule schedule, JobKind kind) {
    return schedule.jobs().stream().anyMatch(job -> job.kind() == kind);
  }

  StageSchedule schedule() {
    return schedule;
  }

  /** Returns the cells of a job without its communication: at most one. */
  ImmutableList<TorchCell> compute(Job job) {
    return switch (job.kind()) {
      case FORWARD -> ImmutableList.of(cell(job, TorchAction.FORWARD));
      case BACKWARD -> ImmutableList.of(cell(job, TorchAction.BACKWARD));
      case BACKWARD_B -> ImmutableList.of(cell(job, TorchAction.BACKWARD_INPUT));
      case BACKWARD_W -> ImmutableList.of(cell(job, TorchAction.BACKWARD_WEIGHT));
      case RECV_FORWARD, SEND_BACKWARD, OPTIMIZER -> ImmutableList.of();
    };
  }

  /** Returns the cells of a job with its communication, in order. */
  ImmutableList<TorchCell> withCommunication(Job job) {
    ImmutableList.Builder<TorchCell> cells = ImmutableList.builder();
    if (job.kind() == JobKind.OPTIMIZER) {
      return cells.build();
    }
    // With one stage all virtual stages are on it, and nothing is sent.
    int virtual = virtualStage(job);
    boolean previous = stages > 1 && virtual > 0;
    boolean next = stages > 1 && virtual < lastVirtualStage;
    switch (job.kind()) {
      case RECV_FORWARD -> add(cells, previous, job, TorchAction.RECV_FORWARD);
      case FORWARD -> {
        add(cells, previous && !receives, job, TorchAction.RECV_FORWARD);
        cells.addAll(compute(job));
        add(cells, next, job, TorchAction.SEND_FORWARD);
      }
      case BACKWARD, BACKWARD_B -> {
        add(cells, next, job, TorchAction.RECV_BACKWARD);
        cells.addAll(compute(job));
        add(cells, previous && !sends, job, TorchAction.SEND_BACKWARD);
      }
      case SEND_BACKWARD -> add(cells, previous, job, TorchAction.SEND_BACKWARD);
      case BACKWARD_W, OPTIMIZER -> cells.addAll(compute(job));
    }
    return cells.build();
  }

  private void add(
      ImmutableList.Builder<TorchCell> cells, boolean condition, Job job, TorchAction action) {
    if (condition) {
      cells.add(cell(job, action));
    }
  }

  private TorchCell cell(Job job, TorchAction action) {
    return new TorchCell(virtualStage(job), action, job.microBatch());
  }

  private int virtualStage(Job job) {
    return job.chunk().getAsInt() * stages + schedule.stage();
  }
}
