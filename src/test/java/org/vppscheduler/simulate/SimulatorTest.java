package org.vppscheduler.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.common.primitives.ImmutableLongArray;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.vppscheduler.schedule.Dialect;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.JobKind;
import org.vppscheduler.schedule.Phase;
import org.vppscheduler.schedule.PipelineSchedule;
import org.vppscheduler.testing.NaiveExecutor;
import org.vppscheduler.testing.Pipelines;

/** Times to the last unit, against a plain executor; and what must hold of every timeline. */
final class SimulatorTest {
  private static CostModel randomCosts(PipelineSchedule pipeline, Random random) {
    CostModel.Builder costs =
        CostModel.builder()
            .forward(random.nextInt(20))
            .backward(random.nextInt(20))
            .weight(random.nextInt(20))
            .hop(random.nextInt(10))
            .optimizer(random.nextInt(30))
            .activation(random.nextInt(5));
    for (int i = random.nextInt(4); i > 0; i--) {
      costs
          .forward(
              random.nextInt(pipeline.stages()),
              random.nextInt(pipeline.chunks()),
              random.nextInt(50))
          .backward(
              random.nextInt(pipeline.stages()),
              random.nextInt(pipeline.chunks()),
              random.nextInt(50))
          .weight(
              random.nextInt(pipeline.stages()),
              random.nextInt(pipeline.chunks()),
              random.nextInt(50))
          .activation(
              random.nextInt(pipeline.stages()),
              random.nextInt(pipeline.chunks()),
              random.nextInt(9));
    }
    return costs.build();
  }

  @Test
  void simulate_randomPipelinesAndCosts_equalsAPlainExecutor() {
    int hung = 0;
    for (int seed = 0; seed < 5000; seed++) {
      Random random = new Random(seed);
      PipelineSchedule pipeline = Pipelines.random(random);
      if (random.nextInt(4) == 0) {
        pipeline = Pipelines.disturb(pipeline, 1 + random.nextInt(2), random);
      }
      CostModel costs = randomCosts(pipeline, random);
      String what = "seed " + seed + " " + pipeline + " " + costs;

      Simulation simulation = Simulator.create(costs).simulate(pipeline);
      NaiveExecutor naive = NaiveExecutor.run(pipeline, costs::duration, costs.hop());

      assertThat(simulation instanceof Simulation.Completed).as(what).isEqualTo(naive.completes());
      hung += naive.completes() ? 0 : 1;
      for (StageTimeline stage : simulation.timeline().stageTimelines()) {
        assertThat(stage.jobCount()).as(what).isEqualTo(naive.ran(stage.stage()));
        for (TimedJob job : stage.jobs()) {
          assertThat(job.start()).as(what).isEqualTo(naive.start(stage.stage(), job.job()));
          assertThat(job.end()).as(what).isEqualTo(naive.end(stage.stage(), job.job()));
        }
      }
      assertHolds(simulation.timeline(), what);
    }
    assertThat(hung).isBetween(500, 1250);
  }

  /** What holds of every timeline, complete or not. */
  private static void assertHolds(Timeline timeline, String what) {
    CostModel costs = timeline.costs();
    long makespan = 0;
    double idle = 0;
    for (StageTimeline stage : timeline.stageTimelines()) {
      long busy = 0;
      long last = 0;
      for (TimedJob job : stage.jobs()) {
        assertThat(job.start()).as(what).isGreaterThanOrEqualTo(last);
        assertThat(job.duration()).as(what).isEqualTo(costs.duration(stage.stage(), job.job()));
        assertThat(job.phase()).isEqualTo(stage.schedule().phaseAt(job.index()));
        last = job.end();
        busy += job.duration();
      }
      makespan = Math.max(makespan, last);
      assertThat(stage.busy()).as(what).isEqualTo(busy);
      assertThat(stage.busy() + stage.idle()).as(what).isEqualTo(timeline.makespan());
      idle += stage.idle();
      assertPeaks(stage, costs, what);
    }
    assertThat(timeline.makespan()).as(what).isEqualTo(makespan);
    if (makespan > 0) {
      assertThat(timeline.bubbleRatio())
          .as(what)
          .isEqualTo(idle / ((double) makespan * timeline.pipeline().stages()));
    }
    assertCriticalPath(timeline, what);
  }

  /** Counts, at the start and end of each job, the activations whose last use has not ended. */
  private static void assertPeaks(StageTimeline stage, CostModel costs, String what) {
    Map<String, Integer> lastUse = new HashMap<>();
    List<Job> jobs = stage.schedule().jobs();
    for (int index = 0; index < jobs.size(); index++) {
      Job job = jobs.get(index);
      if (job.kind() == JobKind.BACKWARD || job.kind() == JobKind.BACKWARD_W) {
        lastUse.put(job.chunk() + " " + job.microBatch(), index);
      }
    }
    ImmutableLongArray changes = stage.activationChanges();
    assertThat(changes.length()).as(what).isEqualTo(stage.jobCount());
    int peak = 0;
    long peakSize = 0;
    long summedUp = 0;
    for (int now = 0; now < stage.jobCount(); now++) {
      int live = 0;
      long size = 0;
      long sizeAfter = 0;
      for (int index = 0; index <= now; index++) {
        Job job = jobs.get(index);
        int use = lastUse.getOrDefault(job.chunk() + " " + job.microBatch(), Integer.MAX_VALUE);
        if (job.kind() == JobKind.FORWARD && use >= now) {
          long activation = costs.activation(stage.stage(), job.chunk().getAsInt());
          live++;
          size += activation;
          sizeAfter += use > now ? activation : 0;
        }
      }
      peak = Math.max(peak, live);
      peakSize = Math.max(peakSize, size);
      summedUp += changes.get(now);
      assertThat(summedUp).as(what).isEqualTo(sizeAfter);
    }
    assertThat(stage.peakActivations()).as(what).isEqualTo(peak);
    assertThat(stage.peakActivationSize()).as(what).isEqualTo(peakSize);
  }

  private static void assertCriticalPath(Timeline timeline, String what) {
    List<TimedJob> path = timeline.criticalPath();
    if (path.isEmpty()) {
      assertThat(timeline.stageTimelines()).as(what).allMatch(stage -> stage.jobCount() == 0);
      return;
    }
    long length = path.get(0).duration();
    assertThat(path.get(0).start()).as(what).isZero();
    for (int i = 1; i < path.size(); i++) {
      TimedJob before = path.get(i - 1);
      TimedJob job = path.get(i);
      long hop = before.stage() == job.stage() ? 0 : timeline.costs().hop();
      assertThat(job.start()).as(what).isEqualTo(before.end() + hop);
      length += hop + job.duration();
    }
    assertThat(length).as(what).isEqualTo(timeline.makespan());
    assertThat(path.get(path.size() - 1).end()).as(what).isEqualTo(timeline.makespan());
  }

  @ParameterizedTest
  @EnumSource
  void makespan_balancedGroupingWithoutHops_isTheIdealOne(Dialect dialect) {
    for (int stages = 1; stages <= 8; stages++) {
      for (int chunks = 1; chunks <= 5; chunks++) {
        for (int microBatches = stages; microBatches <= 4 * stages + 3; microBatches++) {
          PipelineSchedule pipeline = Pipelines.balanced(stages, chunks, microBatches, dialect);
          long makespan =
              Simulator.create(CostModel.uniform(7, 6, 5)).simulate(pipeline).timeline().makespan();

          assertThat(makespan)
              .as("%s", pipeline)
              .isEqualTo(18L * microBatches * chunks + 18L * (stages - 1));
        }
      }
    }
  }

  @Test
  void simulate_oneStage_hasNoHops() {
    Timeline timeline =
        Simulator.create(CostModel.builder().hop(100).build())
            .simulate(Pipelines.balanced(1, 3, 2, Dialect.PIR))
            .timeline();

    assertThat(timeline.makespan()).isEqualTo(18);
    assertThat(timeline.bubbleRatio()).isZero();
  }

  @Test
  void simulate_hang_keepsWhatRanAndShowsTheCycle() {
    PipelineSchedule pipeline =
        Pipelines.parse(
            1,
            2,
            "forward0:0 backward0:0 forward0:1 backward0:1",
            "forward0:0 forward0:1 backward0:0 backward0:1");

    Simulation simulation = Simulator.create(CostModel.uniform(1, 1, 1)).simulate(pipeline);

    assertThat(simulation).isInstanceOf(Simulation.Hung.class);
    Simulation.Hung hung = (Simulation.Hung) simulation;
    assertThat(hung.timeline().stage(0).jobs())
        .hasToString("[forward0:0 (stage 0, index 0) from 0 to 1]");
    assertThat(hung.timeline().stage(1).jobs())
        .hasToString("[forward0:0 (stage 1, index 0) from 1 to 2]");
    assertThat(hung.hang().waits())
        .extracting(Object::toString)
        .containsExactly(
            "backward0:0 (stage 0, index 1) waits for backward0:0 (stage 1, index 2): it needs its"
                + " result",
            "forward0:1 (stage 1, index 1) waits for forward0:1 (stage 0, index 2): it needs its"
                + " result");
    assertThat(hung.hang().cycle().orElseThrow().jobs())
        .extracting(Object::toString)
        .containsExactly(
            "backward0:0 (stage 0, index 1)",
            "backward0:0 (stage 1, index 2)",
            "forward0:1 (stage 1, index 1)",
            "forward0:1 (stage 0, index 2)");
    assertThat(simulation.report())
        .hasToString(
            """
            The pipeline hangs after 2 of 8 jobs, at time 2.
            stage    jobs  busy  idle   bubble  peak activations  peak size
                0  1 of 4     1     1  50.00 %                 1          1
                1  1 of 4     1     1  50.00 %                 1          1
            These jobs wait for each other:
              backward0:0 (stage 0, index 1) waits for backward0:0 (stage 1, index 2): it needs its result
              backward0:0 (stage 1, index 2) waits for forward0:1 (stage 1, index 1): it is listed after it
              forward0:1 (stage 1, index 1) waits for forward0:1 (stage 0, index 2): it needs its result
              forward0:1 (stage 0, index 2) waits for backward0:0 (stage 0, index 1): it is listed after it""");
  }

  @Test
  void simulate_jobInNoList_waitsForEver() {
    Simulation simulation =
        Simulator.create(CostModel.uniform(1, 1, 1))
            .simulate(Pipelines.parse(1, 1, "", "forward0:0"));

    assertThat(simulation.report())
        .hasToString(
            """
            The pipeline hangs after 0 of 1 jobs, at time 0.
            stage    jobs  busy  idle  bubble  peak activations  peak size
                0       0     0     0  0.00 %                 0          0
                1  0 of 1     0     0  0.00 %                 0          0
            These jobs wait for ever:
              forward0:0 (stage 1, index 0) waits for forward0:0 (stage 0, in no list): it needs its result""");
    assertThat(simulation.timeline().criticalPath()).isEmpty();
  }

  @Test
  void simulate_foreignJobs_runAtTheGeneralCost() {
    List<List<Job>> lists = new ArrayList<>();
    lists.add(Job.parseList("forward7:9 forward0:0 forward0:0 backward0:0 backward0:0"));

    StageTimeline stage =
        Simulator.create(CostModel.uniform(1, 1, 1))
            .simulate(PipelineSchedule.of(1, 1, lists))
            .timeline()
            .stage(0);

    assertThat(stage.end(4)).isEqualTo(7);
    assertThat(stage.peakActivations()).isEqualTo(3);
    assertThat(stage.activationChanges().asList()).containsExactly(1L, 1L, 1L, -1L, 0L);
  }

  @Test
  void timeline_indexThatDidNotRun_isRefused() {
    Timeline timeline =
        Simulator.create(CostModel.uniform(1, 1, 1))
            .simulate(Pipelines.parse(1, 1, "backward0:0 forward0:0"))
            .timeline();

    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> timeline.stage(0).start(0))
        .withMessage("job index (0) must be less than size (0)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> timeline.stage(1))
        .withMessage("stage (1) must be from 0 to 0.");
  }

  @Test
  void simulate_timeBeyondLong_isRefused() {
    CostModel costs = CostModel.uniform(Long.MAX_VALUE / 2, Long.MAX_VALUE / 2, 0);

    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> Simulator.create(costs).simulate(Pipelines.balanced(1, 1, 2, Dialect.LEGACY)))
        .withMessage(
            "A time or a sum of activation sizes exceeds 9223372036854775807 under"
                + " CostModel{forward=4611686018427387903, backward=4611686018427387903, weight=0,"
                + " hop=0, optimizer=0, activation=1}. Give the costs in a larger unit.");
  }

  @Test
  void simulate_activationsBeyondLong_areRefused() {
    CostModel costs = CostModel.builder().activation(Long.MAX_VALUE).build();

    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> Simulator.create(costs).simulate(Pipelines.balanced(2, 1, 2, Dialect.PIR)))
        .withMessageStartingWith("A time or a sum of activation sizes exceeds");
  }

  static Stream<Arguments> costsOfOneChunk() {
    return Stream.of(
        costsOfOneChunk("forward", (costs, place) -> costs.forward(place[0], place[1], 5)),
        costsOfOneChunk("backward", (costs, place) -> costs.backward(place[0], place[1], 5)),
        costsOfOneChunk("weight", (costs, place) -> costs.weight(place[0], place[1], 5)),
        costsOfOneChunk("activation", (costs, place) -> costs.activation(place[0], place[1], 5)));
  }

  private static Arguments costsOfOneChunk(
      String name, BiFunction<CostModel.Builder, int[], CostModel.Builder> set) {
    return Arguments.of(name, set);
  }

  @ParameterizedTest
  @MethodSource("costsOfOneChunk")
  void simulate_costsOfAPlaceThatIsNot_areRefused(
      String name, BiFunction<CostModel.Builder, int[], CostModel.Builder> set) {
    PipelineSchedule pipeline = Pipelines.balanced(2, 3, 2, Dialect.PIR);

    for (int[] place : new int[][] {{2, 0}, {0, 3}}) {
      CostModel costs = set.apply(CostModel.builder(), place).build();
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Simulator.create(costs).simulate(pipeline))
          .withMessage(
              "The %s cost (5) is for chunk %d of stage %d, but the pipeline has stages 0 to 1 and"
                  + " chunks 0 to 2.",
              name, place[1], place[0]);
    }
    CostModel ofTheLast = set.apply(CostModel.builder(), new int[] {1, 2}).build();
    assertThat(Simulator.create(ofTheLast).simulate(pipeline))
        .isInstanceOf(Simulation.Completed.class);
  }

  @Test
  void toString_timelines_saySizesAndTimes() {
    Timeline timeline =
        Simulator.create(CostModel.uniform(1, 1, 1))
            .simulate(Pipelines.balanced(2, 1, 2, Dialect.LEGACY))
            .timeline();

    assertThat(timeline)
        .hasToString(
            "Timeline of PipelineSchedule{stages=2, chunks=1, microBatches=2, jobs=10}, makespan"
                + " 9");
    assertThat(timeline.stage(1)).hasToString("stage 1: 5 jobs, busy 6, idle 3");
  }

  @Test
  void phase_everyJob_isThatOfTheSchedule() {
    StageTimeline stage =
        Simulator.create(CostModel.uniform(1, 1, 1))
            .simulate(Pipelines.balanced(4, 2, 8, Dialect.LEGACY))
            .timeline()
            .stage(3);

    assertThat(stage.phase(0)).isEqualTo(Phase.WARMUP);
    assertThat(stage.phase(stage.jobCount() - 1)).isEqualTo(Phase.OPTIMIZER);
  }
}
