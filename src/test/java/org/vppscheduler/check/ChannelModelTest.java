package org.vppscheduler.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.vppscheduler.schedule.Dialect;
import org.vppscheduler.schedule.PipelineSchedule;
import org.vppscheduler.testing.NaiveTransport;
import org.vppscheduler.testing.Pipelines;

/** What channels must hold, against known facts and a plain executor with real queues. */
final class ChannelModelTest {
  /**
   * Two stages of two chunks: each sends its second message before it takes its first, and a send
   * without buffer waits for the other stage's receive.
   */
  private static final PipelineSchedule PUBLISHED_HANG =
      Pipelines.parse(
          2,
          2,
          "forward0:0 forward0:1 forward1:0 forward1:1 backward1:0 backward1:1 backward0:0 backward0:1",
          "forward0:0 forward0:1 forward1:0 forward1:1 backward1:0 backward1:1 backward0:0 backward0:1");

  private static List<String> blocked(CheckReport report) {
    return report.findings().stream()
        .filter(finding -> finding.kind() == Finding.Kind.BLOCKED)
        .map(Finding::text)
        .toList();
  }

  @Test
  void check_publishedHang_isBlockedUnderRendezvous() {
    CheckReport report = PipelineCheck.create(ChannelModel.rendezvous()).check(PUBLISHED_HANG);

    assertThat(report.toString())
        .isEqualTo(
            """
            Not proven: 2 stages, 2 chunks, 2 micro-batches, 16 jobs, rendezvous channels.
            blocked: With channels that hold nothing these jobs wait for each other for ever:
              forward0:1 (stage 0, index 1) waits for forward0:1 (stage 1, index 1): it sends without a buffer, and that has not come to receive
              forward0:1 (stage 1, index 1) waits for forward0:0 (stage 1, index 0): it is listed after it
              forward0:0 (stage 1, index 0) waits for forward1:0 (stage 0, index 2): it sends without a buffer, and that has not come to receive
              forward1:0 (stage 0, index 2) waits for forward0:1 (stage 0, index 1): it is listed after it
            The least that passes: 1 slot in each channel.""");
  }

  @Test
  void check_publishedHangWithASlot_isProven() {
    assertThat(PipelineCheck.create(ChannelModel.slots(1)).check(PUBLISHED_HANG).toString())
        .isEqualTo("Proven: 2 stages, 2 chunks, 2 micro-batches, 16 jobs, channels of 1 slot.");
  }

  @Test
  void check_twoSlotsNeeded_showsTheFullChannel() {
    PipelineSchedule pipeline =
        Pipelines.parse(
            1,
            2,
            "forward0:0 forward0:1 backward0:1 backward0:0",
            "forward0:1 forward0:0 backward0:1 backward0:0");

    CheckReport report = PipelineCheck.create(ChannelModel.slots(1)).check(pipeline);

    assertThat(blocked(report))
        .containsExactly(
            """
            With 1 slot in each channel these jobs wait for each other for ever:
              forward0:1 (stage 0, index 1) waits for forward0:0 (stage 1, index 1): it sends into a channel that is full until that receives
              forward0:0 (stage 1, index 1) waits for forward0:1 (stage 1, index 0): it is listed after it
              forward0:1 (stage 1, index 0) waits for forward0:1 (stage 0, index 1): it needs its result
            The least that passes: 2 slots in each channel.""");
  }

  @Test
  void check_receiverInNoList_waitsForIt() {
    PipelineSchedule pipeline = Pipelines.parse(1, 1, "forward0:0", "");

    CheckReport report = PipelineCheck.create(ChannelModel.rendezvous()).check(pipeline);

    assertThat(blocked(report))
        .containsExactly(
            """
            With channels that hold nothing these jobs wait for ever:
              forward0:0 (stage 0, index 0) waits for forward0:0 (stage 1, in no list): it sends without a buffer, and that has not come to receive
            The least that passes: 1 slot in each channel.""");
  }

  @ParameterizedTest
  @ValueSource(strings = {"backward", "backward_b"})
  void check_receiverOfAGradientInNoList_waitsForIt(String backward) {
    PipelineSchedule pipeline =
        Pipelines.parse(1, 1, "forward0:0", "forward0:0 " + backward + "0:0");

    CheckReport report = PipelineCheck.create(ChannelModel.rendezvous()).check(pipeline);

    assertThat(blocked(report))
        .containsExactly(
            """
            With channels that hold nothing these jobs wait for ever:
              %1$s0:0 (stage 1, index 1) waits for %1$s0:0 (stage 0, in no list): it sends without a buffer, and that has not come to receive
            The least that passes: 1 slot in each channel."""
                .formatted(backward));
  }

  /** Nobody is meant to receive what a job out of range makes, so it sends nothing. */
  @ParameterizedTest
  @ValueSource(strings = {"forward0:1", "forward1:0", "backward0:7", "recv_forward2:0"})
  void check_jobOutOfRange_blocksNobody(String foreign) {
    PipelineSchedule pipeline =
        Pipelines.parse(
            1, 1, "forward0:0 backward0:0 " + foreign, foreign + " forward0:0 backward0:0");

    CheckReport report = PipelineCheck.create(ChannelModel.rendezvous()).check(pipeline);

    assertThat(report.count(Finding.Kind.OUT_OF_RANGE)).isEqualTo(2);
    assertThat(report.count(Finding.Kind.BLOCKED)).isZero();
  }

  /**
   * With C = 1 and M = S all forwards precede all backwards: messages then flow one way at a time.
   */
  @Test
  void leastChannels_legacyLists_isRendezvousForOneChunkAndAsManyMicroBatchesAsStagesOnly() {
    for (int stages = 2; stages <= 6; stages++) {
      for (int chunks = 1; chunks <= 4; chunks++) {
        for (int microBatches = stages; microBatches <= 3 * stages + 2; microBatches++) {
          PipelineSchedule pipeline =
              Pipelines.balanced(stages, chunks, microBatches, Dialect.LEGACY);
          boolean passes = chunks == 1 && microBatches == stages;

          assertThat(
                  PipelineCheck.leastChannels(pipeline)
                      .equals(Optional.of(ChannelModel.rendezvous())))
              .as("%s", pipeline)
              .isEqualTo(passes);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void leastChannels_stagesDivideOrOneChunk_isAtMostOneSlot(Dialect dialect) {
    for (int stages = 2; stages <= 6; stages++) {
      for (int chunks = 1; chunks <= 4; chunks++) {
        for (int microBatches = stages; microBatches <= 3 * stages + 2; microBatches++) {
          if (chunks == 1 || microBatches % stages == 0) {
            PipelineSchedule pipeline = Pipelines.balanced(stages, chunks, microBatches, dialect);

            assertThat(PipelineCheck.create(ChannelModel.slots(1)).check(pipeline).isProven())
                .as("%s", pipeline)
                .isTrue();
          }
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4})
  void leastChannels_balancedGrouping_hasTheKnownDistribution(int chunks) {
    assertThat(distribution(chunks, Dialect.LEGACY))
        .isEqualTo(Map.of("1", 31, "2", 18, "3", 5, "4", 1));
    assertThat(distribution(chunks, Dialect.PIR)).isEqualTo(Map.of("1", 41, "2", 11, "3", 3));
  }

  private static Map<String, Integer> distribution(int chunks, Dialect dialect) {
    Map<String, Integer> counts = new TreeMap<>();
    for (int stages = 2; stages <= 6; stages++) {
      for (int microBatches = stages; microBatches <= 3 * stages + 2; microBatches++) {
        ChannelModel least =
            PipelineCheck.leastChannels(Pipelines.balanced(stages, chunks, microBatches, dialect))
                .orElseThrow();
        counts.merge(least.toString(), 1, Integer::sum);
      }
    }
    return counts;
  }

  @Test
  void leastChannels_disturbedLists_isThatOfAPlainExecutorWithQueues() {
    int blocked = 0;
    for (int seed = 0; seed < 3000; seed++) {
      Random random = new Random(seed);
      PipelineSchedule pipeline =
          Pipelines.disturb(Pipelines.random(random), random.nextInt(3), random);
      CheckReport report = PipelineCheck.create().check(pipeline);
      if (report.count(Finding.Kind.TRANSPORT_ORDER) > 0) {
        continue; // The plain executor's queues would hand over the wrong message.
      }
      Optional<ChannelModel> least = PipelineCheck.leastChannels(pipeline);
      String what = "seed " + seed + " " + pipeline + " " + least;
      for (int slots = 0; slots <= 4; slots++) {
        boolean passes = NaiveTransport.completes(pipeline, slots);
        ChannelModel model = slots == 0 ? ChannelModel.rendezvous() : ChannelModel.slots(slots);
        assertThat(PipelineCheck.create(model).check(pipeline).isProven())
            .as("%s under %s", what, model)
            .isEqualTo(passes);
        if (!passes) {
          blocked++;
        }
        boolean isLeast = least.equals(Optional.of(model));
        assertThat(!isLeast || passes).as("%s under %s", what, model).isTrue();
        if (slots > 0 && isLeast) {
          assertThat(NaiveTransport.completes(pipeline, slots - 1)).as(what).isFalse();
        }
      }
      assertThat(least.isPresent()).as(what).isEqualTo(report.isProven());
    }
    assertThat(blocked).isGreaterThan(1000);
  }

  @ParameterizedTest
  @CsvSource({"unbounded", "rendezvous", "1", "17"})
  void parse_everyModel_isInverseOfToString(String text) {
    assertThat(ChannelModel.parse(text)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "two", "-1", "99999999999", "\u096a"})
  void parse_unknownText_isRefused(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ChannelModel.parse(text))
        .withMessage(
            "Channel model '"
                + text
                + "' is unknown: it must be unbounded, rendezvous, or a number of slots from 1 to"
                + " 2147483647.");
  }

  @Test
  void slots_none_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ChannelModel.slots(0))
        .withMessage(
            "The number of slots (0) must be at least 1; for a channel without any, take rendezvous.");
  }
}
