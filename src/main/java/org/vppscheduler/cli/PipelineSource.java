package org.vppscheduler.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.collect.ImmutableList;
import com.google.common.io.CharStreams;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.PipelineSchedule;
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
          "Job lists to take instead of generated ones, in the form that 'vpp jobs --format line'"
              + " prints: one stage a line; - for standard input. -c and -m are then what the lists"
              + " hold, unless given.")
  private Optional<String> file = Optional.empty();

  /** Returns the pipeline that the options describe, or that the file holds. */
  PipelineSchedule pipeline(Streams streams) throws IOException {
    if (file.isPresent()) {
      refuseOptionsToGenerate();
      return read(file.get(), streams);
    }
    List<String> missing = new ArrayList<>();
    if (stages.isEmpty()) {
      missing.add("--stages");
    }
    if (chunks.isEmpty()) {
      missing.add("--chunks");
    }
    if (microBatches.isEmpty()) {
      missing.add("--micro-batches");
    }
    if (!missing.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          "Missing " + String.join(", ", missing) + ", or --jobs to take the lists from a file.");
    }
    return VppScheduler.create(
            lists.config(stages.orElseThrow(), chunks.orElseThrow(), microBatches.orElseThrow()))
        .pipeline();
  }

  private void refuseOptionsToGenerate() {
    ParseResult parsed = spec.commandLine().getParseResult();
    for (String option : ONLY_TO_GENERATE) {
      if (parsed.hasMatchedOption(option)) {
        throw new ParameterException(
            spec.commandLine(), option + " is for lists to generate, but --jobs gives the lists.");
      }
    }
  }

  private PipelineSchedule read(String name, Streams streams) throws IOException {
    String text =
        name.equals("-")
            ? CharStreams.toString(new InputStreamReader(streams.in(), UTF_8))
            : Files.readString(Path.of(name));
    String where = name.equals("-") ? "standard input" : name;
    List<List<Job>> jobLists = new ArrayList<>();
    for (String line : text.lines().toList()) {
      jobLists.add(parse(line, where + ", line " + (jobLists.size() + 1)));
    }
    if (jobLists.isEmpty()) {
      throw new IllegalArgumentException(
          where + " holds no job list: a file has one line for each stage.");
    }
    int lastChunk = 0;
    int lastMicroBatch = 0;
    for (List<Job> jobs : jobLists) {
      for (Job job : jobs) {
        lastChunk = Math.max(lastChunk, job.chunk().orElse(0));
        lastMicroBatch = Math.max(lastMicroBatch, job.microBatch());
      }
    }
    return PipelineSchedule.of(
        chunks.orElse(Math.addExact(lastChunk, 1)),
        microBatches.orElse(Math.addExact(lastMicroBatch, 1)),
        jobLists);
  }

  private static List<Job> parse(String line, String where) {
    List<Job> jobs;
    try {
      jobs = Job.parseList(line);
    } catch (IllegalArgumentException unreadable) {
      throw new IllegalArgumentException(where + ": " + unreadable.getMessage(), unreadable);
    }
    if (jobs.isEmpty()) {
      throw new IllegalArgumentException(where + " is empty: each line is the list of a stage.");
    }
    return jobs;
  }
}
