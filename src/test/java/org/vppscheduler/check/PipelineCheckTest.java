package org.vppscheduler.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.vppscheduler.schedule.Dialect;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.PipelineSchedule;
import org.vppscheduler.testing.Pipelines;

/** Each kind of finding, with its exact words, beside lists that are right. */
final class PipelineCheckTest {
  private static final String STAGE_0 = "forward0:0 forward0:1 backward0:0 backward0:1 optimizer:0";
  private static final String STAGE_1 = "forward0:0 backward0:0 forward0:1 backward0:1 optimizer:0";

  private static CheckReport check(String... lists) {
    return PipelineCheck.create().check(Pipelines.parse(1, 2, lists));
  }

  private static List<String> texts(CheckReport report, Finding.Kind kind) {
    return report.findings().stream()
        .filter(finding -> finding.kind() == kind)
        .map(Finding::text)
        .collect(Collectors.toList());
  }

  @Test
  void check_rightLists_areProven() {
    CheckReport report = check(STAGE_0, STAGE_1);

    assertThat(report.isProven()).isTrue();
    assertThat(report.findings()).isEmpty();
    assertThat(report.hang()).isEmpty();
    assertThat(report.count(Finding.Kind.MISSING)).isZero();
    assertThat(report)
        .hasToString("Proven: 2 stages, 1 chunks, 2 micro-batches, 10 jobs, unbounded channels.");
  }

  @Test
  void check_listsWithoutOptimizer_areProven() {
    assertThat(
            check(
                    "forward0:0 forward0:1 backward0:0 backward0:1",
                    "forward0:0 backward0:0 forward0:1 backward0:1")
                .isProven())
        .isTrue();
  }

  @Test
  void check_wholeAndSplitBackwardsSideBySide_areProven() {
    assertThat(
            check(
                    "forward0:0 forward0:1 backward0:0 backward_b0:1 backward_w0:1",
                    "forward0:0 backward_b0:0 forward0:1 backward0:1 backward_w0:0")
                .isProven())
        .isTrue();
  }

  @Test
  void check_missingForward_isNamedAndStarvesOthers() {
    CheckReport report = check("forward0:0 backward0:0 backward0:1 optimizer:0", STAGE_1);

    assertThat(report)
        .hasToString(
            """
            Not proven: 2 stages, 1 chunks, 2 micro-batches, 9 jobs, unbounded channels.
            missing: forward0:1 is missing on stage 0.
            starved: backward0:1 (stage 0, index 2) never runs: it needs forward0:1 (stage 0, in no list).
            starved: forward0:1 (stage 1, index 2) never runs: it needs forward0:1 (stage 0, in no list).""");
    assertThat(report.hang().orElseThrow().cycle()).isEmpty();
  }

  @Test
  void check_missingOptimizer_isNamed() {
    assertThat(check(STAGE_0, STAGE_1.replace(" optimizer:0", "")).findings())
        .containsExactly(
            new Finding(
                Finding.Kind.MISSING,
                JobAt.missing(1, Job.optimizer()),
                ImmutableList.of(),
                "optimizer:0 is missing on stage 1."));
  }

  @Test
  void check_missingWeightGradient_isNamed() {
    CheckReport report =
        check(
            "forward0:0 forward0:1 backward0:0 backward_b0:1 backward_w0:1",
            "forward0:0 backward_b0:0 forward0:1 backward0:1");

    assertThat(texts(report, Finding.Kind.MISSING))
        .containsExactly("backward_w0:0 is missing on stage 1.");
    assertThat(report.count(Finding.Kind.MISSING)).isEqualTo(1);
  }

  @Test
  void check_missingInputGradient_isNamed() {
    CheckReport report =
        check(
            "forward0:0 forward0:1 backward0:0 backward_w0:1",
            "forward0:0 backward0:0 forward0:1 backward0:1");

    assertThat(texts(report, Finding.Kind.MISSING))
        .containsExactly("backward_b0:1 is missing on stage 0.");
    assertThat(texts(report, Finding.Kind.STARVED))
        .containsExactly(
            "backward_w0:1 (stage 0, index 3) never runs: it needs backward_b0:1 (stage 0, in no"
                + " list).");
  }

  @Test
  void check_missingBothPartsOfASplitBackward_namesBoth() {
    CheckReport report =
        check(
            "forward0:0 forward0:1 backward_b0:0 backward_w0:0",
            "forward0:0 backward_b0:0 forward0:1 backward_b0:1 backward_w0:0 backward_w0:1");

    assertThat(texts(report, Finding.Kind.MISSING))
        .containsExactly(
            "backward_b0:1 is missing on stage 0.", "backward_w0:1 is missing on stage 0.");
  }

  @Test
  void check_missingReceiveAndSend_areNamed() {
    PipelineSchedule pipeline = Pipelines.balanced(2, 1, 2, Dialect.PIR);
    PipelineSchedule changed =
        Pipelines.change(
            pipeline,
            lists -> {
              lists.get(1).remove(Job.parse("recv_forward0:1"));
              lists.get(1).remove(Job.parse("send_backward0:0"));
            });

    assertThat(texts(PipelineCheck.create().check(changed), Finding.Kind.MISSING))
        .containsExactly(
            "send_backward0:0 is missing on stage 1.", "recv_forward0:1 is missing on stage 1.");
  }

  @Test
  void check_doubledJob_isNamedWithItsFirst() {
    assertThat(check(STAGE_0.replace("optimizer:0", "forward0:0 optimizer:0"), STAGE_1))
        .hasToString(
            """
            Not proven: 2 stages, 1 chunks, 2 micro-batches, 11 jobs, unbounded channels.
            doubled: forward0:0 (stage 0, index 4) is in the list already: forward0:0 (stage 0, index 0).""");
  }

  @Test
  void check_doubledOptimizer_isNamedWithItsFirst() {
    assertThat(texts(check(STAGE_0 + " optimizer:0", STAGE_1), Finding.Kind.DOUBLED))
        .containsExactly(
            "optimizer:0 (stage 0, index 5) is in the list already: optimizer:0 (stage 0, index"
                + " 4).");
  }

  @Test
  void check_weightGradientBesideWholeBackward_isADouble() {
    assertThat(
            texts(
                check(STAGE_0.replace("optimizer:0", "backward_w0:1 optimizer:0"), STAGE_1),
                Finding.Kind.DOUBLED))
        .containsExactly(
            "backward_w0:1 (stage 0, index 4) repeats a part of backward0:1 (stage 0, index 3),"
                + " which is not split.");
  }

  @Test
  void check_chunkOrMicroBatchOutOfRange_isNamedWithTheLimits() {
    CheckReport report =
        check("forward1:0 " + STAGE_0, STAGE_1.replace("forward0:1", "forward0:1 forward0:2"));

    assertThat(report)
        .hasToString(
            """
            Not proven: 2 stages, 1 chunks, 2 micro-batches, 12 jobs, unbounded channels.
            out of range: forward1:0 (stage 0, index 0) is out of range: chunks are 0 to 0, micro-batches 0 to 1.
            out of range: forward0:2 (stage 1, index 3) is out of range: chunks are 0 to 0, micro-batches 0 to 1.""");
  }

  @Test
  void check_backwardBeforeForward_isALocalOrderAndADeadlock() {
    assertThat(check(STAGE_0, "backward0:0 forward0:0 forward0:1 backward0:1 optimizer:0"))
        .hasToString(
            """
            Not proven: 2 stages, 1 chunks, 2 micro-batches, 10 jobs, unbounded channels.
            local order: backward0:0 (stage 1, index 0) comes before forward0:0 (stage 1, index 1), which it needs.
            deadlock: These jobs wait for each other for ever:
              backward0:0 (stage 1, index 0) waits for forward0:0 (stage 1, index 1): it needs its result
              forward0:0 (stage 1, index 1) waits for backward0:0 (stage 1, index 0): it is listed after it""");
  }

  /** The next list begins with what the last job of this one needs: that is no local order. */
  @Test
  void check_backwardFirstInTheNextList_isALocalOrderThereOnly() {
    CheckReport report =
        check(
            "forward0:0 forward0:1 backward0:1 backward0:0",
            "backward0:0 forward0:0 forward0:1 backward0:1");

    assertThat(texts(report, Finding.Kind.LOCAL_ORDER))
        .containsExactly(
            "backward0:0 (stage 1, index 0) comes before forward0:0 (stage 1, index 1), which it"
                + " needs.");
  }

  @Test
  void check_optimizerNotLast_isALocalOrder() {
    assertThat(
            texts(
                check("forward0:0 forward0:1 optimizer:0 backward0:0 backward0:1", STAGE_1),
                Finding.Kind.LOCAL_ORDER))
        .containsExactly(
            "optimizer:0 (stage 0, index 2) is not last: backward0:1 (stage 0, index 4) comes after"
                + " it.");
  }

  @Test
  void check_everyLocalPair_isFound() {
    PipelineSchedule split =
        Pipelines.of(Pipelines.config(1, 1, 1, Dialect.PIR).splitBackward(true));
    assertThat(split.stage(0)).hasToString("forward0:0 backward_b0:0 backward_w0:0 optimizer:0");

    assertThat(localOrder("backward_b0:0 forward0:0 backward_w0:0"))
        .containsExactly(
            "backward_b0:0 (stage 0, index 0) comes before forward0:0 (stage 0, index 1), which it"
                + " needs.");
    assertThat(localOrder("forward0:0 backward_w0:0 backward_b0:0"))
        .containsExactly(
            "backward_w0:0 (stage 0, index 1) comes before backward_b0:0 (stage 0, index 2), which"
                + " it needs.");
    assertThat(localOrder("forward0:0 recv_forward0:0 backward0:0"))
        .containsExactly(
            "forward0:0 (stage 0, index 0) comes before recv_forward0:0 (stage 0, index 1), which"
                + " it needs.");
    assertThat(localOrder("forward0:0 send_backward0:0 backward0:0"))
        .containsExactly(
            "send_backward0:0 (stage 0, index 1) comes before backward0:0 (stage 0, index 2), which"
                + " it needs.");
  }

  private static List<String> localOrder(String list) {
    return texts(
        PipelineCheck.create().check(Pipelines.parse(1, 1, list)), Finding.Kind.LOCAL_ORDER);
  }

  @Test
  void check_neighboursWaitForEachOther_isADeadlock() {
    assertThat(
            texts(
                check(
                    "forward0:0 backward0:0 forward0:1 backward0:1 optimizer:0",
                    "forward0:0 forward0:1 backward0:0 backward0:1 optimizer:0"),
                Finding.Kind.DEADLOCK))
        .containsExactly(
            """
            These jobs wait for each other for ever:
              backward0:0 (stage 0, index 1) waits for backward0:0 (stage 1, index 2): it needs its result
              backward0:0 (stage 1, index 2) waits for forward0:1 (stage 1, index 1): it is listed after it
              forward0:1 (stage 1, index 1) waits for forward0:1 (stage 0, index 2): it needs its result
              forward0:1 (stage 0, index 2) waits for backward0:0 (stage 0, index 1): it is listed after it""");
  }

  @Test
  void check_waitsRoundTheRing_areADeadlock() {
    CheckReport report =
        PipelineCheck.create()
            .check(
                Pipelines.parse(
                    2,
                    1,
                    "forward1:0 forward0:0 backward1:0 backward0:0",
                    "forward0:0 forward1:0 backward1:0 backward0:0",
                    "forward0:0 forward1:0 backward1:0 backward0:0"));

    assertThat(texts(report, Finding.Kind.DEADLOCK))
        .containsExactly(
            """
            These jobs wait for each other for ever:
              forward1:0 (stage 0, index 0) waits for forward0:0 (stage 2, index 0): it needs its result
              forward0:0 (stage 2, index 0) waits for forward0:0 (stage 1, index 0): it needs its result
              forward0:0 (stage 1, index 0) waits for forward0:0 (stage 0, index 1): it needs its result
              forward0:0 (stage 0, index 1) waits for forward1:0 (stage 0, index 0): it is listed after it""");
  }

  @Test
  void check_overtakingActivation_isATransportOrder() {
    CheckReport report =
        check(STAGE_0, "forward0:1 forward0:0 backward0:0 backward0:1 optimizer:0");

    assertThat(report)
        .hasToString(
            """
            Not proven: 2 stages, 1 chunks, 2 micro-batches, 10 jobs, unbounded channels.
            transport order: Stage 0 sends stage 1 the activation of forward0:0 (stage 0, index 0) before that of forward0:1 (stage 0, index 1), but that of the latter is received first, by forward0:1 (stage 1, index 0).""");
  }

  @Test
  void check_overtakingGradient_isATransportOrder() {
    assertThat(
            texts(
                check("forward0:0 forward0:1 backward0:1 backward0:0 optimizer:0", STAGE_1),
                Finding.Kind.TRANSPORT_ORDER))
        .containsExactly(
            "Stage 1 sends stage 0 the gradient of backward0:0 (stage 1, index 1) before that of"
                + " backward0:1 (stage 1, index 3), but that of the latter is received first, by"
                + " backward0:1 (stage 0, index 2).");
  }

  @Test
  void check_moreFindingsThanListed_countsTheRest() {
    CheckReport report =
        PipelineCheck.create().check(Pipelines.parse(1, 30, "forward0:0", "forward0:0"));

    assertThat(report.count(Finding.Kind.MISSING)).isEqualTo(2 * (29 + 30));
    assertThat(texts(report, Finding.Kind.MISSING))
        .hasSize(CheckReport.MAX_LISTED)
        .startsWith("backward0:0 is missing on stage 0.", "forward0:1 is missing on stage 0.");
    assertThat(report.toString()).endsWith("\nmissing: 98 more.");
  }

  @Test
  void check_shortListsOfAHugePipeline_needNoRoomForWhatIsMissing() {
    CheckReport report =
        PipelineCheck.create()
            .check(
                Pipelines.parse(
                    Integer.MAX_VALUE,
                    Integer.MAX_VALUE,
                    "forward0:0 forward2147483646:2147483646",
                    ""));

    assertThat(report.count(Finding.Kind.MISSING)).isEqualTo(Long.MAX_VALUE);
    assertThat(texts(report, Finding.Kind.STARVED))
        .containsExactly(
            "forward2147483646:2147483646 (stage 0, index 1) never runs: it needs"
                + " forward2147483645:2147483646 (stage 1, in no list).");
  }

  @Test
  void check_emptyLists_lackEverything() {
    CheckReport report = PipelineCheck.create().check(Pipelines.parse(1, 1, "", ""));

    assertThat(texts(report, Finding.Kind.MISSING))
        .containsExactly(
            "forward0:0 is missing on stage 0.",
            "backward0:0 is missing on stage 0.",
            "forward0:0 is missing on stage 1.",
            "backward0:0 is missing on stage 1.");
  }

  @Test
  void requireProven_rightLists_returnsThem() {
    PipelineSchedule pipeline = Pipelines.balanced(4, 2, 7, Dialect.PIR);

    assertThat(PipelineCheck.create().requireProven(pipeline)).isSameAs(pipeline);
  }

  @Test
  void requireProven_wrongLists_throwsTheReport() {
    PipelineSchedule pipeline = Pipelines.parse(1, 2, STAGE_0 + " forward0:0", STAGE_1);

    assertThatExceptionOfType(UnprovenPipelineException.class)
        .isThrownBy(() -> PipelineCheck.create().requireProven(pipeline))
        .satisfies(
            thrown -> {
              assertThat(thrown).hasMessage(thrown.report().toString());
              assertThat(thrown.report().pipeline()).isSameAs(pipeline);
            });
  }
}
