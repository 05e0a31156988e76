package org.vppscheduler.cli;

import java.io.IOException;
import java.io.Writer;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.vppscheduler.format.JobListJson;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.Phase;
import org.vppscheduler.schedule.StageSchedule;
import org.vppscheduler.schedule.VppConfig;
import org.vppscheduler.schedule.VppScheduler;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code vpp jobs}: the job lists of one stage or of all. */
@Command(
    name = "jobs",
    mixinStandardHelpOptions = true,
    versionProvider = Vpp.Version.class,
    sortOptions = false,
    header = "Prints the job list of each stage.",
    footer = {"", "Example: vpp jobs -s 4 -c 2 -m 8 --stage 0 --format line"})
final class JobsCommand implements Callable<Integer> {
  enum Format {
    TABLE,
    LINE,
    JSON
  }

  private static final int TABLE_WIDTH = 100;

  @Mixin private PipelineOptions pipeline;

  @Option(
      names = "--stage",
      paramLabel = "N|all",
      defaultValue = "all",
      converter = StageSelection.Converter.class,
      description = "The stage, from 0, or all (default).")
  private StageSelection stages;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "table",
      description =
          "table (default): the phases, for people. line: one stage a line, TYPE:MICRO_BATCH joined"
              + " by blanks. json: one object a stage, in an array if all stages are asked for.")
  private Format format;

  private final Writer out;

  JobsCommand(Streams streams) {
    this.out = streams.out();
  }

  @Override
  public Integer call() throws IOException {
    VppConfig config = pipeline.config();
    VppScheduler scheduler = VppScheduler.create(config);
    if (format == Format.JSON && stages.only().isEmpty()) {
      JobListJson.write(scheduler, out);
      out.write("\n");
      return ExitCode.OK;
    }
    String separator = "";
    // One stage at a time: all lists at once would need memory for nothing.
    for (int stage : stages.of(config)) {
      StageSchedule schedule = scheduler.stage(stage);
      out.write(separator);
      switch (format) {
        case TABLE -> {
          writeTable(config, schedule);
          separator = "\n";
        }
        case LINE -> out.write(schedule + "\n");
        case JSON -> {
          JobListJson.write(config, schedule, out);
          out.write("\n");
        }
      }
    }
    return ExitCode.OK;
  }

  private void writeTable(VppConfig config, StageSchedule schedule) throws IOException {
    out.write(
        String.format(
            Locale.ROOT,
            "stage %d of %d: %d jobs (%d chunks, %d micro-batches, %s dialect, %s grouping,"
                + " backward %s)\n",
            schedule.stage(),
            config.stages(),
            schedule.jobs().size(),
            config.chunks(),
            config.microBatches(),
            config.dialect(),
            config.grouping(),
            schedule.backwardIsSplit() ? "split" : "not split"));
    for (Phase phase : Phase.values()) {
      if (!schedule.phase(phase).isEmpty()) {
        writePhase(phase, schedule);
      }
    }
  }

  private void writePhase(Phase phase, StageSchedule schedule) throws IOException {
    String margin = String.format(Locale.ROOT, "  %-16s %7d ", phase, schedule.phase(phase).size());
    out.write(margin);
    int column = margin.length();
    for (Job job : schedule.phase(phase)) {
      String text = " " + job;
      if (column + text.length() > TABLE_WIDTH) {
        out.write("\n" + " ".repeat(margin.length()));
        column = margin.length();
      }
      out.write(text);
      column += text.length();
    }
    out.write("\n");
  }
}
