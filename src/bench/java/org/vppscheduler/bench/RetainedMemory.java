package org.vppscheduler.bench;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Locale;
import org.openjdk.jol.info.GraphLayout;
import org.vppscheduler.check.JobGraph;
import org.vppscheduler.format.PirJson;
import org.vppscheduler.plan.Plan;
import org.vppscheduler.program.Program;
import org.vppscheduler.schedule.Dialect;
import org.vppscheduler.schedule.PipelineSchedule;
import org.vppscheduler.schedule.VppConfig;
import org.vppscheduler.schedule.VppScheduler;
import org.vppscheduler.simulate.CostModel;
import org.vppscheduler.simulate.Simulator;
import org.vppscheduler.split.ProgramSplitter;
import org.vppscheduler.split.SplitResult;
import org.vppscheduler.testing.Pipelines;

/** Prints how much memory values keep, by following their references: all that is reachable. */
public final class RetainedMemory {
  private RetainedMemory() {}

  /**
   * Measures and prints.
   *
   * @param args none
   * @throws IOException never
   */
  public static void main(String[] args) throws IOException {
    System.out.println("| what | units | bytes | bytes a unit |");
    System.out.println("|---|---|---|---|");
    for (int microBatches : new int[] {64, 640}) {
      for (Dialect dialect : Dialect.values()) {
        PipelineSchedule pipeline = Pipelines.balanced(64, 8, microBatches, dialect);
        long jobs = pipeline.jobCount();
        VppScheduler scheduler =
            VppScheduler.create(Pipelines.config(64, 8, microBatches, dialect).build());
        print("job lists of all 64 stages, " + dialect, "jobs", jobs, pipeline);
        print("the list of one stage, " + dialect, "jobs", jobs / 64, scheduler.stage(7));
        print("dependencies, lists included, " + dialect, "jobs", jobs, JobGraph.of(pipeline));
        print(
            "simulation, lists included, " + dialect,
            "jobs",
            jobs,
            Simulator.create(CostModel.uniform(1000, 1100, 900)).simulate(pipeline));
      }
    }
    for (int operations : new int[] {10_000, 100_000}) {
      Program program = read(LayeredProgram.of(operations));
      long size = program.operations().size();
      print("program, read from a file", "ops", size, program);
      VppConfig config =
          VppConfig.builder().stages(4).chunks(LayeredProgram.CHUNKS).microBatches(64).build();
      SplitResult split = ProgramSplitter.create(config).split(program);
      print("its split, the program included", "ops", size, split);
      print(
          "its plan, programs included",
          "ops",
          size,
          Plan.of(VppScheduler.create(config).stage(1), split));
    }
  }

  private static Program read(Program program) throws IOException {
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    PirJson.write(program, json);
    return PirJson.read(new ByteArrayInputStream(json.toByteArray()));
  }

  private static void print(String what, String unit, long units, Object root) {
    long bytes = GraphLayout.parseInstance(root).totalSize();
    System.out.println(
        String.format(
            Locale.ROOT,
            "| %s | %,d %s | %,d | %.1f |",
            what,
            units,
            unit,
            bytes,
            (double) bytes / units));
  }
}
