package org.vppscheduler.check;

import java.util.Arrays;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.JobKind;
import org.vppscheduler.schedule.PipelineSchedule;

/**
 * The messages between the stages of a {@link JobGraph}: who sends and who receives on each
 * channel, in the order of the lists.
 *
 * <p>A message is a dependency on a job of another stage. There are two channels a stage: 2s
 * carries the activations that stage s sends to s+1, 2s+1 the gradients it sends to s-1, round the
 * ring.
 */
final class Channels {
  private final JobGraph graph;

  /** By channel: the nodes that send or receive on it, in list order, so ascending. */
  private final int[][] senders;

  private final int[][] receivers;

  Channels(JobGraph graph) {
    this.graph = graph;
    PipelineSchedule pipeline = graph.pipeline();
    int channels = 2 * pipeline.stages();
    this.senders = new int[channels][0];
    this.receivers = new int[channels][0];
    for (int stage = 0; stage < pipeline.stages(); stage++) {
      int jobs = pipeline.stage(stage).jobs().size();
      // A stage sends on two channels and receives on two; none holds more than the stage's jobs.
      int[][] found = new int[4][jobs];
      int[] counts = new int[4];
      int node = graph.firstNode(stage);
      for (Job job : pipeline.stage(stage).jobs()) {
        int gradient = isActivation(job.kind()) ? 0 : 1;
        if (graph.sends(stage, job)) {
          found[gradient][counts[gradient]++] = node;
        }
        if (graph.receives(stage, job)) {
          found[2 + gradient][counts[2 + gradient]++] = node;
        }
        node++;
      }
      int before = Math.floorMod(stage - 1, pipeline.stages());
      int after = Math.floorMod(stage + 1, pipeline.stages());
      senders[2 * stage] = Arrays.copyOf(found[0], counts[0]);
      senders[2 * stage + 1] = Arrays.copyOf(found[1], counts[1]);
      receivers[2 * before] = Arrays.copyOf(found[2], counts[2]);
      receivers[2 * after + 1] = Arrays.copyOf(found[3], counts[3]);
    }
  }

  private static boolean isActivation(JobKind kind) {
    return kind == JobKind.FORWARD || kind == JobKind.RECV_FORWARD;
  }

  int count() {
    return senders.length;
  }

  /** Returns the nodes that send on a channel, ascending. The array is shared: do not change it. */
  int[] senders(int channel) {
    return senders[channel];
  }

  /** Returns the nodes that receive on a channel, ascending. Shared: do not change it. */
  int[] receivers(int channel) {
    return receivers[channel];
  }

  /** Returns the node that sends what a receiver waits for, or {@link WaitGraph#NEVER}. */
  int source(int channel, int receiver) {
    return graph.waits().dependency(receiver, carriesActivations(channel) ? 0 : 1);
  }

  /** Returns the place, among a receiving job's two dependencies, of its message. */
  static int messagePlace(JobKind kind) {
    return isActivation(kind) ? 0 : 1;
  }

  boolean carriesActivations(int channel) {
    return channel % 2 == 0;
  }
}
