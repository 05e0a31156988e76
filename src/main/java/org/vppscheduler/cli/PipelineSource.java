package org.vppscheduler.cli;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.vppscheduler.schedule.PipelineSchedule;
import org.vppscheduler.schedule.VppConfig;
import org.vppscheduler.schedule.VppScheduler;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** The options of commands that take a pipeline: one to generate, or lists from a file. */
final class PipelineSource {
  private static final ImmutableList<String> ONLY_TO_GENERATE =
      ImmutableList.of(
          "--stages",
          "--dialect",
          "--grouping",
          "--split-backward",
          "--overlap-sharding-reduce",
          "--steady-order");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = {"-s", "--stages"},
      paramLabel = "S",
      description = "Pipeline stages.")
  private Optional<Integer> stages = Optional.empty();

  @Option(
      names = {"-c", "--chunks"},
      paramLabel = "C",
      description = "Model chunks on each stage.")
  private Optional<Integer> chunks = Optional.empty();

  @Option(
      names = {"-m", "--micro-batches"},
      paramLabel = "M",
      description = "Micro-batches; any number, none of S, C or S*C need divide it.")
  private Optional<Integer> microBatches = Optional.empty();

  @Mixin private ListOptions lists;

  @Option(
      names = "--jobs",
      paramLabel = "FILE",
      description =
          "Job lists to take instead of generated ones, as 'vpp jobs' prints them with --format line"
              + " or json for all stages; - for standard input. -c and -m are then what the lists"
              + " hold, unless given.")
  private Optional<String> jobs = Optional.empty();

  @Option(
      names = "--torch-csv",
      paramLabel = "FILE",
      description =
          "A schedule of torch.distributed.pipelining to take instead; - for standard input. Needs"
              + " -c.")
  private Optional<String> torchCsv = Optional.empty();

  /** Returns the pipeline that the options describe, or that the file holds. */
  PipelineSchedule pipeline(Streams streams) throws IOException {
    if (jobs.isPresent()) {
      refuse("--jobs", ONLY_TO_GENERATE);
      refuse("--jobs", ImmutableList.of("--torch-csv"));
      return sized(JobListFile.read(jobs.get(), streams));
    }
    if (torchCsv.isPresent()) {
      refuse("--torch-csv", ONLY_TO_GENERATE);
      require(ImmutableMap.of("--chunks", chunks), "to know the stages of each rank");
      int ofEachRank = chunks.orElseThrow();
      checkArgument(ofEachRank >= 1, "--chunks (%s) must be at least 1.", ofEachRank);
      return sized(JobListFile.readTorchCsv(torchCsv.get(), ofEachRank, streams));
    }
    require(
        ImmutableMap.of("--stages", stages, "--chunks", chunks, "--micro-batches", microBatches),
        "or --jobs or --torch-csv to take the lists from a file");
    return VppScheduler.create(
            lists.config(stages.orElseThrow(), chunks.orElseThrow(), microBatches.orElseThrow()))
        .pipeline();
  }

  /** Returns where the pipeline comes from: a file, or the settings that generate it. */
  String description() {
    Optional<String> file = jobs.or(() -> torchCsv);
    if (file.isPresent()) {
      return file.get().equals("-") ? "from standard input" : "from " + nameOf(file.get());
    }
    VppConfig config =
        lists.config(stages.orElseThrow(), chunks.orElseThrow(), microBatches.orElseThrow());
    return config.dialect()
        + " dialect, "
        + config.grouping()
        + " grouping"
        + (config.backwardIsSplit() ? ", backward split" : "");
  }

  private static String nameOf(String file) {
    Path name = Path.of(file).getFileName();
    return name == null ? file : name.toString();
  }

  private PipelineSchedule sized(PipelineSchedule read) {
    return PipelineSchedule.ofStages(
        chunks.orElse(read.chunks()),
        microBatches.orElse(read.microBatches()),
        read.stageSchedules());
  }

  private void require(Map<String, Optional<Integer>> sizes, String why) {
    List<String> missing = new ArrayList<>();
    sizes.forEach(
        (option, size) -> {
          if (size.isEmpty()) {
            missing.add(option);
          }
        });
    if (!missing.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "Missing " + String.join(", ", missing) + ", " + why + ".");
    }
  }

  private void refuse(String source, List<String> options) {
    ParseResult parsed = spec.commandLine().getParseResult();
    for (String option : options) {
      if (parsed.hasMatchedOption(option)) {
        throw new ParameterException(
            spec.commandLine(),
            option + " does not go with " + source + ", which gives the lists.");
      }
    }
  }
}
