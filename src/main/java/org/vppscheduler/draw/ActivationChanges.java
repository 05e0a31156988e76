package org.vppscheduler.draw;

import java.util.BitSet;
import org.vppscheduler.check.JobGraph;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.simulate.StageTimeline;
import org.vppscheduler.simulate.Timeline;

/**
 * How the live activations of one stage change with each of its jobs: a forward makes one when it
 * starts; a backward, or the backward_w of a split one, ends its life when it ends.
 */
final class ActivationChanges {
  private final long[] changes;

  private ActivationChanges(long[] changes) {
    this.changes = changes;
  }

  static ActivationChanges of(Timeline timeline, StageTimeline stage) {
    JobGraph graph = timeline.graph();
    int firstNode = graph.firstNode(stage.stage());
    long[] changes = new long[stage.jobCount()];
    BitSet live = new BitSet(changes.length);
    for (int index = 0; index < changes.length; index++) {
      Job job = stage.job(index);
      int node = firstNode + index;
      switch (job.kind()) {
        case FORWARD -> {
          live.set(index);
          changes[index] = size(timeline, stage, job);
        }
        case BACKWARD -> changes[index] = -released(timeline, stage, node, live);
        case BACKWARD_W ->
            changes[index] =
                graph.dependencyCount(node) == 0
                    ? 0
                    : -released(timeline, stage, graph.dependency(node, 0), live);
        case BACKWARD_B, RECV_FORWARD, SEND_BACKWARD, OPTIMIZER -> {}
      }
    }
    return new ActivationChanges(changes);
  }

  /** Ends the life of the activation that a backward, whole or first part, has used. */
  private static long released(Timeline timeline, StageTimeline stage, int backward, BitSet live) {
    JobGraph graph = timeline.graph();
    if (graph.dependencyCount(backward) == 0) {
      return 0;
    }
    int forward = graph.dependency(backward, 0) - graph.firstNode(stage.stage());
    if (forward < 0 || forward >= stage.jobCount() || !live.get(forward)) {
      return 0;
    }
    live.clear(forward);
    return size(timeline, stage, stage.job(forward));
  }

  private static long size(Timeline timeline, StageTimeline stage, Job job) {
    return timeline.costs().activation(stage.stage(), job.chunk().orElseThrow());
  }

  /**
   * Returns by what a job changes the size of the live activations: above 0 when it starts, below 0
   * when it ends.
   */
  long change(int index) {
    return changes[index];
  }
}
