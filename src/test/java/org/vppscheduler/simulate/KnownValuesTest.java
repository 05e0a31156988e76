package org.vppscheduler.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.vppscheduler.schedule.Dialect;
import org.vppscheduler.schedule.Grouping;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.JobKind;
import org.vppscheduler.schedule.PipelineSchedule;
import org.vppscheduler.schedule.VppConfig;
import org.vppscheduler.schedule.VppScheduler;

/** Makespans, bubbles and peaks that were published or measured elsewhere. */
final class KnownValuesTest {
  private static VppConfig.Builder config(int stages, int chunks, int microBatches) {
    return VppConfig.builder().stages(stages).chunks(chunks).microBatches(microBatches);
  }

  private static PipelineSchedule pipeline(VppConfig.Builder config) {
    return VppScheduler.create(config.build()).pipeline();
  }

  private static Timeline completed(VppConfig.Builder config, CostModel costs) {
    Simulation simulation = Simulator.create(costs).simulate(pipeline(config));
    assertThat(simulation).isInstanceOf(Simulation.Completed.class);
    return simulation.timeline();
  }

  @ParameterizedTest
  @CsvSource({"4,2,8,57", "8,4,32,405", "2,2,4,27"})
  void makespan_forwardOneBackwardTwo_isTheKnownOne(
      int stages, int chunks, int microBatches, long makespan) {
    for (Dialect dialect : Dialect.values()) {
      VppConfig.Builder config = config(stages, chunks, microBatches).dialect(dialect);

      assertThat(completed(config, CostModel.uniform(1, 1, 1)).makespan()).isEqualTo(makespan);
    }
  }

  @ParameterizedTest
  @EnumSource
  void makespan_oneChunk_isThatOfPlainOneForwardOneBackward(Dialect dialect) {
    VppConfig.Builder config = config(4, 1, 8).dialect(dialect);

    assertThat(completed(config, CostModel.uniform(2, 2, 2)).makespan()).isEqualTo(66);
  }

  @ParameterizedTest
  @CsvSource({"false,33", "true,30"})
  void makespan_splitBackwardOrNot_isTheKnownOne(boolean split, long makespan) {
    for (Dialect dialect : Dialect.values()) {
      VppConfig.Builder config = config(4, 2, 4).splitBackward(split).dialect(dialect);

      assertThat(completed(config, CostModel.uniform(1, 1, 1)).makespan()).isEqualTo(makespan);
    }
  }

  @ParameterizedTest
  @CsvSource({"5,18", "6,19", "7,11", "9,20"})
  void makespan_referenceGroupingWithRemainder_isFarFromIdeal(int microBatches, long beyond) {
    VppConfig.Builder config =
        config(4, 2, microBatches).grouping(Grouping.reference()).dialect(Dialect.LEGACY);
    Timeline timeline = completed(config, CostModel.uniform(1, 1, 1));

    assertThat(timeline.makespan() - timeline.stage(0).busy()).isEqualTo(beyond);
  }

  /**
   * The published figures are for a stage's whole model part; a chunk has a v-th of it. Times are
   * scaled by v, so that they stay whole.
   */
  @ParameterizedTest
  @CsvSource({
    "8,24,18522,18086,9337,601,3,.1090,.2431",
    "8,32,18513,18086,9331,626,3,.0847,.1985",
    "8,64,18546,18097,9321,762,3,.0461,.1240",
    "8,24,29718,29444,19927,527,4,.0827,.2347",
    "16,48,11347,11248,8132,377,3,.1136,.2552",
    "32,96,10419,10207,7715,408,2,.1528,.2646",
  })
  void bubbleRatio_publishedCosts_isThePublishedOne(
      int stages,
      int microBatches,
      long forward,
      long backward,
      long weight,
      long hop,
      int chunks,
      String interleaved,
      String plain) {
    CostModel scaled =
        CostModel.uniform(forward, backward, weight).toBuilder().hop(hop * chunks).build();
    CostModel whole = CostModel.uniform(forward, backward, weight).toBuilder().hop(hop).build();
    VppConfig.Builder interleavedConfig =
        config(stages, chunks, microBatches).dialect(Dialect.LEGACY);

    assertThat(fourDigits(completed(interleavedConfig, scaled))).isEqualTo(interleaved);
    assertThat(
            fourDigits(
                Simulator.create(whole).simulate(plain1F1B(stages, microBatches)).timeline()))
        .isEqualTo(plain);
  }

  /**
   * Returns the lists of plain 1F1B, whose warmup is S-s-1: half that of the generated lists for C
   * = 1, which have a smaller bubble where hops take time, and keep more activations.
   */
  private static PipelineSchedule plain1F1B(int stages, int microBatches) {
    List<List<Job>> lists = new ArrayList<>();
    for (int stage = 0; stage < stages; stage++) {
      int warmup = Math.min(microBatches, stages - stage - 1);
      List<Job> jobs = new ArrayList<>();
      for (int step = 0; step < microBatches + warmup; step++) {
        if (step < microBatches) {
          jobs.add(Job.of(JobKind.FORWARD, 0, step));
        }
        if (step >= warmup) {
          jobs.add(Job.of(JobKind.BACKWARD, 0, step - warmup));
        }
      }
      lists.add(jobs);
    }
    return PipelineSchedule.of(1, microBatches, lists);
  }

  @Test
  void bubbleRatio_generatedListsOfOneChunk_isSmallerThanThatOfPlain1F1B() {
    CostModel costs = CostModel.uniform(18522, 18086, 9337).toBuilder().hop(601).build();

    assertThat(fourDigits(completed(config(8, 1, 24).dialect(Dialect.LEGACY), costs)))
        .isEqualTo(".2304");
  }

  private static String fourDigits(Timeline timeline) {
    return String.format(Locale.ROOT, "%.4f", timeline.bubbleRatio()).substring(1);
  }

  @ParameterizedTest
  @CsvSource({"4,2,8,11,9,7", "8,4,32,39,37,35"})
  void peakActivations_generatedLists_areTheKnownOnes(
      int stages, int chunks, int microBatches, int first, int second, int third) {
    Timeline timeline =
        completed(
            config(stages, chunks, microBatches).dialect(Dialect.LEGACY),
            CostModel.uniform(1, 1, 1));

    assertThat(timeline.stageTimelines().stream().map(StageTimeline::peakActivations))
        .startsWith(first, second, third);
  }

  @Test
  void peakActivations_manyMicroBatches_areThoseOfBalancedGroups() {
    Timeline timeline =
        completed(config(8, 4, 60).dialect(Dialect.LEGACY), CostModel.uniform(1, 1, 1));

    assertThat(timeline.stage(0).peakActivations()).isEqualTo(42);
  }
}
