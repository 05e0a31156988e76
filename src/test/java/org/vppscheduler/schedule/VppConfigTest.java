package org.vppscheduler.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class VppConfigTest {
  private static final ImmutableList<JobKind> OWN_ORDER =
      ImmutableList.of(
          JobKind.RECV_FORWARD, JobKind.FORWARD, JobKind.BACKWARD, JobKind.SEND_BACKWARD);

  private static VppConfig everyFieldSet() {
    return Configs.of(4, 2, 8)
        .dialect(Dialect.PIR)
        .grouping(Grouping.ofSize(4))
        .splitBackward(true)
        .overlapShardingReduce(true)
        .steadyOrder(OWN_ORDER)
        .build();
  }

  @Test
  void build_onlySizes_setsTheDefaults() {
    VppConfig config = Configs.of(4, 2, 8).build();

    assertThat(config)
        .hasToString(
            "VppConfig{stages=4, chunks=2, microBatches=8, dialect=pir, grouping=balanced,"
                + " splitBackward=false, overlapShardingReduce=false, steadyOrder=[backward,"
                + " recv_forward, send_backward, forward]}");
  }

  @Test
  void toBuilder_everyFieldSet_keepsThemAll() {
    assertThat(everyFieldSet().toBuilder().build()).isEqualTo(everyFieldSet());
    assertThat(everyFieldSet())
        .hasToString(
            "VppConfig{stages=4, chunks=2, microBatches=8, dialect=pir, grouping=4,"
                + " splitBackward=true, overlapShardingReduce=true, steadyOrder=[recv_forward,"
                + " forward, backward, send_backward]}");
  }

  @Test
  void equals_oneFieldDiffers_isFalse() {
    List<VppConfig> all =
        List.of(
            everyFieldSet(),
            everyFieldSet().toBuilder().stages(2).build(),
            everyFieldSet().toBuilder().chunks(3).build(),
            everyFieldSet().toBuilder().microBatches(12).build(),
            Configs.of(4, 2, 8).build(),
            Configs.of(4, 2, 8).dialect(Dialect.LEGACY).build(),
            everyFieldSet().toBuilder().grouping(Grouping.balanced()).build(),
            everyFieldSet().toBuilder().splitBackward(false).build(),
            everyFieldSet().toBuilder().overlapShardingReduce(false).build(),
            everyFieldSet().toBuilder()
                .steadyOrder(Configs.of(1, 1, 1).build().steadyOrder())
                .build());

    assertThat(all).doesNotHaveDuplicates();
    assertThat(everyFieldSet()).hasSameHashCodeAs(everyFieldSet());
  }

  @ParameterizedTest
  @CsvSource({"0, 2, 8, stages (0)", "4, -1, 8, chunks (-1)", "4, 2, 0, microBatches (0)"})
  void build_sizeBelowOne_isRefused(int s, int c, int m, String what) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Configs.of(s, c, m).build())
        .withMessage(what + " must be at least 1.");
  }

  @Test
  void build_sizeMissing_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> VppConfig.builder().stages(4).microBatches(8).build())
        .withMessage("chunks is not set: stages, chunks and microBatches are required.");
  }

  @Test
  void build_tooManyVirtualStages_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Configs.of(65536, 32768, 1).build())
        .withMessage(
            "stages (65536) x chunks (32768) is 2147483648 virtual stages, above the limit of"
                + " 2147483647. Use fewer of either.");
  }

  @Test
  void build_tooManyJobs_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Configs.of(1, 4096, 131072).build())
        .withMessage(
            "microBatches (131072) x chunks (4096) is 536870912 micro-steps of 4 jobs each, above"
                + " the limit of 2147483639 jobs on a stage. Use fewer of either.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Configs.of(1, Integer.MAX_VALUE, Integer.MAX_VALUE).build())
        .withMessageContaining("is 4611686014132420609 micro-steps of 4 jobs each");
  }

  @Test
  void build_jobsAtTheLimit_isAccepted() {
    // The limit is 2147483639 jobs, of which one is the optimizer: 536870909 steps of four.
    VppConfig largest = Configs.of(1, 1, 536870909).build();

    assertThat(VppScheduler.create(largest).jobsPerStage()).isEqualTo(2147483637);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> largest.toBuilder().microBatches(536870910).build());
  }

  @Test
  void build_largestSizes_isAccepted() {
    VppConfig legacy = Configs.of(2, 1, 1 << 29).dialect(Dialect.LEGACY).build();

    VppScheduler scheduler = VppScheduler.create(legacy);
    assertThat(scheduler.job(1, scheduler.jobsPerStage() - 2)).hasToString("backward0:536870911");
  }

  @Test
  void build_steadyOrderIncomplete_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                Configs.of(4, 2, 8)
                    .steadyOrder(ImmutableList.of(JobKind.FORWARD, JobKind.BACKWARD))
                    .build())
        .withMessage(
            "The steady order [forward, backward] must hold each of [backward, recv_forward,"
                + " send_backward, forward] exactly once.");
  }

  @Test
  void build_steadyOrderSendsBeforeBackward_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                Configs.of(4, 2, 8)
                    .steadyOrder(
                        ImmutableList.of(
                            JobKind.SEND_BACKWARD,
                            JobKind.BACKWARD,
                            JobKind.RECV_FORWARD,
                            JobKind.FORWARD))
                    .build())
        .withMessage(
            "The steady order [send_backward, backward, recv_forward, forward] must hold"
                + " recv_forward before forward and backward before send_backward: a stage cannot"
                + " use what it has not received, or send what it has not computed.");
  }

  @Test
  void build_steadyOrderForLegacy_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> Configs.of(4, 2, 8).dialect(Dialect.LEGACY).steadyOrder(OWN_ORDER).build())
        .withMessage(
            "The steady order [recv_forward, forward, backward, send_backward] applies to the pir"
                + " dialect only, but the dialect is legacy. Leave it out.");
  }

  @Test
  void steadyOrder_own_ordersTheSteadyPhase() {
    VppConfig config = Configs.of(2, 1, 3).steadyOrder(OWN_ORDER).build();

    assertThat(VppScheduler.create(config).stage(1).steady().toString())
        .isEqualTo(
            "[recv_forward0:1, forward0:1, backward0:0, send_backward0:0, recv_forward0:2,"
                + " forward0:2, backward0:1, send_backward0:1]");
  }
}
