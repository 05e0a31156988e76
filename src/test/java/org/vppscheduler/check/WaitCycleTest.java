package org.vppscheduler.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.vppscheduler.schedule.Dialect;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.JobKind;
import org.vppscheduler.schedule.PipelineSchedule;
import org.vppscheduler.testing.NaiveExecutor;
import org.vppscheduler.testing.Pipelines;

/** The cycle shown is one, and none is shorter. */
final class WaitCycleTest {
  private static Optional<Hang> hang(PipelineSchedule pipeline) {
    return PipelineCheck.create().check(pipeline).hang();
  }

  private static Stream<PipelineSchedule> referencePipelines(Dialect dialect) {
    List<PipelineSchedule> pipelines = new ArrayList<>();
    for (int stages = 1; stages <= 8; stages++) {
      for (int chunks = 1; chunks <= 5; chunks++) {
        for (int microBatches = stages; microBatches <= 4 * stages + 3; microBatches++) {
          pipelines.add(Pipelines.reference(stages, chunks, microBatches, dialect));
        }
      }
    }
    return pipelines.stream();
  }

  private static Stream<PipelineSchedule> smallHangs() {
    return Stream.of(Dialect.values())
        .flatMap(WaitCycleTest::referencePipelines)
        .filter(pipeline -> pipeline.jobCount() < 250 && hang(pipeline).isPresent());
  }

  private static List<String> hangs(Dialect dialect) {
    return referencePipelines(dialect)
        .filter(pipeline -> hang(pipeline).isPresent())
        .map(
            pipeline -> pipeline.stages() + "," + pipeline.chunks() + "," + pipeline.microBatches())
        .toList();
  }

  @ParameterizedTest
  @EnumSource
  void hang_referenceGrouping_isWhereANaiveExecutorHangs(Dialect dialect) {
    referencePipelines(dialect)
        .forEach(
            pipeline ->
                assertThat(hang(pipeline).isEmpty())
                    .as("%s", pipeline)
                    .isEqualTo(NaiveExecutor.run(pipeline).completes()));
  }

  /** The legacy dialect waits for nothing but data. */
  @Test
  void hang_referenceGroupingOfTheLegacyDialect_beginsWhereItIsKnownTo() {
    List<String> hangs = hangs(Dialect.LEGACY);

    assertThat(hangs).hasSize(208).startsWith("4,3,5").contains("5,2,7", "6,2,8");
    assertThat(hangs).filteredOn(hang -> hang.startsWith("5,")).startsWith("5,2,7");
    assertThat(hangs).filteredOn(hang -> hang.startsWith("6,")).startsWith("6,2,8");
    assertThat(hangs).doesNotContain("4,2,5", "4,2,6", "4,2,7", "4,2,9");
    referencePipelines(Dialect.LEGACY)
        .filter(pipeline -> hang(pipeline).isPresent())
        .forEach(
            pipeline ->
                assertThat(pipeline.microBatches() % pipeline.stages())
                    .isBetween(1, pipeline.stages() - 3));
  }

  /** A recv_forward that blocks its stage makes some more of them hang. */
  @Test
  void hang_referenceGroupingOfThePirDialect_isMoreFrequent() {
    List<String> hangs = hangs(Dialect.PIR);

    assertThat(hangs).hasSize(288).startsWith("3,3,4").containsAll(hangs(Dialect.LEGACY));
    assertThat(hangs).contains("4,2,6").doesNotContain("4,2,5", "4,2,7", "4,2,9");
  }

  /** The rule that docs/schedules.md gives. */
  @ParameterizedTest
  @EnumSource
  void hang_referenceGrouping_followsTheRule(Dialect dialect) {
    referencePipelines(dialect)
        .forEach(
            pipeline -> {
              int remainder = pipeline.microBatches() % pipeline.stages();
              int limit = pipeline.stages() - (dialect == Dialect.LEGACY ? 2 : 1);
              boolean hangs =
                  0 < remainder && remainder < limit && remainder * (pipeline.chunks() - 1) >= 2;

              assertThat(hang(pipeline).isPresent()).as("%s", pipeline).isEqualTo(hangs);
            });
  }

  @ParameterizedTest
  @EnumSource
  void check_balancedGrouping_isAlwaysProven(Dialect dialect) {
    for (int stages = 1; stages <= 8; stages++) {
      for (int chunks = 1; chunks <= 5; chunks++) {
        for (int microBatches = 1; microBatches <= 4 * stages + 3; microBatches++) {
          CheckReport report =
              PipelineCheck.create()
                  .check(Pipelines.balanced(stages, chunks, microBatches, dialect));

          assertThat(report.isProven()).as("%s", report).isTrue();
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("smallHangs")
  void cycle_referenceGrouping_isOneAndShortest(PipelineSchedule pipeline) {
    assertIsShortestCycle(pipeline, pipeline.toString());
  }

  @Test
  void cycle_disturbedLists_isOneAndShortest() {
    int hangs = 0;
    for (int seed = 0; seed < 3000; seed++) {
      Random random = new Random(seed);
      PipelineSchedule pipeline =
          Pipelines.disturb(Pipelines.random(random), 1 + random.nextInt(3), random);
      if (hang(pipeline).isPresent()) {
        assertIsShortestCycle(pipeline, "seed " + seed);
        hangs++;
      }
    }
    assertThat(hangs).isGreaterThan(1000);
  }

  /**
   * Forwards wait for the stage before them only, backwards whose forwards have run for the one
   * after: every cycle goes round the ring.
   */
  @ParameterizedTest
  @EnumSource(names = {"FORWARD", "BACKWARD"})
  void cycle_shuffledJobsOfOneKind_goesRoundTheRing(JobKind kind) {
    int hangs = 0;
    for (int seed = 0; seed < 1000; seed++) {
      Random random = new Random(seed);
      PipelineSchedule pipeline = jobsInAnyOrder(kind, random);
      if (hang(pipeline).isPresent()) {
        assertIsShortestCycle(pipeline, "seed " + seed);
        hangs++;
      }
    }
    assertThat(hangs).isGreaterThan(500);
  }

  private static PipelineSchedule jobsInAnyOrder(JobKind kind, Random random) {
    int chunks = 2 + random.nextInt(3);
    int microBatches = 1 + random.nextInt(4);
    List<List<Job>> lists = new ArrayList<>();
    for (int stages = 3 + random.nextInt(4); stages > 0; stages--) {
      List<Job> forwards = new ArrayList<>();
      List<Job> jobs = new ArrayList<>();
      for (int chunk = 0; chunk < chunks; chunk++) {
        for (int microBatch = 0; microBatch < microBatches; microBatch++) {
          forwards.add(Job.of(JobKind.FORWARD, chunk, microBatch));
          jobs.add(Job.of(JobKind.BACKWARD, chunks - 1 - chunk, microBatch));
        }
      }
      List<Job> shuffled = kind == JobKind.FORWARD ? forwards : jobs;
      for (int swaps = random.nextInt(3 * jobs.size()); swaps > 0; swaps--) {
        int index = random.nextInt(jobs.size() - 1);
        Collections.swap(shuffled, index, index + 1);
      }
      if (kind == JobKind.FORWARD) {
        jobs.clear();
      }
      jobs.addAll(0, forwards);
      lists.add(jobs);
    }
    return PipelineSchedule.of(chunks, microBatches, lists);
  }

  private static void assertIsShortestCycle(PipelineSchedule pipeline, String what) {
    WaitCycle cycle = hang(pipeline).orElseThrow().cycle().orElseThrow();
    NaiveExecutor naive = NaiveExecutor.run(pipeline);
    int dependencies = 0;
    for (Wait wait : cycle.waits()) {
      JobAt waiting = wait.waiting();
      JobAt awaited = wait.awaited();
      for (JobAt at : List.of(waiting, awaited)) {
        assertThat(pipeline.stage(at.stage()).jobs().get(at.index().orElseThrow()))
            .as("%s", what)
            .isEqualTo(at.job());
        assertThat(at.index().getAsInt()).isGreaterThanOrEqualTo(naive.ran(at.stage()));
      }
      if (wait.reason() == Wait.Reason.LIST_ORDER) {
        assertThat(awaited.stage()).as("%s", what).isEqualTo(waiting.stage());
        assertThat(awaited.index().getAsInt()).isLessThan(waiting.index().getAsInt());
      } else {
        assertThat(naive.needs(waiting.stage(), waiting.job()))
            .as("%s", what)
            .anyMatch(need -> naive.matches(need, awaited.stage(), awaited.job()));
        dependencies++;
      }
    }
    assertThat(dependencies)
        .as("%s\n%s", what, cycle)
        .isEqualTo(fewestDependencies(naive, pipeline));
    int fewestJobs = fewestJobs(naive, pipeline);
    if (dependencies <= 2 || fewestJobs == dependencies + 1) {
      assertThat(cycle.waits()).as("%s\n%s", what, cycle).hasSize(fewestJobs);
    } else {
      assertThat(cycle.waits()).as("%s\n%s", what, cycle).hasSizeLessThanOrEqualTo(fewestJobs + 2);
    }
  }

  /**
   * By breadth-first search from each stuck job; earlier jobs of the same list are free to reach.
   */
  private static int fewestDependencies(NaiveExecutor naive, PipelineSchedule pipeline) {
    return fewest(naive, pipeline, 0);
  }

  /** The same, when a step to an earlier job of the list counts as much as a dependency. */
  private static int fewestJobs(NaiveExecutor naive, PipelineSchedule pipeline) {
    return fewest(naive, pipeline, 1);
  }

  private static int fewest(NaiveExecutor naive, PipelineSchedule pipeline, int listStep) {
    List<int[]> stuck = new ArrayList<>();
    for (int stage = 0; stage < pipeline.stages(); stage++) {
      for (int i = naive.ran(stage); i < pipeline.stage(stage).jobs().size(); i++) {
        stuck.add(new int[] {stage, i});
      }
    }
    int size = stuck.size();
    int[][] weights = new int[size][size];
    for (int from = 0; from < size; from++) {
      Job job = pipeline.stage(stuck.get(from)[0]).jobs().get(stuck.get(from)[1]);
      List<NaiveExecutor.Key> needs = naive.needs(stuck.get(from)[0], job);
      for (int to = 0; to < size; to++) {
        int stage = stuck.get(to)[0];
        Job other = pipeline.stage(stage).jobs().get(stuck.get(to)[1]);
        boolean before = stage == stuck.get(from)[0] && stuck.get(to)[1] < stuck.get(from)[1];
        boolean needed = needs.stream().anyMatch(need -> naive.matches(need, stage, other));
        weights[from][to] = before ? listStep : needed ? 1 : -1;
      }
    }
    int best = Integer.MAX_VALUE;
    for (int origin = 0; origin < size; origin++) {
      best = Math.min(best, shortestWayBack(weights, origin, best));
    }
    return best;
  }

  private static int shortestWayBack(int[][] weights, int origin, int limit) {
    int[] distances = new int[weights.length];
    Arrays.fill(distances, Integer.MAX_VALUE);
    Deque<Integer> queue = new ArrayDeque<>();
    distances[origin] = 0;
    queue.add(origin);
    int back = Integer.MAX_VALUE;
    while (!queue.isEmpty()) {
      int from = queue.removeFirst();
      if (distances[from] >= limit) {
        continue;
      }
      for (int to = 0; to < weights.length; to++) {
        int weight = weights[from][to];
        if (weight < 0) {
          continue;
        }
        int distance = distances[from] + weight;
        if (to == origin) {
          back = Math.min(back, distance);
        } else if (distance < distances[to]) {
          distances[to] = distance;
          if (weight == 0) {
            queue.addFirst(to);
          } else {
            queue.addLast(to);
          }
        }
      }
    }
    return back;
  }
}
