package org.vppscheduler.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import com.google.gson.Gson;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vppscheduler.format.PirJson;
import org.vppscheduler.program.BlockArgument;
import org.vppscheduler.program.OpResult;
import org.vppscheduler.program.Operation;
import org.vppscheduler.program.Program;
import org.vppscheduler.program.Value;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.StageSchedule;
import org.vppscheduler.schedule.VppConfig;
import org.vppscheduler.schedule.VppScheduler;
import org.vppscheduler.split.ProgramSplitter;
import org.vppscheduler.split.SplitResult;
import org.vppscheduler.split.TrainingPrograms;

/** Skip-gc names against the plain walk from the end, with a set that grows. */
final class SkipGcTest {
  private static final Path GOLDEN = Path.of("src/test/resources/golden");

  static IntStream seeds() {
    return IntStream.range(0, 100);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void skipGcNames_generatedSchedule_areThoseOfThePlainWalk(int seed) {
    Random random = new Random(seed);
    int stages = 1 + random.nextInt(4);
    int chunks = 1 + random.nextInt(3);
    boolean split = random.nextBoolean();
    VppConfig config =
        VppConfig.builder()
            .stages(stages)
            .chunks(chunks)
            .microBatches(split ? stages : 1 + random.nextInt(9))
            .splitBackward(split)
            .overlapShardingReduce(random.nextBoolean())
            .build();
    int stage = random.nextInt(stages);
    SplitResult programs =
        ProgramSplitter.create(config)
            .split(TrainingPrograms.ofStage(seed, stages, chunks, stage, 3));

    assertIsPlainWalk(Plan.of(VppScheduler.create(config).stage(stage), programs));
  }

  /** Orders in which no needs are unmet, but each micro-batch has one of its own. */
  @ParameterizedTest
  @MethodSource("seeds")
  void skipGcNames_anyOrderOfForwards_areThoseOfThePlainWalk(int seed) {
    Random random = new Random(seed);
    int chunks = 1 + random.nextInt(5);
    VppConfig config = VppConfig.builder().stages(1).chunks(chunks).microBatches(1).build();
    Map<String, Program> programs =
        ProgramSplitter.create(config)
            .split(TrainingPrograms.ofStage(seed, 2, chunks, 1, 3))
            .programs();
    List<Job> jobs = new ArrayList<>();
    for (int microBatch = 0; microBatch < 6; microBatch++) {
      List<String> types = new ArrayList<>(programs.keySet());
      types.removeIf(type -> !type.startsWith("recv_forward"));
      Collections.shuffle(types, random);
      for (String type : types) {
        jobs.add(Job.parse(type + ":" + microBatch));
        jobs.add(Job.parse(type.substring("recv_".length()) + ":" + microBatch));
        if (random.nextBoolean()) {
          jobs.add(jobs.get(random.nextInt(jobs.size())));
        }
      }
    }

    assertIsPlainWalk(Plan.of(StageSchedule.of(0, jobs), programs));
  }

  private record GoldenSplit(
      String name, int stages, int chunks, int stage, boolean splitBackward) {}

  /** A list of the reference pass with the program of a case for the same sizes. */
  private record GoldenPlan(String program, StageSchedule schedule, VppConfig config) {
    @Override
    public String toString() {
      return program + " " + config;
    }
  }

  static List<GoldenPlan> goldenPlans() throws IOException {
    Gson gson = new Gson();
    List<GoldenSplit> splits = new ArrayList<>();
    try (var files = Files.newDirectoryStream(GOLDEN.resolve("split"), "*.expected.json")) {
      for (Path file : files) {
        JsonObject expected = gson.fromJson(Files.readString(file), JsonObject.class);
        splits.add(
            new GoldenSplit(
                file.getFileName().toString().replace(".expected.json", ".program.json"),
                expected.get("stages").getAsInt(),
                expected.get("chunks").getAsInt(),
                expected.get("stage").getAsInt(),
                expected.get("splitBackward").getAsBoolean()));
      }
    }
    List<GoldenPlan> plans = new ArrayList<>();
    for (String line : Files.readAllLines(GOLDEN.resolve("job-lists.jsonl"))) {
      JsonObject list = gson.fromJson(line, JsonObject.class);
      VppConfig config =
          VppConfig.builder()
              .stages(list.get("stages").getAsInt())
              .chunks(list.get("chunks").getAsInt())
              .microBatches(list.get("microBatches").getAsInt())
              .splitBackward(list.get("splitBackward").getAsBoolean())
              .build();
      for (GoldenSplit split : splits) {
        if (list.get("dialect").getAsString().equals("pir")
            && config.stages() == split.stages()
            && config.chunks() == split.chunks()
            && list.get("stage").getAsInt() == split.stage()
            && config.backwardIsSplit() == split.splitBackward()) {
          plans.add(
              new GoldenPlan(
                  split.name(),
                  StageSchedule.of(split.stage(), Job.parseList(list.get("jobs").getAsString())),
                  config));
        }
      }
    }
    return plans;
  }

  @ParameterizedTest
  @MethodSource("goldenPlans")
  void plan_goldenJobListAndSplit_fitAndHaveTheNamesOfThePlainWalk(GoldenPlan golden)
      throws IOException {
    Program program = PirJson.read(GOLDEN.resolve("split").resolve(golden.program()));

    Plan plan = Plan.of(golden.schedule(), ProgramSplitter.create(golden.config()).split(program));

    assertThat(plan.findings()).doesNotHaveAnyElementsOfTypes(PlanFinding.UnusedProgram.class);
    assertThat(plan.findings()).doesNotHaveAnyElementsOfTypes(PlanFinding.NamesFromOutside.class);
    assertThat(plan.microBatches()).isEqualTo(golden.config().microBatches());
    assertIsPlainWalk(plan);
  }

  private static void assertIsPlainWalk(Plan plan) {
    List<Set<String>> expected = new ArrayList<>();
    Map<Integer, Set<String>> later = new HashMap<>();
    for (Job job : plan.jobs().reverse()) {
      Set<String> required = required(plan.program(job));
      Set<String> ofMicroBatch =
          later.computeIfAbsent(job.microBatch(), microBatch -> new LinkedHashSet<>());
      expected.add(0, ImmutableSet.copyOf(Sets.intersection(required, ofMicroBatch)));
      ofMicroBatch.addAll(required);
    }

    List<Set<String>> actual = new ArrayList<>();
    for (int index = 0; index < plan.jobs().size(); index++) {
      actual.add(plan.skipGcNames(index));
    }
    assertThat(actual).isEqualTo(expected);
  }

  private static Set<String> required(Program program) {
    Set<String> required = new LinkedHashSet<>();
    Set<String> persistable = new LinkedHashSet<>();
    List<Value> values = new ArrayList<>();
    for (BlockArgument argument : program.body().keywordArguments()) {
      values.add(argument);
    }
    for (Operation operation : program.operations()) {
      for (OpResult result : operation.results()) {
        values.add(result);
      }
    }
    for (Value value : values) {
      program.nameOf(value).ifPresent((value.persistable() ? persistable : required)::add);
    }
    required.removeAll(persistable);
    return required;
  }
}
