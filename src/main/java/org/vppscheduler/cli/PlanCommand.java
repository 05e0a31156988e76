package org.vppscheduler.cli;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.vppscheduler.format.PirJson;
import org.vppscheduler.format.PlanJson;
import org.vppscheduler.plan.Plan;
import org.vppscheduler.plan.PlanFinding;
import org.vppscheduler.program.Program;
import org.vppscheduler.schedule.JobKind;
import org.vppscheduler.schedule.VppConfig;
import org.vppscheduler.schedule.VppScheduler;
import org.vppscheduler.split.ProgramSplitter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code vpp plan}: all that a framework needs to run a stage, or all stages. */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    versionProvider = Vpp.Version.class,
    sortOptions = false,
    header = "Writes the jobs, programs and skip-gc names of a stage, or of all stages.",
    footer = {
      "",
      "Example: vpp plan stage0.json -s 2 -c 2 -m 4 --stage 0 --out plan",
      "Example: vpp plan --program-of-stage stage{stage}.json -s 2 -c 2 -m 4 --out plans"
    })
final class PlanCommand implements Callable<Integer> {
  private static final String STAGE = "{stage}";

  private static final Pattern OWN_NAMES =
      Pattern.compile(
          Arrays.stream(JobKind.values())
              .map(kind -> kind.label() + (kind == JobKind.OPTIMIZER ? "" : "[0-9]+(_reduce)?"))
              .collect(Collectors.joining("|", "(stage-[0-9]+/)?(plan|jobs|", ")\\.json")));

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "PROGRAM.json",
      description = "The program of the stage, as PIR JSON.")
  private Optional<Path> program = Optional.empty();

  @Option(
      names = "--program-of-stage",
      paramLabel = "PATTERN",
      description =
          "The program of each stage, instead of PROGRAM.json and --stage: a file name in which"
              + " {stage} stands for the stage's number. Writes DIR/stage-N for each.")
  private Optional<String> pattern = Optional.empty();

  @Option(names = "--stage", paramLabel = "N", description = "The stage of PROGRAM.json, from 0.")
  private Optional<Integer> stage = Optional.empty();

  @Mixin private PipelineOptions pipeline;

  @Mixin private SplitOptions splitting;

  @Mixin private OutputOptions output;

  private final Writer summary;

  PlanCommand(Streams streams) {
    this.summary = streams.out();
  }

  @Override
  public Integer call() throws IOException {
    checkInputs();
    VppConfig config = pipeline.config();
    VppScheduler scheduler = VppScheduler.create(config);
    ProgramSplitter splitter = splitting.splitter(config);
    OutputFolder folder = output.folder(OWN_NAMES);
    List<Plan> plans = new ArrayList<>();
    ImmutableMap.Builder<String, OutputFolder.Content> files = ImmutableMap.builder();
    if (program.isPresent()) {
      Plan plan = plan(scheduler, splitter, stage.orElseThrow(), program.get());
      plans.add(plan);
      addFiles(plan, config, "", files);
    } else {
      for (int each = 0; each < config.stages(); each++) {
        Path file = Path.of(pattern.orElseThrow().replace(STAGE, Integer.toString(each)));
        Plan plan = plan(scheduler, splitter, each, file);
        plans.add(plan);
        addFiles(plan, config, folderOfStage(each), files);
      }
      files.put(PlanJson.INDEX, text(out -> writeIndexOfStages(config, out)));
    }
    folder.write(files.buildOrThrow());
    for (Plan plan : plans) {
      writeSummary(plan, config);
    }
    return ExitCode.OK;
  }

  private void checkInputs() {
    if (program.isPresent() == pattern.isPresent()) {
      throw new ParameterException(
          spec.commandLine(),
          program.isPresent()
              ? "PROGRAM.json is the program of one stage, --program-of-stage those of all: give"
                  + " one of the two"
              : "Missing PROGRAM.json with --stage, or --program-of-stage");
    }
    if (program.isPresent() != stage.isPresent()) {
      throw new ParameterException(
          spec.commandLine(),
          program.isPresent()
              ? "Missing --stage: which stage is the program of?"
              : "--stage is for PROGRAM.json; --program-of-stage plans all stages");
    }
    if (pattern.isPresent() && !pattern.get().contains(STAGE)) {
      throw new ParameterException(
          spec.commandLine(),
          "--program-of-stage " + pattern.get() + " has no {stage} for the stage's number");
    }
  }

  private static Plan plan(VppScheduler scheduler, ProgramSplitter splitter, int stage, Path file)
      throws IOException {
    return Plan.of(scheduler.stage(stage), SplitOptions.split(splitter, file));
  }

  private static String folderOfStage(int stage) {
    return "stage-" + stage + "/";
  }

  private static void addFiles(
      Plan plan,
      VppConfig config,
      String folder,
      ImmutableMap.Builder<String, OutputFolder.Content> files) {
    files.put(folder + PlanJson.INDEX, text(out -> PlanJson.writeIndex(plan, out)));
    files.put(folder + PlanJson.JOBS, text(out -> PlanJson.writeJobs(config, plan, out)));
    Map<String, Program> programs = new LinkedHashMap<>();
    PlanJson.programFiles(plan)
        .forEach((type, file) -> programs.put(file, plan.programs().get(type)));
    programs.forEach((file, each) -> files.put(folder + file, path -> PirJson.write(each, path)));
  }

  private void writeSummary(Plan plan, VppConfig config) throws IOException {
    int most = 0;
    for (int index = 0; index < plan.jobs().size(); index++) {
      most = Math.max(most, plan.skipGcNames(index).size());
    }
    summary.write(
        String.format(
            Locale.ROOT,
            "stage %d of %d: %d jobs, %d programs, %d micro-batches, up to %d skip-gc names a job\n",
            plan.schedule().stage(),
            config.stages(),
            plan.jobs().size(),
            ImmutableSet.copyOf(PlanJson.programFiles(plan).values()).size(),
            plan.microBatches(),
            most));
    for (PlanFinding finding : plan.findings()) {
      summary.write("  " + finding + "\n");
    }
  }

  private static OutputFolder.Content text(Streams.Text text) {
    return path -> Streams.writeFile(path, text);
  }

  private static void writeIndexOfStages(VppConfig config, Writer out) throws IOException {
    JsonWriter json = new JsonWriter(out);
    json.beginObject();
    json.name("stages").value(config.stages());
    json.name("plans").beginArray();
    for (int each = 0; each < config.stages(); each++) {
      json.value(folderOfStage(each) + PlanJson.INDEX);
    }
    json.endArray();
    json.endObject();
  }
}
