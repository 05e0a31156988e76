package org.vppscheduler.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StageScheduleTest {
  @Test
  void of_callersList_isCopied() {
    List<Job> jobs = new ArrayList<>(Job.parseList("forward0:0 backward0:0"));
    StageSchedule schedule = StageSchedule.of(0, jobs);
    jobs.clear();

    assertThat(schedule).hasToString("forward0:0 backward0:0");
  }

  @ParameterizedTest
  @CsvSource({
    "'forward0:0 forward0:1 backward0:0 forward0:2 backward0:1 backward0:2 optimizer:0', 2 2 2 0 1",
    "'forward0:0 backward0:0', 1 0 1 0 0",
    "'backward0:0 forward0:0', 0 2 0 0 0",
    "'forward0:0 backward_b0:0 backward_w0:0 optimizer:0', 1 0 1 1 1",
    "'forward0:0 backward_w0:0 backward_b0:0', 1 0 2 0 0",
    "'optimizer:0 forward0:0', 0 2 0 0 0",
    "'', 0 0 0 0 0",
  })
  void of_anyList_derivesPhases(String jobs, String sizes) {
    StageSchedule schedule = StageSchedule.of(3, Job.parseList(jobs));

    assertThat(
            String.format(
                java.util.Locale.ROOT,
                "%d %d %d %d %d",
                schedule.warmup().size(),
                schedule.steady().size(),
                schedule.cooldown().size(),
                schedule.weightGradients().size(),
                schedule.optimizer().size()))
        .isEqualTo(sizes);
    assertThat(schedule.stage()).isEqualTo(3);
  }

  @Test
  void ofPhases_someMissing_joinsTheOthers() {
    StageSchedule schedule =
        StageSchedule.ofPhases(
            0,
            Map.of(
                Phase.COOLDOWN, Job.parseList("backward0:0 backward0:1"),
                Phase.WARMUP, Job.parseList("forward0:0 forward0:1")));

    assertThat(schedule).hasToString("forward0:0 forward0:1 backward0:0 backward0:1");
    assertThat(schedule.steady()).isEmpty();
    assertThat(schedule.cooldown()).hasSize(2);
    assertThat(schedule.phaseAt(1)).isEqualTo(Phase.WARMUP);
    assertThat(schedule.phaseAt(2)).isEqualTo(Phase.COOLDOWN);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> StageSchedule.ofPhases(-1, Map.of()))
        .withMessage("stage (-1) must not be negative.");
  }

  @Test
  void ofPhases_thoseOfASchedule_isThatSchedule() {
    StageSchedule schedule = VppScheduler.create(Configs.of(3, 2, 7).build()).stage(1);
    Map<Phase, List<Job>> phases = new EnumMap<>(Phase.class);
    for (Phase phase : Phase.values()) {
      phases.put(phase, schedule.phase(phase));
    }

    assertThat(StageSchedule.ofPhases(1, phases)).isEqualTo(schedule).hasSameHashCodeAs(schedule);
  }

  @Test
  void of_generatedList_derivesItsPhasesInThePirDialectOnly() {
    VppConfig pir = Configs.of(3, 2, 7).build();
    StageSchedule schedule = VppScheduler.create(pir).stage(1);
    VppConfig legacy = pir.toBuilder().dialect(Dialect.LEGACY).build();
    StageSchedule forwardFirst = VppScheduler.create(legacy).stage(1);

    assertThat(StageSchedule.of(1, schedule.jobs())).isEqualTo(schedule);
    // The steady phase starts with a forward, which the kinds alone do not show.
    assertThat(StageSchedule.of(1, forwardFirst.jobs())).isNotEqualTo(forwardFirst);
  }

  @Test
  void backwardIsSplit_foreignList_followsTheKinds() {
    assertThat(StageSchedule.of(0, Job.parseList("forward0:0 backward0:0")).backwardIsSplit())
        .isFalse();
    assertThat(StageSchedule.of(0, Job.parseList("forward0:0 backward_b0:0")).backwardIsSplit())
        .isTrue();
  }

  @Test
  void backwardIsSplit_microBatchesDiffer_saysNo() {
    VppConfig.Builder asked = Configs.of(4, 2, 8).splitBackward(true);

    assertThat(VppScheduler.create(asked.build()).stage(0).backwardIsSplit()).isFalse();
    assertThat(VppScheduler.create(asked.microBatches(4).build()).stage(0).backwardIsSplit())
        .isTrue();
  }

  @Test
  void equals_sameSettings_isTrue() {
    VppConfig config = Configs.of(4, 2, 8).build();
    StageSchedule stage = VppScheduler.create(config).stage(1);

    assertThat(VppScheduler.create(config).stage(1)).isEqualTo(stage).hasSameHashCodeAs(stage);
    assertThat(VppScheduler.create(config).stage(2)).isNotEqualTo(stage);
    assertThat(StageSchedule.of(2, stage.jobs())).isNotEqualTo(StageSchedule.of(1, stage.jobs()));
    assertThat(StageSchedule.of(1, stage.jobs())).isEqualTo(StageSchedule.of(1, stage.jobs()));
  }

  @Test
  void phaseAt_outsideTheList_isRefused() {
    StageSchedule schedule = StageSchedule.of(0, Job.parseList("forward0:0 backward0:0"));

    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> schedule.phaseAt(2))
        .withMessage("job index (2) must be less than size (2)");
  }

  @Test
  void of_negativeStage_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> StageSchedule.of(-1, ImmutableList.of()))
        .withMessage("stage (-1) must not be negative.");
  }
}
