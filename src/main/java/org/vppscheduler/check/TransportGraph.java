package org.vppscheduler.check;

import java.util.Arrays;
import java.util.Optional;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.JobKind;

/**
 * The jobs of a {@link JobGraph} taken apart into what blocking communication can stop: receiving,
 * running, sending.
 *
 * <p>A message is received right before the job that depends on it and sent right after the one
 * that is depended on; recv_forward and send_backward jobs are nothing but that receive and that
 * send. So a job is one to three steps: a receive if a message comes, its run, and a send if a
 * message goes.
 *
 * <p>A channel model is nothing but more dependencies between steps, so that the run and the cycle
 * finder of plain job graphs serve here too. With the messages of each channel counted from 0 in
 * the order in which they are sent:
 *
 * <ul>
 *   <li>slots(k): the receive of a message waits for the end of its send; the send of message n
 *       waits for the end of the receive of message n-k;
 *   <li>rendezvous: a send waits until the other stage has come to the receive, and a receive until
 *       the other stage has come to the send. "Has come to x" is the end of the step before x.
 * </ul>
 *
 * Built once for a pipeline, then asked for one model after another.
 */
final class TransportGraph {
  private final JobGraph jobs;
  private final Channels channels;

  /** The first step of each job, and at the end the number of all steps. */
  private final int[] firstSteps;

  private final int[] stageStarts;

  /** By node: the first job that receives its message; NEVER if none does. */
  private final int[] receiverOf;

  TransportGraph(JobGraph jobs, Channels channels) {
    this.jobs = jobs;
    this.channels = channels;
    int stages = jobs.pipeline().stages();
    this.firstSteps = new int[jobs.jobCount() + 1];
    this.stageStarts = new int[stages + 1];
    for (int stage = 0; stage < stages; stage++) {
      int node = jobs.firstNode(stage);
      stageStarts[stage] = firstSteps[node];
      for (Job job : jobs.pipeline().stage(stage).jobs()) {
        firstSteps[node + 1] = Math.addExact(firstSteps[node], steps(stage, job));
        node++;
      }
    }
    stageStarts[stages] = firstSteps[jobs.jobCount()];
    this.receiverOf = new int[jobs.jobCount()];
    Arrays.fill(receiverOf, WaitGraph.NEVER);
    for (int channel = 0; channel < channels.count(); channel++) {
      for (int receiver : channels.receivers(channel)) {
        int source = channels.source(channel, receiver);
        if (source >= 0 && receiverOf[source] == WaitGraph.NEVER) {
          receiverOf[source] = receiver;
        }
      }
    }
  }

  private int steps(int stage, Job job) {
    if (job.kind() == JobKind.RECV_FORWARD || job.kind() == JobKind.SEND_BACKWARD) {
      return 1;
    }
    return 1 + (jobs.receives(stage, job) ? 1 : 0) + (jobs.sends(stage, job) ? 1 : 0);
  }

  private int receiveStep(int node) {
    return firstSteps[node];
  }

  private int sendStep(int node) {
    return firstSteps[node + 1] - 1;
  }

  /** Returns the number of messages on the busiest channel: as many slots as can ever matter. */
  int mostMessages() {
    int most = 0;
    for (int channel = 0; channel < channels.count(); channel++) {
      most = Math.max(most, channels.senders(channel).length);
    }
    return most;
  }

  /** Returns where the pipeline hangs when every send waits for its receive, if it does. */
  Optional<Hang> runWithRendezvous() {
    return run(0);
  }

  /** Returns where the pipeline hangs with a number of slots in each channel, if it does. */
  Optional<Hang> runWithSlots(int slots) {
    return run(slots);
  }

  /**
   * @param slots how many, or 0 for rendezvous
   */
  private Optional<Hang> run(int slots) {
    int[] first = new int[stageStarts[stageStarts.length - 1]];
    int[] second = new int[first.length];
    Arrays.fill(first, WaitGraph.NONE);
    Arrays.fill(second, WaitGraph.NONE);
    for (int stage = 0; stage < stageStarts.length - 1; stage++) {
      addDependencies(stage, slots, first, second);
    }
    for (int channel = 0; channel < channels.count(); channel++) {
      int[] senders = channels.senders(channel);
      for (int n = slots; n < senders.length; n++) {
        int receiver = receiverOf[senders[n - slots]];
        second[sendStep(senders[n])] =
            receiver < 0 ? receiver : orComeTo(receiveStep(receiver), slots);
      }
    }
    WaitGraph graph = new WaitGraph(stageStarts, first, second);
    int[] next = graph.run((stage, step) -> {});
    return Hangs.find(graph, next, new TransportSteps(graph, slots));
  }

  private void addDependencies(int stage, int slots, int[] first, int[] second) {
    int node = jobs.firstNode(stage);
    for (Job job : jobs.pipeline().stage(stage).jobs()) {
      boolean receives = jobs.receives(stage, job);
      int messagePlace = receives ? Channels.messagePlace(job.kind()) : -1;
      int run = firstSteps[node] + (receives && job.kind() != JobKind.RECV_FORWARD ? 1 : 0);
      for (int place = 0; place < 2; place++) {
        int dependency = jobs.waits().dependency(node, place);
        if (dependency == WaitGraph.NONE) {
          continue;
        }
        if (place == messagePlace) {
          first[receiveStep(node)] =
              dependency < 0 ? dependency : orComeTo(sendStep(dependency), slots);
        } else {
          int step = dependency < 0 ? dependency : sendStep(dependency);
          if (first[run] == WaitGraph.NONE) {
            first[run] = step;
          } else {
            second[run] = step;
          }
        }
      }
      node++;
    }
  }

  /** Returns what to wait for: the end of a step or, for rendezvous, that its stage comes to it. */
  private int orComeTo(int step, int slots) {
    if (slots > 0) {
      return step;
    }
    boolean isFirst = Arrays.binarySearch(stageStarts, step) >= 0;
    return isFirst ? WaitGraph.NONE : step - 1;
  }

  private int job(int step) {
    int found = Arrays.binarySearch(firstSteps, step);
    return found >= 0 ? found : -found - 2;
  }

  /** What the steps are, under one channel model. */
  private final class TransportSteps implements Hangs.Steps {
    private final WaitGraph graph;
    private final int slots;

    TransportSteps(WaitGraph graph, int slots) {
      this.graph = graph;
      this.slots = slots;
    }

    @Override
    public int job(int step) {
      return TransportGraph.this.job(step);
    }

    @Override
    public int awaitedJob(int step, int place) {
      int awaited = graph.dependency(step, place);
      if (awaited < 0) {
        return awaited;
      }
      boolean comesTo = slots == 0 && graph.stage(awaited) != graph.stage(step);
      return job(comesTo ? awaited + 1 : awaited);
    }

    @Override
    public JobAt describe(int job) {
      return jobs.jobAt(job);
    }

    @Override
    public JobAt describeMissing(int step, int place) {
      int node = job(step);
      if (isSend(step, place)) {
        return jobs.missingReceiver(slots == 0 ? node : earlierSender(node));
      }
      return jobs.missingDependencies(node).get(0);
    }

    private int earlierSender(int node) {
      for (int channel = 0; channel < channels.count(); channel++) {
        int found = Arrays.binarySearch(channels.senders(channel), node);
        if (found >= 0) {
          return channels.senders(channel)[found - slots];
        }
      }
      throw new AssertionError("only a sender waits for a slot");
    }

    private boolean isSend(int step, int place) {
      JobAt at = jobs.jobAt(job(step));
      return place == 1 && jobs.sends(at.stage(), at.job()) && step == sendStep(job(step));
    }

    @Override
    public Wait.Reason reason(int step, int place) {
      if (!isSend(step, place)) {
        return Wait.Reason.RESULT;
      }
      return slots == 0 ? Wait.Reason.RECEIVER : Wait.Reason.SLOT;
    }
  }
}
