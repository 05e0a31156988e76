package org.vppscheduler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Joiner;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vppscheduler.format.PirJson;
import org.vppscheduler.plan.Plan;
import org.vppscheduler.schedule.VppConfig;
import org.vppscheduler.split.TrainingPrograms;

/** What {@code vpp plan} writes; what it prints is in the transcripts. */
final class PlanCommandTest {
  private static final Joiner SLASH = Joiner.on('/');

  @TempDir private Path folder;
  private Path plans;

  @BeforeEach
  void writePrograms() throws IOException {
    plans = folder.resolve("plans");
    for (int stage = 0; stage < 3; stage++) {
      PirJson.write(
          TrainingPrograms.ofStage(7, 3, 2, stage, 3), folder.resolve("stage" + stage + ".json"));
    }
  }

  private Shell.Result plan(String... words) {
    return Shell.vpp(
        "",
        Stream.concat(Stream.of("plan", "-c", "2", "--out", plans.toString()), Stream.of(words))
            .toList());
  }

  private Shell.Result planAll(String... words) {
    return plan(
        Stream.concat(
                Stream.of("-s", "3", "--program-of-stage", folder + "/stage{stage}.json"),
                Stream.of(words))
            .toArray(String[]::new));
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.walk(plans)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> SLASH.join(plans.relativize(file)))
          .sorted()
          .toList();
    }
  }

  private static JsonObject json(Path file) throws IOException {
    return JsonParser.parseString(Files.readString(file)).getAsJsonObject();
  }

  private static void assertHolds(Path written, Plan plan) throws IOException {
    JsonObject index = json(written.resolve("plan.json"));
    assertThat(index.get("stage").getAsInt()).isEqualTo(plan.schedule().stage());
    assertThat(index.get("microBatches").getAsInt()).isEqualTo(plan.microBatches());
    JsonObject programs = index.getAsJsonObject("programs");
    assertThat(programs.keySet()).containsExactlyElementsOf(plan.programs().keySet());
    for (var program : plan.programs().entrySet()) {
      Path file = written.resolve(programs.get(program.getKey()).getAsString());
      assertThat(PirJson.format(PirJson.read(file))).isEqualTo(PirJson.format(program.getValue()));
    }
    JsonArray jobs = json(written.resolve(index.get("jobs").getAsString())).getAsJsonArray("jobs");
    assertThat(jobs).hasSameSizeAs(plan.jobs());
    for (int i = 0; i < jobs.size(); i++) {
      JsonObject job = jobs.get(i).getAsJsonObject();
      assertThat(job.get("type").getAsString() + ":" + job.get("microBatch").getAsInt())
          .isEqualTo(plan.jobs().get(i).toString());
      assertThat(
              StreamSupport.stream(job.getAsJsonArray("skipGc").spliterator(), false)
                  .map(JsonElement::getAsString))
          .containsExactlyElementsOf(plan.skipGcNames(i));
    }
    assertThat(
            StreamSupport.stream(index.getAsJsonArray("findings").spliterator(), false)
                .map(JsonElement::getAsString))
        .containsExactlyElementsOf(plan.findings().stream().map(Object::toString).toList());
  }

  @Test
  void plan_oneStage_isThatOfTheLibrary() throws IOException {
    Shell.Result result =
        plan("-s", "3", "-m", "4", "--stage", "1", folder.resolve("stage1.json").toString());

    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
    VppConfig config = VppConfig.builder().stages(3).chunks(2).microBatches(4).build();
    assertHolds(plans, Plan.create(config, 1, TrainingPrograms.ofStage(7, 3, 2, 1, 3)));
  }

  @Test
  void plan_allStages_areThoseOfTheLibrary() throws IOException {
    Shell.Result result = planAll("-m", "3", "--split-backward", "--overlap-sharding-reduce");

    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
    VppConfig config =
        VppConfig.builder()
            .stages(3)
            .chunks(2)
            .microBatches(3)
            .splitBackward(true)
            .overlapShardingReduce(true)
            .build();
    for (int stage = 0; stage < 3; stage++) {
      assertHolds(
          plans.resolve("stage-" + stage),
          Plan.create(config, stage, TrainingPrograms.ofStage(7, 3, 2, stage, 3)));
    }
    assertThat(Files.readString(plans.resolve("plan.json")))
        .isEqualTo(
            "{\"stages\":3,\"plans\":[\"stage-0/plan.json\",\"stage-1/plan.json\","
                + "\"stage-2/plan.json\"]}");
    // Both kinds of backward_w jobs share a file.
    assertThat(files()).hasSize(1 + 3 * (2 + 7));
  }

  @Test
  void plan_oneProgramMissing_leavesNothing() throws IOException {
    Files.delete(folder.resolve("stage2.json"));

    Shell.Result result = planAll("-m", "4");

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(plans).doesNotExist();
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("stage0.json", "stage1.json");
    }
  }

  @Test
  void plan_byForce_replacesAndRemovesOwnFilesOnly() throws IOException {
    assertThat(planAll("-m", "4").code()).isZero();
    Files.writeString(plans.resolve("stage-1/notes.txt"), "mine");
    Files.createDirectories(plans.resolve("deep/stage-0"));
    Files.writeString(plans.resolve("deep/stage-0/plan.json"), "mine");

    assertThat(planAll("-m", "4").code()).isEqualTo(2);
    assertThat(
            plan(
                    "-s",
                    "3",
                    "-m",
                    "3",
                    "--split-backward",
                    "--stage",
                    "0",
                    "--force",
                    folder.resolve("stage0.json").toString())
                .code())
        .isZero();

    assertThat(files())
        .containsExactly(
            "backward_b0.json",
            "backward_b1.json",
            "backward_w0.json",
            "backward_w1.json",
            "deep/stage-0/plan.json",
            "forward0.json",
            "forward1.json",
            "jobs.json",
            "optimizer.json",
            "plan.json",
            "stage-1/notes.txt");
    assertThat(plans.resolve("stage-0")).doesNotExist();
  }

  @Test
  void plan_linkInTheFolder_isNotFollowed() throws IOException {
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Files.writeString(elsewhere.resolve("plan.json"), "not ours");
    Files.createDirectory(plans);
    Files.createSymbolicLink(plans.resolve("stage-1"), elsewhere);

    Shell.Result result = planAll("-m", "4", "--force");

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err())
        .isEqualTo("vpp plan: " + plans.resolve("stage-1") + ": is no folder\n");
    assertThat(elsewhere.resolve("plan.json")).hasContent("not ours");
    assertThat(files()).isEmpty();
    assertThat(
            plan(
                    "-s",
                    "3",
                    "-m",
                    "4",
                    "--stage",
                    "0",
                    "--force",
                    folder.resolve("stage0.json").toString())
                .code())
        .isZero();
    assertThat(elsewhere.resolve("plan.json")).hasContent("not ours");
  }
}
