package org.vppscheduler.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.Collections2;
import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class DeadlockTest {
  private static ImmutableList<String> hang(VppConfig config) {
    return NaiveExecutor.hang(VppScheduler.create(config).pipeline());
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void balanced_anySize_neverHangs(Dialect dialect) {
    Configs.forEachSize(
        8,
        5,
        builder -> {
          VppConfig config = builder.dialect(dialect).build();
          assertThat(hang(config)).as("%s", config).isEmpty();
          VppConfig split = config.toBuilder().splitBackward(true).build();
          if (split.backwardIsSplit()) {
            assertThat(hang(split)).as("%s", split).isEmpty();
          }
        });
  }

  @Test
  void balanced_everyValidSteadyOrder_neverHangs() {
    List<List<JobKind>> orders = new ArrayList<>();
    for (List<JobKind> order :
        Collections2.permutations(Configs.of(1, 1, 1).build().steadyOrder())) {
      if (Configs.valid(Configs.of(1, 1, 1).steadyOrder(order))) {
        orders.add(order);
      }
    }
    assertThat(orders).hasSize(6);
    for (List<JobKind> order : orders) {
      Configs.forEachSize(
          6,
          3,
          builder -> {
            VppConfig config = builder.steadyOrder(order).build();
            assertThat(hang(config)).as("%s", config).isEmpty();
          });
    }
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void ofSize_everyAcceptedSize_neverHangs(Dialect dialect) {
    Configs.forEachSize(
        8,
        5,
        builder -> {
          VppConfig sizes = builder.dialect(dialect).build();
          for (int size = sizes.stages(); size <= sizes.microBatches(); size++) {
            VppConfig.Builder ofSize = sizes.toBuilder().grouping(Grouping.ofSize(size));
            if (Configs.valid(ofSize)) {
              assertThat(hang(ofSize.build())).as("%s", ofSize.build()).isEmpty();
            }
          }
        });
  }

  @Test
  void reference_stagesDivideMicroBatches_neverHangs() {
    Configs.forEachSize(
        8,
        5,
        builder -> {
          VppConfig config = builder.build();
          if (config.microBatches() % config.stages() == 0) {
            VppConfig reference = builder.grouping(Grouping.reference()).build();
            assertThat(hang(reference)).as("%s", reference).isEmpty();
          }
        });
  }

  /**
   * The exact set of hanging pipelines. With r = M mod S: 0 &lt; r &lt; S-2 in the legacy dialect,
   * one more in the PIR dialect, whose lists wait for a receive before they go on to a backward
   * that others need; and r·(C-1) ≥ 2, below which the short last group cannot get in its own way.
   */
  @ParameterizedTest
  @CsvSource({"LEGACY, 3", "PIR, 2"})
  void reference_remainder_hangsExactlyForSmallRemainders(Dialect dialect, int spare) {
    Configs.forEachSize(
        8,
        5,
        builder -> {
          VppConfig.Builder reference = builder.dialect(dialect).grouping(Grouping.reference());
          if (Configs.valid(reference)) {
            VppConfig config = reference.build();
            int remainder = config.microBatches() % config.stages();
            boolean hangs =
                remainder <= config.stages() - spare && remainder * (config.chunks() - 1) >= 2;
            assertThat(!hang(config).isEmpty()).as("%s hangs", config).isEqualTo(hangs);
          }
        });
  }

  @ParameterizedTest
  @CsvSource({"4,3,5", "5,2,7", "6,2,8"})
  void reference_smallestKnownCases_hang(int stages, int chunks, int microBatches) {
    VppConfig config =
        Configs.of(stages, chunks, microBatches).grouping(Grouping.reference()).build();

    assertThat(hang(config)).isNotEmpty();
    assertThat(hang(config.toBuilder().dialect(Dialect.LEGACY).build())).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({"4,2,5", "4,2,6", "4,2,7", "4,2,9"})
  void reference_knownToRunWithDataDependenciesAlone_doesNotHang(
      int stages, int chunks, int microBatches) {
    VppConfig config =
        Configs.of(stages, chunks, microBatches)
            .grouping(Grouping.reference())
            .dialect(Dialect.LEGACY)
            .build();

    assertThat(hang(config)).isEmpty();
  }

  /** The witness itself: a list that certainly hangs, and why. */
  @Test
  void naiveExecutor_backwardFirst_namesTheWaitingJob() {
    PipelineSchedule pipeline =
        PipelineSchedule.of(
            1, 1, ImmutableList.of(Job.parseList("backward0:0 forward0:0 optimizer:0")));

    assertThat(NaiveExecutor.hang(pipeline)).containsExactly("0: backward0:0");
  }
}
