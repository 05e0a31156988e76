package org.vppscheduler.check;

import java.util.Arrays;

/**
 * Steps on stages, and what each step waits for: its predecessor on the stage and at most two
 * others.
 *
 * <p>Steps are numbered through, stage after stage. A step's dependencies lie on its own stage or
 * on a neighbour in the ring of stages; both {@link #run} and {@link ShortestCycle} rest on that.
 * The arrays are shared with the creator and never change afterwards.
 */
final class WaitGraph {
  /** In place of a dependency: there is none. */
  static final int NONE = -1;

  /** In place of a dependency: on something that no list holds, and that never comes. */
  static final int NEVER = -2;

  /** The first step of each stage, and at the end the number of all steps. */
  private final int[] starts;

  private final int[] first;
  private final int[] second;

  WaitGraph(int[] starts, int[] first, int[] second) {
    this.starts = starts;
    this.first = first;
    this.second = second;
  }

  int stages() {
    return starts.length - 1;
  }

  int steps() {
    return first.length;
  }

  int start(int stage) {
    return starts[stage];
  }

  int end(int stage) {
    return starts[stage + 1];
  }

  int stage(int step) {
    int found = Arrays.binarySearch(starts, step);
    if (found < 0) {
      return -found - 2;
    }
    // Stages without steps start where the next one starts: the step belongs to the last of them.
    while (starts[found + 1] == step) {
      found++;
    }
    return found;
  }

  /** Returns a dependency, by its place 0 or 1: a step, {@link #NONE} or {@link #NEVER}. */
  int dependency(int step, int place) {
    return place == 0 ? first[step] : second[step];
  }

  /**
   * Runs every step that can ever run, each after its predecessor and its dependencies, and tells
   * the visitor. The order is the same each time. Linear: a stage is looked at again only when a
   * neighbour has moved.
   *
   * @return for each stage the first step that did not run, or its end
   */
  int[] run(JobGraph.Visitor visitor) {
    int stages = stages();
    int[] next = Arrays.copyOf(starts, stages);
    boolean[] done = new boolean[steps()];
    int[] queue = new int[stages];
    boolean[] queued = new boolean[stages];
    int head = 0;
    int size = stages;
    for (int stage = 0; stage < stages; stage++) {
      queue[stage] = stage;
      queued[stage] = true;
    }
    while (size > 0) {
      int stage = queue[head];
      head = head + 1 == stages ? 0 : head + 1;
      size--;
      queued[stage] = false;
      int step = next[stage];
      int end = end(stage);
      while (step < end && isDone(first[step], done) && isDone(second[step], done)) {
        visitor.visit(stage, step);
        done[step] = true;
        step++;
      }
      if (step == next[stage]) {
        continue;
      }
      next[stage] = step;
      int before = stage == 0 ? stages - 1 : stage - 1;
      int after = stage + 1 == stages ? 0 : stage + 1;
      for (int turn = 0; turn < 2; turn++) {
        int neighbour = turn == 0 ? after : before;
        if (!queued[neighbour]) {
          int tail = head + size;
          queue[tail >= stages ? tail - stages : tail] = neighbour;
          queued[neighbour] = true;
          size++;
        }
      }
    }
    return next;
  }

  private static boolean isDone(int dependency, boolean[] done) {
    return dependency >= 0 ? done[dependency] : dependency == NONE;
  }
}
