package org.vppscheduler.bench;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
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
import org.vppscheduler.schedule.Dialect;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.JobKind;
import org.vppscheduler.schedule.PipelineSchedule;
import org.vppscheduler.schedule.StageSchedule;
import org.vppscheduler.schedule.VppConfig;
import org.vppscheduler.schedule.VppScheduler;

/** Job list generation for S=64, C=8 and M micro-batches, legacy dialect: 1024·M + 64 jobs. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
    value = 1,
    jvmArgs = {"-Xms2g", "-Xmx2g", "-XX:+UseParallelGC", "-XX:+AlwaysPreTouch"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ScheduleBenchmark {
  private static final int STAGES = 64;
  private static final int CHUNKS = 8;

  @Param({"64", "640", "6400"})
  public int microBatches;

  private VppScheduler scheduler;
  private PipelineSchedule pipeline;
  private int jobs;

  static long jobs(BenchmarkParams params) {
    return 1024 * Long.parseLong(params.getParam("microBatches")) + STAGES;
  }

  @Setup
  public void setUp() {
    scheduler =
        VppScheduler.create(
            VppConfig.builder()
                .stages(STAGES)
                .chunks(CHUNKS)
                .microBatches(microBatches)
                .dialect(Dialect.LEGACY)
                .build());
    pipeline = scheduler.pipeline();
    jobs = Math.toIntExact(pipeline.jobCount());
  }

  /** The floor: an int array of the same length. */
  @Benchmark
  public int[] fillIntArray() {
    int[] array = new int[jobs];
    for (int i = 0; i < array.length; i++) {
      array[i] = i;
    }
    return array;
  }

  /** The straightforward way: counters, and a new job each. */
  @Benchmark
  public List<List<Job>> counterBased() {
    List<List<Job>> lists = new ArrayList<>();
    for (int stage = 0; stage < STAGES; stage++) {
      lists.add(CounterBasedGenerator.generate(STAGES, CHUNKS, microBatches, stage));
    }
    return lists;
  }

  @Benchmark
  public PipelineSchedule pipeline() {
    return scheduler.pipeline();
  }

  /** Each stage on its own, as S ranks would: nothing is shared. */
  @Benchmark
  public List<StageSchedule> stageByStage() {
    ImmutableList.Builder<StageSchedule> stages = ImmutableList.builder();
    for (int stage = 0; stage < STAGES; stage++) {
      stages.add(scheduler.stage(stage));
    }
    return stages.build();
  }

  @Benchmark
  public long iterate() {
    long sum = 0;
    for (StageSchedule stage : pipeline.stageSchedules()) {
      for (Job job : stage.jobs()) {
        sum += job.kind() == JobKind.FORWARD ? job.microBatch() : -job.microBatch();
      }
    }
    return sum;
  }

  @Benchmark
  public long byIndex() {
    long sum = 0;
    for (int stage = 0; stage < STAGES; stage++) {
      for (int index = 0; index < scheduler.jobsPerStage(); index++) {
        sum += scheduler.job(stage, index).microBatch();
      }
    }
    return sum;
  }
}
