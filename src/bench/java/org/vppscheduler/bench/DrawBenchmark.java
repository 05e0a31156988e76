package org.vppscheduler.bench;

import java.io.IOException;
import java.io.Writer;
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
import org.vppscheduler.check.JobGraph;
import org.vppscheduler.draw.Drawing;
import org.vppscheduler.draw.TimelineFormat;
import org.vppscheduler.draw.TimelineHtml;
import org.vppscheduler.draw.TimelineSvg;
import org.vppscheduler.draw.TimelineText;
import org.vppscheduler.draw.TimelineTrace;
import org.vppscheduler.schedule.Dialect;
import org.vppscheduler.schedule.PipelineSchedule;
import org.vppscheduler.simulate.CostModel;
import org.vppscheduler.simulate.Simulation;
import org.vppscheduler.simulate.Simulator;
import org.vppscheduler.testing.Pipelines;

/** Timelines of S=64, C=8 and M micro-batches in the legacy dialect: 1024·M + 64 jobs. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
    value = 1,
    jvmArgs = {"-Xms2g", "-Xmx2g", "-XX:+UseParallelGC", "-XX:+AlwaysPreTouch"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class DrawBenchmark {
  @Param({"64", "640"})
  public int microBatches;

  private PipelineSchedule pipeline;
  private Drawing drawing;

  static long jobs(BenchmarkParams params) {
    return 1024 * Long.parseLong(params.getParam("microBatches")) + 64;
  }

  @Setup
  public void setUp() {
    pipeline = Pipelines.balanced(64, 8, microBatches, Dialect.LEGACY);
    drawing = Drawing.of(simulate());
  }

  /** What comes before a drawing. */
  @Benchmark
  public Simulation simulate() {
    return Simulator.create(CostModel.uniform(1000, 1100, 900)).simulate(JobGraph.of(pipeline));
  }

  @Benchmark
  public void text() throws IOException {
    write(TimelineText.ofWidth(120));
  }

  @Benchmark
  public void svg() throws IOException {
    write(TimelineSvg.create());
  }

  @Benchmark
  public void html() throws IOException {
    write(TimelineHtml.create());
  }

  @Benchmark
  public void trace() throws IOException {
    write(TimelineTrace.create());
  }

  private void write(TimelineFormat format) throws IOException {
    format.write(drawing, Writer.nullWriter());
  }
}
