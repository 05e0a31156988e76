package org.vppscheduler.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.vppscheduler.check.ChannelModel;
import org.vppscheduler.check.CheckReport;
import org.vppscheduler.check.JobGraph;
import org.vppscheduler.check.PipelineCheck;
import org.vppscheduler.schedule.Dialect;
import org.vppscheduler.schedule.Grouping;
import org.vppscheduler.schedule.PipelineSchedule;
import org.vppscheduler.simulate.CostModel;
import org.vppscheduler.simulate.Simulation;
import org.vppscheduler.simulate.Simulator;
import org.vppscheduler.testing.NaiveExecutor;
import org.vppscheduler.testing.Pipelines;

/**
 * Checks and simulations for S=64, C=8 and M micro-batches: 1024·M + 64 jobs in the legacy dialect,
 * 2048·M + 64 in the PIR dialect.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
    value = 1,
    jvmArgs = {"-Xms2g", "-Xmx2g", "-XX:+UseParallelGC", "-XX:+AlwaysPreTouch"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PipelineBenchmark {
  private static final CostModel COSTS =
      CostModel.uniform(1000, 1100, 900).toBuilder().hop(50).build();

  @Param({"LEGACY", "PIR"})
  public Dialect dialect;

  @Param({"64", "640"})
  public int microBatches;

  private PipelineSchedule pipeline;
  private PipelineSchedule hanging;

  static long jobs(BenchmarkParams params) {
    int directions = params.getParam("dialect").equals("PIR") ? 2048 : 1024;
    return directions * Long.parseLong(params.getParam("microBatches")) + 64;
  }

  @Setup
  public void setUp() {
    pipeline = Pipelines.balanced(64, 8, microBatches, dialect);
    hanging =
        Pipelines.of(
            Pipelines.config(64, 8, microBatches + 1, dialect).grouping(Grouping.reference()));
  }

  /** The dependencies alone, which both the check and the simulation begin with. */
  @Benchmark
  public JobGraph graph() {
    return JobGraph.of(pipeline);
  }

  @Benchmark
  public CheckReport check() {
    return PipelineCheck.create().check(pipeline);
  }

  @Benchmark
  public CheckReport checkOneSlot() {
    return PipelineCheck.create(ChannelModel.slots(1)).check(pipeline);
  }

  /** Finds the shortest cycle too. */
  @Benchmark
  public CheckReport checkHanging() {
    return PipelineCheck.create().check(hanging);
  }

  @Benchmark
  public Simulation simulate() {
    return Simulator.create(COSTS).simulate(pipeline);
  }

  /** The plain way: look at each stage's next job, over and over, until none can run. */
  @Benchmark
  public boolean naiveCheck() {
    return NaiveExecutor.run(pipeline).completes();
  }

  /** The plain way: look at each stage's next job, over and over, with times in a hash map. */
  @Benchmark
  public boolean naiveSimulation() {
    return NaiveExecutor.run(pipeline, COSTS::duration, COSTS.hop()).completes();
  }
}
