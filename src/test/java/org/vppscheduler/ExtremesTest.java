package org.vppscheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.common.collect.ImmutableList;
import java.util.Collections;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.vppscheduler.check.ChannelModel;
import org.vppscheduler.check.JobGraph;
import org.vppscheduler.check.PipelineCheck;
import org.vppscheduler.schedule.Dialect;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.PipelineSchedule;
import org.vppscheduler.schedule.VppConfig;
import org.vppscheduler.schedule.VppScheduler;
import org.vppscheduler.simulate.CostModel;
import org.vppscheduler.simulate.Simulation;
import org.vppscheduler.simulate.Simulator;
import org.vppscheduler.testing.Pipelines;

/** The smallest and the largest settings, through all that is done with a schedule. */
final class ExtremesTest {
  /** Where the sizes leave nothing to wait for but the first message, times have closed forms. */
  @ParameterizedTest
  @CsvSource({
    // stages, chunks, micro-batches, makespan for F = 2, B + W = 3, no hops
    "1, 1, 1, 5",
    "1, 1, 7, 35",
    "1, 9, 1, 45",
    "1, 9, 7, 315",
    "9, 1, 1, 45",
    "9, 7, 1, 315",
    "2, 1, 1, 10",
    "1, 4096, 1, 20480",
    "4096, 1, 1, 20480",
    "1, 1, 4096, 20480",
  })
  void pipeline_aSizeOfOne_runsInTheTimeOfItsPath(
      int stages, int chunks, int microBatches, long makespan) {
    for (Dialect dialect : Dialect.values()) {
      PipelineSchedule pipeline = Pipelines.balanced(stages, chunks, microBatches, dialect);

      assertThat(PipelineCheck.create(ChannelModel.slots(1)).check(pipeline).isProven()).isTrue();
      Simulation simulation = Simulator.create(CostModel.uniform(2, 2, 1)).simulate(pipeline);
      assertThat(simulation).isInstanceOf(Simulation.Completed.class);
      assertThat(simulation.timeline().makespan()).as("%s", dialect).isEqualTo(makespan);
    }
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void pipeline_of4096Stages_isProven(Dialect dialect) {
    int stages = 4096;
    int chunks = 2;
    int microBatches = 128;
    PipelineSchedule pipeline = Pipelines.balanced(stages, chunks, microBatches, dialect);

    int kinds = dialect == Dialect.PIR ? 4 : 2;
    assertThat(pipeline.jobCount()).isEqualTo((long) stages * (kinds * chunks * microBatches + 1));
    assertThat(PipelineCheck.create(ChannelModel.slots(1)).check(pipeline).isProven()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void pipeline_of4096StagesAndFewMicroBatches_runsInTheIdealTime(Dialect dialect) {
    int stages = 4096;
    PipelineSchedule pipeline = Pipelines.balanced(stages, 1, 64, dialect);

    Simulation simulation = Simulator.create(CostModel.uniform(2, 2, 1)).simulate(pipeline);

    // Each micro-batch goes all the way and back; the first is followed by the others.
    assertThat(simulation.timeline().makespan()).isEqualTo((stages - 1 + 64) * (2L + 3));
  }

  @Test
  void job_hugePipeline_isFoundWithoutTheLists() {
    VppScheduler scheduler =
        VppScheduler.create(
            VppConfig.builder().stages(4096).chunks(128).microBatches(1 << 20).build());
    int last = scheduler.jobsPerStage() - 1;

    assertThat(last).isEqualTo(4 * 128 * (1 << 20));
    assertThat(scheduler.job(4095, last)).hasToString("optimizer:0");
    assertThat(scheduler.job(4095, 0)).hasToString("recv_forward0:0");
    assertThat(scheduler.job(0, last - 1)).hasToString("send_backward0:1048575");
  }

  /** All stages share one list, so that more jobs than an int counts need little memory. */
  @Test
  void graph_moreJobsThanAnIntCounts_isRefused() {
    int jobs = 1 << 20;
    ImmutableList<Job> list =
        ImmutableList.<Job>builder()
            // A split backward first and a forward last: nothing has to look at those between.
            .add(Job.parse("backward_b0:0"))
            .addAll(Collections.nCopies(jobs - 2, Job.parse("backward0:0")))
            .add(Job.parse("forward0:0"))
            .build();
    PipelineSchedule pipeline = PipelineSchedule.of(1, 1, Collections.nCopies(2048, list));

    assertThat(pipeline.jobCount()).isEqualTo(1L << 31);
    for (ThrowingCallable use :
        List.<ThrowingCallable>of(
            () -> JobGraph.of(pipeline),
            () -> PipelineCheck.create().check(pipeline),
            () -> Simulator.create(CostModel.uniform(1, 1, 1)).simulate(pipeline))) {
      assertThatIllegalArgumentException()
          .isThrownBy(use)
          .withMessage(
              "The pipeline has 2147483648 jobs, above the limit of 2147483639 for one graph.");
    }
  }
}
