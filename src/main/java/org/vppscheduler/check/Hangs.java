package org.vppscheduler.check;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Turns the place where a {@link WaitGraph} stopped running into a {@link Hang}. */
final class Hangs {
  private Hangs() {}

  /** What the steps of a wait graph are, in terms of the jobs of a {@link JobGraph}. */
  interface Steps {
    /** Returns the node of the job that a step belongs to. */
    int job(int step);

    /** Returns the node of the job that a dependency stands for, which must not be missing. */
    int awaitedJob(int step, int place);

    /** Returns a job by its node. */
    JobAt describe(int job);

    /** Returns the job that a dependency asks for and that no list holds. */
    JobAt describeMissing(int step, int place);

    /** Returns why the step has this dependency. */
    Wait.Reason reason(int step, int place);
  }

  /**
   * Returns the hang, or empty if every step ran.
   *
   * @param next for each stage the first step that did not run, or its end
   */
  static Optional<Hang> find(WaitGraph graph, int[] next, Steps steps) {
    ImmutableList.Builder<Wait> waits = ImmutableList.builder();
    boolean hangs = false;
    for (int stage = 0; stage < graph.stages(); stage++) {
      if (next[stage] < graph.end(stage)) {
        waits.add(firstWait(graph, next, next[stage], steps));
        hangs = true;
      }
    }
    if (!hangs) {
      return Optional.empty();
    }
    Optional<WaitCycle> cycle =
        new ShortestCycle(graph, next, steps).find().map(links -> describe(links, steps));
    return Optional.of(new Hang(waits.build(), cycle));
  }

  private static Wait firstWait(WaitGraph graph, int[] next, int step, Steps steps) {
    JobAt waiting = steps.describe(steps.job(step));
    for (int place = 0; place < 2; place++) {
      int awaited = graph.dependency(step, place);
      if (awaited == WaitGraph.NEVER) {
        return new Wait(waiting, steps.describeMissing(step, place), steps.reason(step, place));
      }
      if (awaited >= 0 && awaited >= next[graph.stage(awaited)]) {
        return new Wait(
            waiting, steps.describe(steps.awaitedJob(step, place)), steps.reason(step, place));
      }
    }
    throw new AssertionError("a step without open dependency has run");
  }

  /** Returns the cycle, turned so that it starts at the lowest stage and index. */
  private static WaitCycle describe(List<ShortestCycle.Link> links, Steps steps) {
    List<Wait> waits = new ArrayList<>();
    for (int i = 0; i < links.size(); i++) {
      ShortestCycle.Link link = links.get(i);
      JobAt waiting = steps.describe(steps.job(link.step()));
      JobAt awaited = steps.describe(steps.awaitedJob(link.step(), link.place()));
      waits.add(new Wait(waiting, awaited, steps.reason(link.step(), link.place())));
      JobAt next = steps.describe(steps.job(links.get((i + 1) % links.size()).step()));
      if (!next.equals(awaited)) {
        waits.add(new Wait(awaited, next, Wait.Reason.LIST_ORDER));
      }
    }
    Wait first =
        Collections.min(
            waits,
            Comparator.comparing((Wait wait) -> wait.waiting().stage())
                .thenComparing(wait -> wait.waiting().index().getAsInt()));
    Collections.rotate(waits, -waits.indexOf(first));
    return WaitCycle.of(waits);
  }
}
