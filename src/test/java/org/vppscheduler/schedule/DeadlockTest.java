package org.vppscheduler.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.Collections2;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.vppscheduler.testing.NaiveExecutor;

final class DeadlockTest {
  private static boolean hangs(VppConfig config) {
    return !NaiveExecutor.run(VppScheduler.create(config).pipeline()).completes();
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void balanced_anySize_neverHangs(Dialect dialect) {
    Configs.forEachSize(
        8,
        5,
        builder -> {
          VppConfig config = builder.dialect(dialect).build();
          assertThat(hangs(config)).as("%s", config).isFalse();
          VppConfig split = config.toBuilder().splitBackward(true).build();
          if (split.backwardIsSplit()) {
            assertThat(hangs(split)).as("%s", split).isFalse();
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
            assertThat(hangs(config)).as("%s", config).isFalse();
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
              assertThat(hangs(ofSize.build())).as("%s", ofSize.build()).isFalse();
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
            assertThat(hangs(reference)).as("%s", reference).isFalse();
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
            assertThat(hangs(config)).as("%s hangs", config).isEqualTo(hangs);
          }
        });
  }

  @ParameterizedTest
  @CsvSource({"4,3,5", "5,2,7", "6,2,8"})
  void reference_smallestKnownCases_hang(int stages, int chunks, int microBatches) {
    VppConfig config =
        Configs.of(stages, chunks, microBatches).grouping(Grouping.reference()).build();

    assertThat(hangs(config)).isTrue();
    assertThat(hangs(config.toBuilder().dialect(Dialect.LEGACY).build())).isTrue();
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

    assertThat(hangs(config)).isFalse();
  }
}
