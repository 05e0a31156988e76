package org.vppscheduler.testing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.JobKind;
import org.vppscheduler.schedule.PipelineSchedule;

/**
 * Runs lists in which each job stands once with blocking channels, as a run-time would: each stage
 * is a program of receives, runs and sends, each channel a queue. It shares nothing with the
 * library but the job types.
 */
public final class NaiveTransport {
  private enum Action {
    RECEIVE,
    RUN,
    SEND
  }

  /**
   * @param target the virtual stage to which the message goes
   */
  private record Op(Action action, String message, String channel, Job job, int target) {}

  private NaiveTransport() {}

  /** Returns whether the pipeline ends with channels of so many slots, or rendezvous when 0. */
  public static boolean completes(PipelineSchedule pipeline, int slots) {
    List<List<Op>> programs = new ArrayList<>();
    for (int stage = 0; stage < pipeline.stages(); stage++) {
      programs.add(program(pipeline, stage));
    }
    int[] next = new int[pipeline.stages()];
    Map<String, Integer> queued = new HashMap<>();
    Set<String> done = new HashSet<>();
    boolean moved = true;
    while (moved) {
      moved = false;
      for (int stage = 0; stage < next.length; stage++) {
        if (next[stage] == programs.get(stage).size()) {
          continue;
        }
        Op op = programs.get(stage).get(next[stage]);
        switch (op.action()) {
          case RUN -> {
            if (!done.containsAll(localNeeds(pipeline, stage, op.job()))) {
              continue;
            }
            done.add(name(stage, op.job()));
          }
          case RECEIVE -> {
            if (slots == 0 || queued.getOrDefault(op.channel(), 0) == 0) {
              continue; // Rendezvous: the sender moves both.
            }
            queued.merge(op.channel(), -1, Integer::sum);
          }
          case SEND -> {
            if (op.job().kind() == JobKind.SEND_BACKWARD
                && !done.containsAll(localNeeds(pipeline, stage, op.job()))) {
              continue;
            }
            if (slots > 0) {
              if (queued.getOrDefault(op.channel(), 0) == slots) {
                continue;
              }
              queued.merge(op.channel(), 1, Integer::sum);
            } else {
              int other = op.target() % pipeline.stages();
              if (next[other] == programs.get(other).size()) {
                continue;
              }
              Op receive = programs.get(other).get(next[other]);
              if (receive.action() != Action.RECEIVE || !receive.message().equals(op.message())) {
                continue;
              }
              next[other]++;
              if (receive.job().kind() == JobKind.RECV_FORWARD) {
                done.add(name(other, receive.job()));
              }
            }
          }
        }
        if (op.job().kind() == JobKind.RECV_FORWARD || op.job().kind() == JobKind.SEND_BACKWARD) {
          done.add(name(stage, op.job()));
        }
        next[stage]++;
        moved = true;
      }
    }
    for (int stage = 0; stage < next.length; stage++) {
      if (next[stage] < programs.get(stage).size()) {
        return false;
      }
    }
    return true;
  }

  private static String name(int stage, Job job) {
    return stage + " " + job.kind() + " " + job.chunk() + " " + job.microBatch();
  }

  private static boolean holds(PipelineSchedule pipeline, JobKind kind) {
    return pipeline.stageSchedules().stream()
        .anyMatch(stage -> stage.jobs().stream().anyMatch(job -> job.kind() == kind));
  }

  /** What must have run on the same stage. */
  private static List<String> localNeeds(PipelineSchedule pipeline, int stage, Job job) {
    List<String> needs = new ArrayList<>();
    int chunk = job.chunk().orElse(-1);
    int last = pipeline.chunks() - 1;
    boolean alone = pipeline.stages() == 1;
    JobKind backward = holds(pipeline, JobKind.BACKWARD_B) ? JobKind.BACKWARD_B : JobKind.BACKWARD;
    switch (job.kind()) {
      case RECV_FORWARD -> {
        if (alone && chunk > 0) {
          needs.add(name(stage, Job.of(JobKind.FORWARD, chunk - 1, job.microBatch())));
        }
      }
      case FORWARD -> {
        if (holds(pipeline, JobKind.RECV_FORWARD)) {
          needs.add(name(stage, Job.of(JobKind.RECV_FORWARD, chunk, job.microBatch())));
        } else if (alone && chunk > 0) {
          needs.add(name(stage, Job.of(JobKind.FORWARD, chunk - 1, job.microBatch())));
        }
      }
      case BACKWARD, BACKWARD_B -> {
        needs.add(name(stage, Job.of(JobKind.FORWARD, chunk, job.microBatch())));
        if (alone && chunk < last) {
          JobKind from = holds(pipeline, JobKind.SEND_BACKWARD) ? JobKind.SEND_BACKWARD : backward;
          needs.add(name(stage, Job.of(from, chunk + 1, job.microBatch())));
        }
      }
      case BACKWARD_W ->
          needs.add(name(stage, Job.of(JobKind.BACKWARD_B, chunk, job.microBatch())));
      case SEND_BACKWARD -> needs.add(name(stage, Job.of(backward, chunk, job.microBatch())));
      case OPTIMIZER ->
          pipeline.stage(stage).jobs().stream()
              .filter(other -> other.kind() != JobKind.OPTIMIZER)
              .forEach(other -> needs.add(name(stage, other)));
    }
    return needs;
  }

  private static List<Op> program(PipelineSchedule pipeline, int stage) {
    boolean receives = holds(pipeline, JobKind.RECV_FORWARD);
    boolean sends = holds(pipeline, JobKind.SEND_BACKWARD);
    List<Op> ops = new ArrayList<>();
    for (Job job : pipeline.stage(stage).jobs()) {
      if (job.kind() == JobKind.OPTIMIZER || pipeline.stages() == 1) {
        ops.add(new Op(Action.RUN, "", "", job, -1));
        continue;
      }
      int virtual = job.chunk().getAsInt() * pipeline.stages() + stage;
      int last = pipeline.stages() * pipeline.chunks() - 1;
      int batch = job.microBatch();
      switch (job.kind()) {
        case RECV_FORWARD -> {
          if (virtual > 0) {
            ops.add(activation(Action.RECEIVE, virtual - 1, batch, job, pipeline));
          } else {
            ops.add(new Op(Action.RUN, "", "", job, -1));
          }
        }
        case FORWARD -> {
          if (!receives && virtual > 0) {
            ops.add(activation(Action.RECEIVE, virtual - 1, batch, job, pipeline));
          }
          ops.add(new Op(Action.RUN, "", "", job, -1));
          if (virtual < last) {
            ops.add(activation(Action.SEND, virtual, batch, job, pipeline));
          }
        }
        case BACKWARD, BACKWARD_B -> {
          if (virtual < last) {
            ops.add(gradient(Action.RECEIVE, virtual + 1, batch, job, pipeline));
          }
          ops.add(new Op(Action.RUN, "", "", job, -1));
          if (!sends && virtual > 0) {
            ops.add(gradient(Action.SEND, virtual, batch, job, pipeline));
          }
        }
        case SEND_BACKWARD -> {
          if (virtual > 0) {
            ops.add(gradient(Action.SEND, virtual, batch, job, pipeline));
          } else {
            ops.add(new Op(Action.RUN, "", "", job, -1));
          }
        }
        case BACKWARD_W -> ops.add(new Op(Action.RUN, "", "", job, -1));
        case OPTIMIZER -> throw new AssertionError();
      }
    }
    return ops;
  }

  private static Op activation(
      Action action, int sender, int batch, Job job, PipelineSchedule pipeline) {
    return new Op(
        action,
        "activation " + sender + " " + batch,
        "activations of " + sender % pipeline.stages(),
        job,
        sender + 1);
  }

  private static Op gradient(
      Action action, int sender, int batch, Job job, PipelineSchedule pipeline) {
    return new Op(
        action,
        "gradient " + sender + " " + batch,
        "gradients of " + sender % pipeline.stages(),
        job,
        sender - 1);
  }
}
