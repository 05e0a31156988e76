package org.vppscheduler.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.io.Resources;
import com.google.gson.Gson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Job lists computed by the reference pass itself, one case a line. */
@Tag("locale")
final class GoldenJobListsTest {
  private record Case(
      String dialect,
      int stages,
      int chunks,
      int microBatches,
      int stage,
      boolean splitBackward,
      boolean overlapShardingReduce,
      String jobs) {
    VppConfig config() {
      return VppConfig.builder()
          .stages(stages)
          .chunks(chunks)
          .microBatches(microBatches)
          .dialect(dialect.equals("pir") ? Dialect.PIR : Dialect.LEGACY)
          .grouping(Grouping.reference())
          .splitBackward(splitBackward)
          .overlapShardingReduce(overlapShardingReduce)
          .build();
    }

    @Override
    public String toString() {
      return String.join(
          " ",
          dialect,
          "S=" + stages,
          "C=" + chunks,
          "M=" + microBatches,
          "stage " + stage,
          splitBackward ? "split" : "",
          overlapShardingReduce ? "reduce" : "");
    }
  }

  private static Stream<Case> cases() throws IOException {
    return Resources.readLines(
            Resources.getResource("golden/job-lists.jsonl"), StandardCharsets.UTF_8)
        .stream()
        .map(line -> new Gson().fromJson(line, Case.class));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void stage_referenceGrouping_equalsTheReferencePass(Case golden) {
    StageSchedule stage = VppScheduler.create(golden.config()).stage(golden.stage());

    assertThat(stage.toString()).isEqualTo(golden.jobs());
  }

  @ParameterizedTest
  @MethodSource("cases")
  void stage_balancedGrouping_equalsTheReferencePassWhereStagesDivide(Case golden) {
    VppConfig config = golden.config().toBuilder().grouping(Grouping.balanced()).build();
    String balanced = VppScheduler.create(config).stage(golden.stage()).toString();

    if (golden.microBatches() % golden.stages() == 0) {
      assertThat(balanced).isEqualTo(golden.jobs());
    } else {
      assertThat(Job.parseList(balanced)).hasSameSizeAs(Job.parseList(golden.jobs()));
    }
  }

  @Test
  void cases_all_arePresent() throws IOException {
    assertThat(cases()).hasSize(126);
  }
}
