package org.vppscheduler.bench;

import java.util.List;
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
import org.vppscheduler.program.Program;
import org.vppscheduler.schedule.VppConfig;
import org.vppscheduler.split.ProgramSplitter;
import org.vppscheduler.split.SplitResult;

/** Splitting of training programs into 8 chunks. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
    value = 1,
    jvmArgs = {"-Xms4g", "-Xmx4g", "-XX:+UseParallelGC", "-XX:+AlwaysPreTouch"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class SplitBenchmark {
  @Param({"10000", "100000", "1000000"})
  public int operations;

  private Program program;
  private ProgramSplitter whole;
  private ProgramSplitter backwardSplit;

  static long operations(BenchmarkParams params) {
    return LayeredProgram.size(Integer.parseInt(params.getParam("operations")));
  }

  @Setup
  public void setUp() {
    program = LayeredProgram.of(operations);
    whole = splitter(false);
    backwardSplit = splitter(true);
  }

  private static ProgramSplitter splitter(boolean splitBackward) {
    return ProgramSplitter.create(
        VppConfig.builder()
            .stages(1)
            .chunks(LayeredProgram.CHUNKS)
            .microBatches(1)
            .splitBackward(splitBackward)
            .build());
  }

  @Benchmark
  public SplitResult split() {
    return whole.split(program);
  }

  /** Every eighth operation is a matmul_grad, taken apart into eight. */
  @Benchmark
  public SplitResult splitBackward() {
    return backwardSplit.split(program);
  }

  /** The floor: one copy of the program. */
  @Benchmark
  public Program oneCopy() {
    return CloneAndFilter.copy(program);
  }

  /** The reference's way: a copy for each type. */
  @Benchmark
  public List<Integer> copyForEachType() {
    return CloneAndFilter.split(program, LayeredProgram.CHUNKS);
  }
}
