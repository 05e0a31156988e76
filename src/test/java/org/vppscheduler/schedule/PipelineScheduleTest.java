package org.vppscheduler.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PipelineScheduleTest {
  private static final ImmutableList<Job> JOBS = Job.parseList("forward0:0 backward0:0");

  @Test
  void of_lists_keepsThemByStage() {
    PipelineSchedule pipeline = PipelineSchedule.of(1, 1, List.of(JOBS, ImmutableList.<Job>of()));

    assertThat(pipeline.stages()).isEqualTo(2);
    assertThat(pipeline.microBatches()).isEqualTo(1);
    assertThat(pipeline.stage(0).jobs()).isEqualTo(JOBS);
    assertThat(pipeline.stage(1).jobs()).isEmpty();
    assertThat(pipeline.jobCount()).isEqualTo(2);
    assertThat(pipeline)
        .hasToString("PipelineSchedule{stages=2, chunks=1, microBatches=1, jobs=2}");
  }

  @Test
  void equals_anyPartDiffers_isFalse() {
    PipelineSchedule pipeline = PipelineSchedule.of(1, 1, List.of(JOBS));

    assertThat(PipelineSchedule.of(1, 1, List.of(JOBS)))
        .isEqualTo(pipeline)
        .hasSameHashCodeAs(pipeline);
    assertThat(
            List.of(
                pipeline,
                PipelineSchedule.of(2, 1, List.of(JOBS)),
                PipelineSchedule.of(1, 2, List.of(JOBS)),
                PipelineSchedule.of(1, 1, List.of(JOBS, JOBS))))
        .doesNotHaveDuplicates();
  }

  @Test
  void of_badSizes_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PipelineSchedule.of(1, 1, ImmutableList.<ImmutableList<Job>>of()))
        .withMessage("A pipeline needs the jobs of at least one stage.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PipelineSchedule.of(0, 1, List.of(JOBS)))
        .withMessage("chunks (0) must be at least 1.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PipelineSchedule.of(1, -3, List.of(JOBS)))
        .withMessage("microBatches (-3) must be at least 1.");
  }

  @Test
  void ofStages_outOfOrder_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                PipelineSchedule.ofStages(
                    1, 1, List.of(StageSchedule.of(0, JOBS), StageSchedule.of(2, JOBS))))
        .withMessage(
            "The schedule at position 1 is that of stage 2: give all stages, from 0, in order.");
  }

  @Test
  void stage_outOfRange_isRefused() {
    PipelineSchedule pipeline = PipelineSchedule.of(1, 1, List.of(JOBS));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> pipeline.stage(1))
        .withMessage("stage (1) must be from 0 to 0.");
  }
}
