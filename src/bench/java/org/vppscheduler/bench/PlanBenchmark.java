package org.vppscheduler.bench;

import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.Set;
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
import org.vppscheduler.plan.Plan;
import org.vppscheduler.program.Program;
import org.vppscheduler.schedule.StageSchedule;
import org.vppscheduler.schedule.VppConfig;
import org.vppscheduler.schedule.VppScheduler;
import org.vppscheduler.split.ProgramSplitter;

/** The plan of a stage of 4 with 8 chunks and 64 micro-batches (2,049 jobs), the program split. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
    value = 1,
    jvmArgs = {"-Xms2g", "-Xmx2g", "-XX:+UseParallelGC", "-XX:+AlwaysPreTouch"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PlanBenchmark {
  @Param({"10000", "100000"})
  public int operations;

  private StageSchedule schedule;
  private ImmutableMap<String, Program> programs;

  static long operations(BenchmarkParams params) {
    return LayeredProgram.size(Integer.parseInt(params.getParam("operations")));
  }

  @Setup
  public void setUp() {
    VppConfig config =
        VppConfig.builder().stages(4).chunks(LayeredProgram.CHUNKS).microBatches(64).build();
    schedule = VppScheduler.create(config).stage(1);
    programs = ProgramSplitter.create(config).split(LayeredProgram.of(operations)).programs();
  }

  @Benchmark
  public Plan plan() {
    return Plan.of(schedule, programs);
  }

  /** The plain way: a walk from the last job back with sets of names. */
  @Benchmark
  public List<Set<String>> plainSkipGc() {
    return PlainSkipGc.of(schedule.jobs(), programs);
  }
}
