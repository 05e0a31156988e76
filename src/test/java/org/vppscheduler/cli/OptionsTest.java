package org.vppscheduler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No option is accepted and ignored: what comes out, on the console or in files, is another. */
final class OptionsTest {
  private static final Pattern OPTION = Pattern.compile("(?m)^ +(?:-[a-z], )?(--[a-z-]+)");

  private static final String REFUSED = Integer.toString(ExitCode.USAGE);

  private static final String SPLIT_FILE =
      "src/test/resources/golden/split/stage-s2c2-stage0-l1.program.json";

  /** Forward operations without chunk and role. */
  private static final String INFERENCE =
      """
      {"base_code":{"magic":"pir","trainable":false,"version":1},"program":{"regions":[{"#":"region_0",\
      "blocks":[{"#":"block_0","args":[],"ops":[\
      {"#":"1.data","A":[{"AT":{"#":"0.a_str","D":"x"},"N":"name"}],"I":[],\
      "O":[{"%":1,"TT":{"#":"0.t_f32"}}]},\
      {"#":"1.relu","A":[],"I":[{"%":1}],"O":[{"%":2,"TT":{"#":"0.t_f32"}}]}]}]}]}}""";

  /** For each option of the commands that take a pipeline, two command lines that differ in it. */
  private static final ImmutableMap<String, List<String>> OF_LISTS =
      ImmutableMap.<String, List<String>>builder()
          .put("--stages", List.of("-s 2 -c 2 -m 3", "-s 3 -c 2 -m 3"))
          .put("--chunks", List.of("-s 2 -c 2 -m 3", "-s 2 -c 3 -m 3"))
          .put("--micro-batches", List.of("-s 2 -c 2 -m 3", "-s 2 -c 2 -m 4"))
          .put("--dialect", List.of("-s 2 -c 2 -m 3", "-s 2 -c 2 -m 3 --dialect legacy"))
          .put("--grouping", List.of("-s 2 -c 2 -m 5", "-s 2 -c 2 -m 5 --grouping 5"))
          .put("--split-backward", List.of("-s 2 -c 2 -m 2", "-s 2 -c 2 -m 2 --split-backward"))
          .put(
              "--overlap-sharding-reduce",
              List.of(
                  "-s 2 -c 2 -m 2 --split-backward",
                  "-s 2 -c 2 -m 2 --split-backward --overlap-sharding-reduce"))
          .put(
              "--steady-order",
              List.of(
                  "-s 2 -c 2 -m 8",
                  "-s 2 -c 2 -m 8 --steady-order recv_forward,forward,backward,send_backward"))
          .buildOrThrow();

  /** For options that only some commands have, what stands beside {@code -s 2 -c 2 -m 4}. */
  private static final ImmutableMap<String, String> OF_ONE =
      ImmutableMap.<String, String>builder()
          .put("--stage", "--stage 1")
          .put("--format", "--format json")
          .put("--forward", "--forward 7")
          .put("--backward", "--backward 7")
          .put("--weight", "--weight 7")
          .put("--hop", "--hop 7")
          .put("--optimizer", "--optimizer 7")
          .put("--title", "--title Mine")
          .buildOrThrow();

  @TempDir private Path folder;

  private int runs;

  /** Returns the options that a command's help lists. */
  private static ImmutableSet<String> options(String command) {
    Set<String> options = new TreeSet<>();
    for (MatchResult found :
        OPTION.matcher(Shell.vpp(command + " --help").out()).results().toList()) {
      options.add(found.group(1));
    }
    options.remove("--help");
    return ImmutableSet.copyOf(options);
  }

  /** Returns all that a command does, in a folder of its own. */
  private String effect(String command) throws IOException {
    Path own = Files.createDirectory(folder.resolve("run" + runs++));
    Files.writeString(own.resolve("jobs.txt"), "forward0:0 backward0:0\nforward0:0 backward0:0\n");
    Files.writeString(own.resolve("torch.csv"), "0F0,,,0B0\n,1F0,1B0,\n");
    Files.writeString(own.resolve("inference.json"), INFERENCE);
    Shell.Result result = Shell.vpp(command.replace("FOLDER", own.toString()));
    StringBuilder effect = new StringBuilder();
    effect.append(result.code()).append(result.out()).append(result.err());
    try (Stream<Path> files = Files.walk(own)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        effect.append(own.relativize(file)).append('\n').append(Files.readString(file));
      }
    }
    return effect.toString().replace(own.toString(), "FOLDER");
  }

  private void assertDiffers(String option, String base, String changed) throws IOException {
    String before = effect(base);
    String after = effect(changed);
    assertThat(after.equals(before))
        .as("%s changes nothing: %s, %s", option, base, changed)
        .isFalse();
    // A refusal, as of a dialect that cannot be split, is an effect; two of them are none.
    assertThat(before.startsWith(REFUSED) && after.startsWith(REFUSED))
        .as("%s and %s are refused: %s %s", base, changed, before, after)
        .isFalse();
    assertThat(after).as(changed).doesNotContain("Unknown option");
  }

  private void assertAllDiffer(String command, String base, Set<String> others) throws IOException {
    for (String option : options(command)) {
      List<String> pair = OF_LISTS.get(option);
      if (pair != null) {
        assertDiffers(option, base + " " + pair.get(0), base + " " + pair.get(1));
      } else if (!others.contains(option)) {
        assertThat(OF_ONE).as("a case of %s for %s", option, command).containsKey(option);
        String line = base + " -s 2 -c 2 -m 4";
        assertDiffers(option, line, line + " " + OF_ONE.get(option));
      }
    }
  }

  @Test
  void jobs_everyOption_hasAnEffect() throws IOException {
    assertAllDiffer("jobs", "jobs", Set.of());
  }

  @Test
  void check_everyOption_hasAnEffect() throws IOException {
    assertThat(options("check"))
        .containsExactlyInAnyOrderElementsOf(
            Sets.union(
                OF_LISTS.keySet(), Set.of("--jobs", "--torch-csv", "--channels", "--format")));
    String line = "check -s 2 -c 2 -m 4";
    assertDiffers("--stages", line, "check -s 3 -c 2 -m 4");
    assertDiffers("--chunks", line, "check -s 2 -c 3 -m 4");
    assertDiffers("--micro-batches", line, "check -s 2 -c 2 -m 5");
    assertDiffers("--dialect", line, line + " --dialect legacy");
    assertDiffers("--channels", line, line + " --channels 1");
    assertDiffers("--format", line, line + " --format json");
    String odd = "check -s 4 -c 3 -m 5";
    assertDiffers("--grouping", odd, odd + " --grouping reference");
    String square = "check -s 2 -c 2 -m 2";
    assertDiffers("--split-backward", square, square + " --split-backward");
    // Nothing waits for a reduce: what shows is the warning that it needs a split backward.
    assertDiffers("--overlap-sharding-reduce", line, line + " --overlap-sharding-reduce");
    String oneSlot = "check -s 2 -c 2 -m 5 --channels 1";
    assertDiffers(
        "--steady-order",
        oneSlot,
        oneSlot + " --steady-order recv_forward,forward,backward,send_backward");
    assertLists("check");
  }

  @Test
  void simulate_everyOption_hasAnEffect() throws IOException {
    // The table names no jobs, so that the mark of a reduce shows in JSON only.
    assertAllDiffer(
        "simulate", "simulate --format json", Set.of("--jobs", "--torch-csv", "--format"));
    String line = "simulate -s 2 -c 2 -m 4";
    assertDiffers("--format", line, line + " --format json");
    assertLists("simulate");
  }

  @Test
  void draw_everyOption_hasAnEffect() throws IOException {
    // A trace has all that is known of each job.
    assertAllDiffer(
        "draw",
        "draw -o FOLDER/a.json",
        Set.of("--jobs", "--torch-csv", "--theme", "--width", "--output"));
    String text = "draw -s 2 -c 2 -m 4";
    assertDiffers("--width", text, text + " --width 200");
    assertDiffers("--output", text, text + " -o FOLDER/a.txt");
    assertLists("draw");
    for (String file : List.of("FOLDER/a.svg", "FOLDER/a.html")) {
      String line = "draw -s 2 -c 2 -m 4 -o " + file;
      assertDiffers("--theme", line, line + " --theme dark");
      assertDiffers("--title", line, line + " --title Mine");
    }
    String line = "draw -s 2 -c 2 -m 4 -o FOLDER/a.svg";
    assertDiffers("--width", line, line + " --width 400");
  }

  private void assertLists(String command) throws IOException {
    String line = command + " -c 1";
    assertDiffers("--jobs", line + " -s 2 -m 2", line + " --jobs FOLDER/jobs.txt");
    assertDiffers("--torch-csv", line + " -s 2 -m 2", line + " --torch-csv FOLDER/torch.csv");
  }

  @Test
  void export_everyOption_hasAnEffect() throws IOException {
    // Lists in torch's form have no receives: the order of those is seen in JSON.
    assertAllDiffer(
        "export", "export --format json", Set.of("--format", "--with-communication", "--output"));
    String csv = "export -s 2 -c 2 -m 4 --format torch-csv";
    assertDiffers("--format", csv, "export -s 2 -c 2 -m 4 --format json");
    assertDiffers("--with-communication", csv, csv + " --with-communication");
    assertDiffers("--output", csv, csv + " -o FOLDER/a.csv");
  }

  @Test
  void split_everyOption_hasAnEffect() throws IOException {
    assertThat(options("split"))
        .containsExactlyInAnyOrder(
            "--chunks",
            "--split-backward",
            "--default-role",
            "--assign-chunks",
            "--out",
            "--force");
    String line = "split " + SPLIT_FILE + " --chunks 2 --out FOLDER/out";
    assertDiffers("--chunks", line, line.replace("--chunks 2", "--chunks 3"));
    assertDiffers("--split-backward", line, line + " --split-backward");
    assertDiffers("--out", line, line.replace("/out", "/other"));
    assertSplitting("split FOLDER/inference.json --chunks 2 --out FOLDER/out");
    assertForce(line);
  }

  @Test
  void plan_everyOption_hasAnEffect() throws IOException {
    String base = "plan " + SPLIT_FILE + " --stage 0 --out FOLDER/out";
    assertAllDiffer(
        "plan",
        base,
        Set.of(
            "--program-of-stage",
            "--stage",
            "--default-role",
            "--assign-chunks",
            "--out",
            "--force"));
    String line = base + " -s 2 -c 2 -m 2";
    assertDiffers("--stage", line, line.replace("--stage 0", "--stage 1"));
    assertDiffers("--out", line, line.replace("/out", "/other"));
    String ofStages = line.replace(SPLIT_FILE, "").replace("--stage 0", "");
    assertDiffers(
        "--program-of-stage",
        line,
        ofStages + " --program-of-stage " + SPLIT_FILE.replace("stage0", "stage{stage}"));
    assertSplitting("plan FOLDER/inference.json --stage 0 -s 2 -c 2 -m 2 --out FOLDER/out");
    assertForce(line);
  }

  private void assertSplitting(String line) throws IOException {
    String even = line + " --assign-chunks even";
    assertDiffers("--default-role", even, even + " --default-role forward");
    String withRole = line + " --default-role forward";
    assertDiffers("--assign-chunks", withRole, withRole + " --assign-chunks even");
  }

  private void assertForce(String line) throws IOException {
    String again =
        line.replace("FOLDER", Files.createDirectory(folder.resolve("force")).toString());
    assertThat(Shell.vpp(again).code()).isZero();
    assertThat(Shell.vpp(again).code()).isEqualTo(ExitCode.USAGE);
    assertThat(Shell.vpp(again + " --force").code()).isZero();
  }
}
