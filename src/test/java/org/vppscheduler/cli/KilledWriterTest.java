package org.vppscheduler.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A command killed in the middle, as by {@code kill -9}: files are the old ones or the new ones,
 * never parts. What may be left besides is temporary by its name.
 */
final class KilledWriterTest {
  /** Enough for some kills to come while a file is open. */
  private static final int KILLS = 4;

  private static final String PROGRAM =
      "src/test/resources/golden/split/stage-s2c2-stage0-l1.program.json";
  private static final String TEMPORARY = ".vpp-";

  @TempDir private Path folder;

  private static ImmutableList<String> words(String words) {
    return ImmutableList.copyOf(words.split(" ", -1));
  }

  /** Runs commands in turn in a process of their own, and kills it in the middle of any. */
  private static void killIn(Random random, String... commands)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                EndlessWriter.class.getName()));
    command.addAll(List.of(commands));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      assertThat(out.readLine()).isEqualTo("each ran once");
      TimeUnit.MICROSECONDS.sleep(random.nextInt(50_000));
    } finally {
      process.destroyForcibly().waitFor();
    }
    assertThat(process.exitValue()).as("killed, not failed").isGreaterThan(128);
  }

  private static ImmutableMap<String, String> contents(Path folder) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        contents.put(file.getFileName().toString(), Files.readString(file));
      }
    }
    return ImmutableMap.copyOf(contents);
  }

  private List<String> namesThatAreNotTemporary() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !(name.startsWith(TEMPORARY) && name.endsWith(".tmp")))
          .sorted()
          .toList();
    }
  }

  @Test
  void file_writerKilled_isOldOrNew() throws IOException, InterruptedException {
    Path file = folder.resolve("jobs.json");
    String one = "export -s 8 -c 4 -m 128 --format json -o " + file;
    String other = "export -s 8 -c 4 -m 120 --format json -o " + file;
    List<String> whole = new ArrayList<>();
    for (String command : List.of(one, other)) {
      assertThat(Shell.vpp("", words(command)).code()).isZero();
      whole.add(Files.readString(file));
    }
    Random random = new Random(1);

    for (int kill = 0; kill < KILLS; kill++) {
      killIn(random, one, other);

      // Not containsContent: a failure would print megabytes.
      assertThat(whole.contains(Files.readString(file))).as("old or new").isTrue();
      assertThat(namesThatAreNotTemporary()).containsExactly("jobs.json");
    }
  }

  @Test
  void newFolder_writerKilled_isWholeOrNotThere() throws IOException, InterruptedException {
    Path expected = folder.resolve("expected");
    String split = "split " + PROGRAM + " --chunks 2 --out ";
    assertThat(Shell.vpp("", words(split + expected)).code()).isZero();
    ImmutableMap<String, String> whole = contents(expected);
    Random random = new Random(2);

    for (int kill = 0; kill < KILLS; kill++) {
      killIn(random, split + folder.resolve("parts" + kill + "-" + EndlessWriter.ROUND));

      assertThat(namesThatAreNotTemporary()).hasSizeGreaterThan(1);
      for (String name : namesThatAreNotTemporary()) {
        assertThat(contents(folder.resolve(name))).as(name).isEqualTo(whole);
      }
    }
  }

  /** A folder that exists keeps what is not the command's own, so its files change one by one. */
  @Test
  void replacedFolder_writerKilled_holdsOldOrNewFiles() throws IOException, InterruptedException {
    Path parts = folder.resolve("parts");
    String split = "split " + PROGRAM + " --chunks 2 --force --out " + parts;
    String splitBackward = split + " --split-backward";
    assertThat(Shell.vpp("", words(split)).code()).isZero();
    ImmutableMap<String, String> one = contents(parts);
    assertThat(Shell.vpp("", words(splitBackward)).code()).isZero();
    ImmutableMap<String, String> other = contents(parts);
    Random random = new Random(3);

    for (int kill = 0; kill < KILLS; kill++) {
      killIn(random, split, splitBackward);

      assertThat(namesThatAreNotTemporary()).containsExactly("parts");
      contents(parts)
          .forEach(
              (name, text) ->
                  assertThat(text.equals(one.get(name)) || text.equals(other.get(name)))
                      .as("%s is old or new", name)
                      .isTrue());
      assertThat(contents(parts)).containsKey("forward0.json");
    }
  }

  /** Runs commands over and over; says when each has run once. */
  static final class EndlessWriter {
    /** Stands for the number of the round in a command. */
    static final String ROUND = "{round}";

    private EndlessWriter() {}

    public static void main(String[] commands) {
      for (int round = 0; ; round++) {
        for (String command : commands) {
          Shell.Result result =
              Shell.vpp("", words(command.replace(ROUND, Integer.toString(round))));
          if (result.code() != 0) {
            System.out.println(result.err());
            System.exit(result.code());
          }
        }
        if (round == 0) {
          System.out.println("each ran once");
        }
      }
    }
  }
}
