package org.vppscheduler.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class GroupingTest {
  private static VppConfig legacy(int s, int c, int m, Grouping grouping) {
    return Configs.of(s, c, m).dialect(Dialect.LEGACY).grouping(grouping).build();
  }

  @ParameterizedTest
  @CsvSource({
    "4, 2, 4, 8, 10 8 6 4",
    "4, 2, 5, 8, 11 9 7 5",
    "2, 2, 3, 5, 5 3",
    "8, 4, 8, 32, 38 36 34 32 30 28 26 24",
    "4, 2, 4, 4, 8 8 6 4",
    "8, 2, 9, 32, 23 21 19 17 15 13 11 9",
  })
  void warmupSteps_groupsOfASize_areThoseOfOtherSystems(
      int s, int c, int n, int m, String expected) {
    // The formula alone: sizes 5 of 8 and 9 of 32 are refused, their last group being too short.
    InterleavedOrder order = Grouping.ofSize(n).order(s, c, m);

    assertThat(
            IntStream.range(0, s)
                .mapToObj(stage -> "" + VppScheduler.warmupSteps(stage, s, c, order))
                .collect(Collectors.joining(" ")))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "4, 2, 4, 8, 10 8 6 4",
    "2, 2, 3, 5, 5 3",
    "8, 4, 8, 32, 38 36 34 32 30 28 26 24",
    "4, 2, 4, 4, 8 8 6 4",
    "4, 2, balanced, 8, 10 8 6 4",
    "8, 4, balanced, 32, 38 36 34 32 30 28 26 24",
    "4, 2, balanced, 4, 8 8 8 8",
    "4, 2, reference, 4, 8 8 8 8",
  })
  void stage_knownCases_warmsUpAsOtherSystemsDo(
      int s, int c, String grouping, int m, String expected) {
    PipelineSchedule pipeline =
        VppScheduler.create(legacy(s, c, m, Grouping.parse(grouping))).pipeline();

    assertThat(
            pipeline.stageSchedules().stream()
                .map(schedule -> "" + schedule.warmup().size())
                .collect(Collectors.joining(" ")))
        .isEqualTo(expected);
  }

  @Test
  void ofSize_twoStages_followsTheKnownOrder() {
    VppScheduler scheduler = VppScheduler.create(legacy(2, 2, 5, Grouping.ofSize(3)));
    List<Job> forwards =
        scheduler.stage(0).jobs().stream().filter(job -> job.kind() == JobKind.FORWARD).toList();

    assertThat(forwards.stream().map(Job::microBatch))
        .containsExactly(0, 1, 2, 0, 1, 2, 3, 4, 3, 4);
    assertThat(forwards.stream().map(job -> job.chunk().getAsInt()))
        .containsExactly(0, 0, 0, 1, 1, 1, 0, 0, 1, 1);
    assertThat(signedChunks(scheduler.stage(0)))
        .isEqualTo("1 1 1 2 2 2 -2 1 -2 1 -2 2 -1 2 -1 -1 -2 -2 -1 -1");
    assertThat(signedChunks(scheduler.stage(1)))
        .isEqualTo("1 1 1 2 -2 2 -2 2 -2 1 -1 1 -1 2 -1 2 -2 -2 -1 -1");
  }

  /** Chunk + 1, negative for a backward. */
  private static String signedChunks(StageSchedule schedule) {
    return schedule.jobs().stream()
        .filter(job -> job.chunk().isPresent())
        .map(job -> (job.kind() == JobKind.FORWARD ? "" : "-") + (job.chunk().getAsInt() + 1))
        .collect(Collectors.joining(" "));
  }

  @ParameterizedTest
  @CsvSource({
    "4, 2, '0 1 | 0 1'",
    "4, 5, '0 1 2 3 4 | 0 1 2 3 4'",
    "4, 11, '0 1 2 3 4 5 | 0 1 2 3 4 5 | 6 7 8 9 10 | 6 7 8 9 10'",
    "2, 5, '0 1 2 | 0 1 2 | 3 4 | 3 4'",
  })
  void balanced_remainder_makesNearlyEqualGroups(int s, int m, String expected) {
    StringBuilder order = new StringBuilder();
    Job previous = Job.of(JobKind.FORWARD, 0, 0);
    for (Job job : VppScheduler.create(legacy(s, 2, m, Grouping.balanced())).stage(0).jobs()) {
      if (job.kind() == JobKind.FORWARD) {
        order.append(job.chunk().equals(previous.chunk()) ? " " : " | ").append(job.microBatch());
        previous = job;
      }
    }

    assertThat(order.toString().trim()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"8, 4, 60, 42"})
  void balanced_remainder_keepsFewActivationsAlive(int s, int c, int m, int peak) {
    int live = 0;
    int most = 0;
    for (Job job : VppScheduler.create(legacy(s, c, m, Grouping.balanced())).stage(0).jobs()) {
      live += job.kind() == JobKind.FORWARD ? 1 : job.kind() == JobKind.BACKWARD ? -1 : 0;
      most = Math.max(most, live);
    }

    assertThat(most).isEqualTo(peak);
  }

  @ParameterizedTest
  @ValueSource(strings = {"balanced", "reference", "1", "17", "2147483647"})
  void parse_validText_isInverseOfToString(String text) {
    assertThat(Grouping.parse(text)).hasToString(text);
    assertThat(Grouping.parse(text)).isEqualTo(Grouping.parse(text));
    assertThat(Grouping.parse(text)).hasSameHashCodeAs(Grouping.parse(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Balanced", "-1", "+4", " 4", "4.0", "99999999999", "٤"})
  void parse_unknownText_isRefused(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Grouping.parse(text))
        .withMessage(
            "Grouping '"
                + text
                + "' is unknown: it must be balanced, reference, or a group size from 1 to"
                + " 2147483647.");
  }

  @Test
  void ofSize_notPositive_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Grouping.ofSize(0))
        .withMessage("The group size (0) must be at least 1.");
  }

  @Test
  void reference_fewerMicroBatchesThanStages_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> legacy(4, 2, 3, Grouping.reference()))
        .withMessage(
            "The reference grouping needs at least as many micro-batches (3) as stages (4). Use 4"
                + " or more micro-batches, or the balanced grouping, which takes any number.");
  }

  @ParameterizedTest
  @CsvSource({
    "4, 8, 3, 8 mod 3 is 2, 4",
    "4, 8, 6, 8 mod 6 is 2, 4",
    "4, 8, 9, 8 mod 9 is 8, 8",
    "4, 9, 6, 9 mod 6 is 3, 5",
    "4, 30, 27, 30 mod 27 is 3, 26",
    "4, 30, 29, 30 mod 29 is 1, 30",
  })
  void ofSize_sizeThatCanStarve_isRefusedWithTheNearest(
      int s, int m, int size, String why, int nearest) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> legacy(s, 2, m, Grouping.ofSize(size)))
        .withMessage(
            "The group size (%d) must be from stages (%d) to micro-batches (%d) and leave a last"
                + " group of 0 or at least %d micro-batches (%s). The nearest size that fits is %d;"
                + " the balanced grouping needs none.",
            size, s, m, s, why, nearest);
  }

  @Test
  void ofSize_fewerMicroBatchesThanStages_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> legacy(4, 2, 3, Grouping.ofSize(3)))
        .withMessage(
            "No group size (3) fits when there are fewer micro-batches (3) than stages (4). Use the"
                + " balanced grouping, which takes any number.");
  }

  @Test
  void nearestFit_anyRefusedSize_isAcceptedAndNearest() {
    Configs.forEachSize(
        6,
        1,
        builder -> {
          VppConfig sizes = builder.build();
          if (sizes.microBatches() < sizes.stages()) {
            return;
          }
          List<Integer> accepted = new ArrayList<>();
          for (int size = 1; size <= sizes.microBatches() + 2; size++) {
            if (Configs.valid(sizes.toBuilder().grouping(Grouping.ofSize(size)))) {
              accepted.add(size);
            }
          }
          for (int size = 1; size <= sizes.microBatches() + 2; size++) {
            if (!accepted.contains(size)) {
              int wrong = size;
              int nearest =
                  accepted.stream()
                      .min((a, b) -> Integer.compare(Math.abs(a - wrong), Math.abs(b - wrong)))
                      .get();
              assertThatIllegalArgumentException()
                  .isThrownBy(() -> sizes.toBuilder().grouping(Grouping.ofSize(wrong)).build())
                  .withMessageContaining("The nearest size that fits is " + nearest + ";");
            }
          }
        });
  }
}
