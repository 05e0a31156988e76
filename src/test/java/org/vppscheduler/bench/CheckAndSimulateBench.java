package org.vppscheduler.bench;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.Supplier;
import org.vppscheduler.check.ChannelModel;
import org.vppscheduler.check.PipelineCheck;
import org.vppscheduler.schedule.Dialect;
import org.vppscheduler.schedule.Grouping;
import org.vppscheduler.schedule.PipelineSchedule;
import org.vppscheduler.simulate.CostModel;
import org.vppscheduler.simulate.Simulator;
import org.vppscheduler.testing.NaiveExecutor;
import org.vppscheduler.testing.Pipelines;

/**
 * Measures checks and simulations of a growing number of jobs, and the plain executor of the tests
 * beside them. A program, not a test: run its {@code main} on one core.
 */
public final class CheckAndSimulateBench {
  private static final int ROUNDS = 15;

  private CheckAndSimulateBench() {}

  /**
   * Prints the median time of each measurement, in all and for each job.
   *
   * @param args none
   */
  public static void main(String[] args) {
    CostModel costs = CostModel.uniform(1000, 1100, 900).toBuilder().hop(50).build();
    for (int microBatches : new int[] {64, 128, 1024, 10240}) {
      for (Dialect dialect : Dialect.values()) {
        PipelineSchedule pipeline = Pipelines.balanced(64, 8, microBatches, dialect);
        measure(dialect + " check", pipeline, () -> PipelineCheck.create().check(pipeline));
        measure(
            dialect + " check, 1 slot",
            pipeline,
            () -> PipelineCheck.create(ChannelModel.slots(1)).check(pipeline));
        measure(dialect + " simulate", pipeline, () -> Simulator.create(costs).simulate(pipeline));
        if (microBatches <= 128) {
          measure(
              dialect + " plain executor",
              pipeline,
              () -> NaiveExecutor.run(pipeline, costs::duration, costs.hop()).completes());
        }
      }
    }
    PipelineSchedule hang =
        Pipelines.of(Pipelines.config(64, 8, 1025, Dialect.LEGACY).grouping(Grouping.reference()));
    measure("legacy check that finds a cycle", hang, () -> PipelineCheck.create().check(hang));
  }

  private static void measure(String what, PipelineSchedule pipeline, Supplier<Object> work) {
    long[] times = new long[pipeline.jobCount() > 3_000_000 ? 3 : ROUNDS];
    int kept = 0;
    for (int round = -2; round < times.length; round++) {
      long start = System.nanoTime();
      kept += work.get().hashCode() & 1;
      if (round >= 0) {
        times[round] = System.nanoTime() - start;
      }
    }
    Arrays.sort(times);
    long median = times[times.length / 2];
    System.out.printf(
        Locale.ROOT,
        "%-34s %,12d jobs %10.2f ms %8.1f ns a job%s%n",
        what,
        pipeline.jobCount(),
        median / 1e6,
        (double) median / pipeline.jobCount(),
        kept < 0 ? "!" : "");
  }
}
