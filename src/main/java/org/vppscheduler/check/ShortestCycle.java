package org.vppscheduler.check;

import com.google.common.collect.ImmutableList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Finds a cycle with the fewest dependencies among the steps that never run, in linear time.
 *
 * <p>A wait for an earlier step of the same stage is free. Then a cycle that comes to a stage twice
 * is never the shortest: say it enters the stage at step a and leaves it from a step before a, and
 * enters again at b; whichever of the two visits enters later can leave the way the other leaves,
 * and what lies between drops out. So a shortest cycle comes to each stage at most once, and since
 * dependencies lead to neighbours in the ring of stages only, it is one of three: a step that waits
 * for a later one of its own stage; two neighbours that wait for each other; or once round the
 * whole ring, this way or that. Each is found with running maxima: how far, at most, do the
 * dependencies of this step and all before it reach into the neighbour's list?
 *
 * <p>Among the cycles with equally few dependencies the first one found with the fewest jobs wins.
 * No other cycle has fewer jobs, except that one round the ring can, where even the best of them
 * passes to an earlier job of a list more than once. With n steps, looking for those that do so
 * once takes O(n·S) steps at worst, when long chains of dependencies lead nowhere.
 */
final class ShortestCycle {
  /** A step, and the step that it waits for as the dependency at a place. */
  record Link(int step, int place, int target) {}

  private static final int UNREACHED = -1;

  private final WaitGraph graph;
  private final int[] next;
  private final Hangs.Steps steps;
  private final int stages;

  private List<Link> best = ImmutableList.of();
  private int bestJobs = Integer.MAX_VALUE;

  ShortestCycle(WaitGraph graph, int[] next, Hangs.Steps steps) {
    this.graph = graph;
    this.next = next;
    this.steps = steps;
    this.stages = graph.stages();
  }

  /** Returns the links of the cycle in its order, or empty if there is none. */
  Optional<List<Link>> find() {
    findOnOneStage();
    if (best.isEmpty() && stages > 1) {
      int[] reachAfter = reaches(+1);
      int[] reachBefore = stages > 2 ? reaches(-1) : reachAfter;
      for (int stage = 0; stage < (stages > 2 ? stages : 1); stage++) {
        findBetween(stage, neighbour(stage, +1), reachBefore);
      }
      if (best.isEmpty() && stages > 2) {
        findRoundWithOneListStep(+1);
        findRoundWithOneListStep(-1);
      }
      if (best.isEmpty() && stages > 2) {
        findRound(+1, reachAfter);
        findRound(-1, reachBefore);
      }
    }
    return best.isEmpty() ? Optional.empty() : Optional.of(best);
  }

  private int neighbour(int stage, int direction) {
    return Math.floorMod(stage + direction, stages);
  }

  /** Returns the farthest step of a stage that a step waits for, or {@link #UNREACHED}. */
  private int target(int step, int stage) {
    return Math.max(target(step, 0, stage), target(step, 1, stage));
  }

  private int target(int step, int place, int stage) {
    int target = graph.dependency(step, place);
    return target >= next[stage] && target < graph.end(stage) ? target : UNREACHED;
  }

  private Link link(int step, int stage) {
    int target = target(step, stage);
    return new Link(step, target(step, 0, stage) == target ? 0 : 1, target);
  }

  /** For each stuck step: the farthest target, in the neighbour, of it and all before it. */
  private int[] reaches(int direction) {
    int[] reaches = new int[graph.steps()];
    for (int stage = 0; stage < stages; stage++) {
      int neighbour = neighbour(stage, direction);
      int reach = UNREACHED;
      for (int step = next[stage]; step < graph.end(stage); step++) {
        reach = Math.max(reach, target(step, neighbour));
        reaches[step] = reach;
      }
    }
    return reaches;
  }

  private void findOnOneStage() {
    for (int stage = 0; stage < stages; stage++) {
      for (int step = next[stage]; step < graph.end(stage); step++) {
        if (target(step, stage) > step) {
          offer(ImmutableList.of(link(step, stage)));
          return;
        }
      }
    }
  }

  private void findBetween(int stage, int other, int[] reachFromOther) {
    findWithTurningJob(stage, other);
    findWithTurningJob(other, stage);
    if (!best.isEmpty()) {
      return;
    }
    for (int step = next[stage]; step < graph.end(stage); step++) {
      int entered = target(step, other);
      if (entered != UNREACHED && reachFromOther[entered] >= step) {
        int left = firstReaching(step, other, entered, reachFromOther);
        offer(ImmutableList.of(link(step, other), link(left, stage)));
        return;
      }
    }
  }

  /** Looks for a step that waits for a job of another stage that itself waits for a later step. */
  private void findWithTurningJob(int stage, int other) {
    for (int step = next[stage]; step < graph.end(stage); step++) {
      if (target(step, other) != UNREACHED) {
        Link in = link(step, other);
        int left = leaveFromAwaitedJob(in, stage, step);
        if (left != UNREACHED) {
          offer(ImmutableList.of(in, link(left, stage)));
        }
      }
    }
  }

  /** Returns a step of the very job that a link waits for that reaches far enough. */
  private int leaveFromAwaitedJob(Link in, int stage, int least) {
    int awaited = steps.awaitedJob(in.step(), in.place());
    for (int step = in.target(); step >= 0 && steps.job(step) == awaited; step--) {
      if (target(step, stage) >= least) {
        return step;
      }
    }
    return UNREACHED;
  }

  /** Returns the first step of a stage, up to {@code last}, that reaches at least to a step. */
  private int firstReaching(int least, int stage, int last, int[] reaches) {
    int low = next[stage];
    int high = last;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (reaches[middle] >= least) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** Looks for a step from which dependencies alone lead once round the ring, to a later step. */
  private void findRoundWithOneListStep(int direction) {
    for (int stage = 0; stage < stages; stage++) {
      for (int step = next[stage]; step < graph.end(stage); step++) {
        int at = step;
        for (int hop = 1; hop <= stages && at != UNREACHED; hop++) {
          at = target(at, neighbour(stage, hop * direction));
        }
        if (at > step) {
          Link[] links = new Link[stages];
          at = step;
          for (int hop = 0; hop < stages; hop++) {
            links[hop] = link(at, neighbour(stage, (hop + 1) * direction));
            at = links[hop].target();
          }
          offer(Arrays.asList(links));
          return;
        }
      }
    }
  }

  private void findRound(int direction, int[] reaches) {
    int second = neighbour(0, direction);
    for (int step = next[0]; step < graph.end(0); step++) {
      int[] entered = new int[stages];
      int at = target(step, second);
      for (int hop = 1; hop < stages && at != UNREACHED; hop++) {
        entered[hop] = at;
        at = reaches[at];
      }
      if (at >= step) {
        offer(round(step, direction, entered, reaches));
      }
    }
  }

  /**
   * Returns the cycle round the ring that starts at a step of stage 0.
   *
   * @param entered for each hop the farthest step at which its stage can be entered
   */
  private List<Link> round(int start, int direction, int[] entered, int[] reaches) {
    // From the end: the first step from which each stage can be left and still close the circle.
    int[] leave = new int[stages];
    int least = start;
    for (int hop = stages - 1; hop > 0; hop--) {
      least = firstReaching(least, Math.floorMod(hop * direction, stages), entered[hop], reaches);
      leave[hop] = least;
    }
    leave[0] = start;
    Link[] links = new Link[stages];
    links[0] = link(start, neighbour(0, direction));
    for (int hop = 1; hop < stages; hop++) {
      int following = Math.floorMod((hop + 1) * direction, stages);
      int needed = leave[(hop + 1) % stages];
      int left = leaveFromAwaitedJob(links[hop - 1], following, needed);
      links[hop] = link(left == UNREACHED ? leave[hop] : left, following);
    }
    return Arrays.asList(links);
  }

  private void offer(List<Link> cycle) {
    int jobs = 0;
    for (int i = 0; i < cycle.size(); i++) {
      Link link = cycle.get(i);
      int following = steps.job(cycle.get((i + 1) % cycle.size()).step());
      jobs += following == steps.awaitedJob(link.step(), link.place()) ? 1 : 2;
    }
    if (jobs < bestJobs) {
      best = cycle;
      bestJobs = jobs;
    }
  }
}
