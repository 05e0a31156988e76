package org.vppscheduler.simulate;

import java.util.BitSet;
import org.vppscheduler.check.JobGraph;
import org.vppscheduler.schedule.Job;

/**
 * Follows the activations of one stage through the jobs that ran, in their order: a forward makes
 * one when it starts; its backward, or the backward_w of a split one, ends its life when it ends.
 * Where lists hold a job twice, the first one counts.
 */
final class ActivationWalk {
  private final JobGraph graph;
  private final CostModel costs;
  private final int stage;
  private final int firstNode;
  private final int jobCount;

  /** By index: the forwards whose activation is live. */
  private final BitSet live;

  private int index = -1;
  private int change;
  private long size;

  /**
   * Begins before the first job.
   *
   * @param jobCount how many jobs ran
   */
  ActivationWalk(JobGraph graph, CostModel costs, int stage, int jobCount) {
    this.graph = graph;
    this.costs = costs;
    this.stage = stage;
    this.firstNode = graph.firstNode(stage);
    this.jobCount = jobCount;
    this.live = new BitSet(jobCount);
  }

  /** Goes on to the next job; returns whether there is one. */
  boolean next() {
    index++;
    if (index >= jobCount) {
      return false;
    }
    Job job = graph.pipeline().stage(stage).jobs().get(index);
    int node = firstNode + index;
    change =
        switch (job.kind()) {
          case FORWARD -> {
            live.set(index);
            yield 1;
          }
          case BACKWARD -> ended(node);
          case BACKWARD_W ->
              graph.dependencyCount(node) == 0 ? 0 : ended(graph.dependency(node, 0));
          case BACKWARD_B, RECV_FORWARD, SEND_BACKWARD, OPTIMIZER -> 0;
        };
    size = change == 0 ? 0 : costs.activation(stage, job.chunk().orElseThrow());
    return true;
  }

  /** Ends the life of the activation that a backward, whole or first part, has used. */
  private int ended(int backward) {
    if (graph.dependencyCount(backward) == 0) {
      return 0;
    }
    int forward = graph.dependency(backward, 0) - firstNode;
    // Where its forward is in no list, its first dependency is what sends the gradient.
    if (forward < 0 || forward >= jobCount || !live.get(forward)) {
      return 0;
    }
    live.clear(forward);
    return -1;
  }

  /** Returns by how many the job changes the live activations: 1 at its start, -1 at its end. */
  int change() {
    return change;
  }

  /** Returns the size of the activation that the job makes or ends; 0 if it does neither. */
  long size() {
    return size;
  }
}
