package org.vppscheduler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever the words of the command line: an exit code that means something, errors of one or two
 * lines, and never a stack trace.
 *
 * <p>{@code -Dfuzz.cases=N} sets the number of cases, {@code -Dfuzz.seed=N} the seed.
 */
final class CommandLineFuzzTest {
  private static final int CASES = Integer.getInteger("fuzz.cases", 3000) / 2;
  private static final long SEED = Long.getLong("fuzz.seed", 20261201L);

  private static final ImmutableList<String> COMMANDS =
      ImmutableList.of("jobs", "export", "check", "simulate", "draw", "split", "plan", "job", "");

  /** Small sizes, as large ones are for other tests, and everything that is none. */
  private static final ImmutableList<String> SIZES =
      ImmutableList.of(
          "1", "2", "3", "4", "5", "8", "0", "-1", "x", "", "1.5", "2147483648", "٣", "all");

  private static final ImmutableList<String> OPTIONS =
      ImmutableList.of(
          "--stage",
          "--dialect",
          "--grouping",
          "--split-backward",
          "--overlap-sharding-reduce",
          "--steady-order",
          "--format",
          "--with-communication",
          "-o",
          "--out",
          "--force",
          "--channels",
          "--torch-csv",
          "--jobs",
          "--forward",
          "--backward",
          "--weight",
          "--hop",
          "--default-role",
          "--assign-chunks",
          "--program-of-stage",
          "--help",
          "--version",
          "--",
          "@file",
          "stray");

  private static final ImmutableList<String> VALUES =
      ImmutableList.of(
          "1",
          "2",
          "-3",
          "all",
          "pir",
          "legacy",
          "balanced",
          "reference",
          "4",
          "table",
          "line",
          "json",
          "torch-csv",
          "rendezvous",
          "unbounded",
          "even",
          "forward",
          "10us",
          "1e9",
          "9223372036854775807",
          "backward,recv_forward,send_backward,forward",
          "forward,backward",
          "",
          "é\n\t",
          "%s%n{0}");

  @TempDir private Path folder;

  @Test
  void vpp_anyWords_endsWithACodeAndFewWords() throws IOException {
    List<String> files = files();
    Random random = new Random(SEED);
    for (int i = 0; i < CASES; i++) {
      List<String> words = words(random, files);
      Shell.Result result = Shell.vpp("", words);
      String what = "seed " + SEED + ", case " + i + ", words " + words + "\n" + result.err();

      assertThat(result.code()).as(what).isBetween(0, 2);
      assertThat(result.err()).as(what).doesNotContain("internal error", "\tat ", "Exception");
      long lines = result.err().lines().filter(l -> !l.startsWith("vpp: warning: ")).count();
      assertThat(lines).as(what).isBetween(result.code() == 2 ? 1L : 0L, 2L);
    }
  }

  private List<String> files() throws IOException {
    Path binary = Files.write(folder.resolve("binary.json"), new byte[] {0, (byte) 0xFF, 1});
    Path empty = Files.createFile(folder.resolve("empty.csv"));
    Path csv =
        Files.writeString(folder.resolve("schedule.csv"), "0F0,2F0,2B0,0B0\n1F0,3F0,3B0,1B0\n");
    Path lines =
        Files.writeString(folder.resolve("jobs.txt"), "forward0:0 backward0:0 optimizer:0\n");
    Path program =
        Files.copy(
            Path.of("src/test/resources/golden/split/stage-s2c2-stage0-l1.program.json"),
            folder.resolve("program.json"));
    List<String> files = new ArrayList<>();
    for (Path file : List.of(binary, empty, csv, lines, program, folder)) {
      files.add(file.toString());
    }
    for (String name :
        List.of("missing.json", "no/such/file.svg", "out.svg", "out.html", "out.txt")) {
      files.add(folder.resolve(name).toString());
    }
    files.add(folder.resolve("out").toString());
    files.add("-");
    return files;
  }

  private static List<String> words(Random random, List<String> files) {
    List<String> words = new ArrayList<>();
    words.add(pick(COMMANDS, random));
    for (String size : List.of("-s", "-c", "-m")) {
      if (random.nextInt(8) > 0) {
        words.add(size);
        words.add(pick(random.nextInt(6) > 0 ? SIZES.subList(0, 6) : SIZES, random));
      }
    }
    for (int option = random.nextInt(5); option > 0; option--) {
      words.add(pick(OPTIONS, random));
      if (random.nextInt(4) > 0) {
        words.add(pick(random.nextInt(3) > 0 ? VALUES : files, random));
      }
    }
    if (random.nextInt(4) == 0) {
      words.add(1, pick(files, random));
    }
    return words;
  }

  private static String pick(List<String> from, Random random) {
    return from.get(random.nextInt(from.size()));
  }
}
