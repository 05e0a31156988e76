package org.vppscheduler.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.vppscheduler.format.PirJson;
import org.vppscheduler.program.Attribute;
import org.vppscheduler.program.Program;
import org.vppscheduler.program.ProgramChanges;
import org.vppscheduler.split.TrainingPrograms;

/** Places that commands cannot write to, or must not be led to. */
final class OutputsTest {
  private static final String EXPORT = "export -s 2 -c 2 -m 4 --format json -o ";
  private static final String DRAW = "draw -s 2 -c 2 -m 4 -o ";
  private static final String SPLIT =
      "split src/test/resources/golden/split/stage-s2c2-stage0-l1.program.json --chunks 2 --out ";
  private static final String PLAN =
      "plan -s 2 -c 2 -m 2 --stage 0"
          + " src/test/resources/golden/split/stage-s2c2-stage0-l1.program.json --out ";

  @TempDir private Path folder;

  /** Returns the only line of a refusal. */
  private static String refusal(String command) {
    Shell.Result result = Shell.vpp(command);
    assertThat(result.code()).as(command).isEqualTo(ExitCode.USAGE);
    assertThat(result.out()).as(command).isEmpty();
    assertThat(result.err()).as(command).hasLineCount(1);
    return result.err();
  }

  private List<String> everything() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.skip(1).map(file -> folder.relativize(file).toString()).sorted().toList();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {EXPORT, DRAW})
  void file_folderOfThatName_isRefused(String command) throws IOException {
    Path taken = Files.createDirectory(folder.resolve("taken.svg"));

    assertThat(refusal(command + taken)).endsWith(taken + ": is a directory, not a file\n");
    assertThat(everything()).containsExactly("taken.svg");
  }

  @ParameterizedTest
  @ValueSource(strings = {EXPORT, DRAW, SPLIT, PLAN})
  void output_missingFolderAbove_isRefusedByTheNameGiven(String command) throws IOException {
    Path target = folder.resolve("no/such/target.svg");

    assertThat(refusal(command + target)).contains(target + ": no such file or folder");
    assertThat(everything()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {EXPORT, DRAW, SPLIT, PLAN})
  void output_fileInTheWayAbove_isRefused(String command) throws IOException {
    Files.writeString(folder.resolve("file"), "mine");
    Path target = folder.resolve("file/target.svg");

    assertThat(refusal(command + target)).contains(target.toString()).doesNotContain(".tmp");
    assertThat(everything()).containsExactly("file");
    assertThat(folder.resolve("file")).hasContent("mine");
  }

  @ParameterizedTest
  @ValueSource(strings = {SPLIT, PLAN})
  void folder_fileOfThatName_isRefused(String command) throws IOException {
    Path taken = Files.writeString(folder.resolve("taken"), "mine");

    assertThat(refusal(command + taken)).endsWith(taken + ": is no folder\n");
    assertThat(taken).hasContent("mine");
  }

  @ParameterizedTest
  @ValueSource(strings = {SPLIT, PLAN})
  void folder_linkThatLeadsNowhere_isRefused(String command) throws IOException {
    Path loop = folder.resolve("loop");
    Files.createSymbolicLink(loop, loop);

    assertThat(refusal(command + loop)).endsWith(loop + ": is a link that leads nowhere\n");
    assertThat(everything()).containsExactly("loop");
  }

  @ParameterizedTest
  @ValueSource(strings = {SPLIT, PLAN})
  void folder_withoutName_isRefused(String command) {
    List<String> words = new ArrayList<>(List.of(command.strip().split(" ", -1)));
    words.add("");

    Shell.Result result = Shell.vpp("", words);

    assertThat(result.code()).isEqualTo(ExitCode.USAGE);
    assertThat(result.err()).endsWith("--out is empty: name a folder, or . for this one.\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {SPLIT, PLAN})
  void folder_holdsFolderOfAFilesName_isRefusedUntouched(String command) throws IOException {
    Path out = folder.resolve("out");
    assertThat(Shell.vpp(command + out).code()).isZero();
    Path first = out.resolve("backward0.json");
    Path last = out.resolve("forward1.json");
    Files.writeString(first, "old");
    Files.delete(last);
    Files.createDirectory(last);

    assertThat(refusal(command + out + " --force")).endsWith(last + ": is a folder, not a file\n");
    assertThat(first).hasContent("old");
    assertThat(everything()).noneMatch(file -> file.contains(".tmp"));
  }

  @ParameterizedTest
  @ValueSource(strings = {EXPORT, DRAW, SPLIT, PLAN})
  void output_folderThatCannotBeWritten_isRefused(String command) throws IOException {
    Path locked = Files.createDirectory(folder.resolve("locked"));
    Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("r-xr-xr-x"));
    try {
      assumeTrue(!Files.isWritable(locked), "the administrator may write anywhere");
      Path target = locked.resolve("target.svg");

      assertThat(refusal(command + target)).contains("permission denied").doesNotContain(".tmp");
      assertThat(everything()).containsExactly("locked");
    } finally {
      Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {EXPORT, DRAW})
  void file_fullDevice_isRefused(String command) throws IOException {
    Path alwaysFull = Path.of("/dev/full");
    assumeTrue(Files.exists(alwaysFull), "a device that is always full");
    Path link = Files.createSymbolicLink(folder.resolve("full.svg"), alwaysFull);

    assertThat(refusal(command + link)).containsIgnoringCase("no space left on device");
  }

  @Test
  void file_namedPipe_getsTheContent() throws Exception {
    Path pipe = namedPipe();
    CompletableFuture<String> read = readLater(pipe);

    assertThat(Shell.vpp(EXPORT + pipe).code()).isZero();

    assertThat(read.get()).isEqualTo(Shell.vpp("export -s 2 -c 2 -m 4 --format json").out());
  }

  @Test
  void program_namedPipe_isRead() throws Exception {
    Path pipe = namedPipe();
    Path program = Path.of("src/test/resources/golden/split/stage-s2c2-stage0-l1.program.json");
    CompletableFuture<Path> written =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return Files.write(pipe, Files.readAllBytes(program));
              } catch (IOException failure) {
                throw new UncheckedIOException(failure);
              }
            });

    Shell.Result result =
        Shell.vpp("split " + pipe + " --chunks 2 --out " + folder.resolve("parts"));

    written.get();
    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "split FOLDER --chunks 2 --out FOLDER/out",
        "plan -s 2 -c 2 -m 2 --stage 0 FOLDER --out FOLDER/out",
        "check --jobs FOLDER",
        "check --torch-csv FOLDER -c 1"
      })
  void input_folder_isRefused(String command) throws IOException {
    assertThat(refusal(command.replace("FOLDER", folder.toString())))
        .endsWith(folder + ": Is a directory\n");
    assertThat(everything()).isEmpty();
  }

  private Path namedPipe() throws IOException, InterruptedException {
    Path pipe = folder.resolve("pipe");
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/mkfifo")), "makes named pipes");
    assertThat(new ProcessBuilder("/usr/bin/mkfifo", pipe.toString()).start().waitFor()).isZero();
    return pipe;
  }

  private static CompletableFuture<String> readLater(Path file)
      throws ExecutionException, InterruptedException {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return new String(Files.readAllBytes(file), UTF_8);
          } catch (IOException failure) {
            throw new UncheckedIOException(failure);
          }
        });
  }

  /** Every text in a program is one that would lead elsewhere if it became a part of a path. */
  @ParameterizedTest
  @ValueSource(strings = {"../../escaped", "/escaped", "..", "a/b", "\u0000", "C:\\x", "~/x", ""})
  void names_inAProgram_leadNowhere(String name) throws IOException {
    Path work = Files.createDirectory(folder.resolve("work"));
    Path program = work.resolve("program.json");
    PirJson.write(
        renamed(TrainingPrograms.ofStage(3, 2, 2, 0, 2), name), work.resolve("program.json"));

    for (ImmutableList<String> command :
        List.of(
            ImmutableList.of("split", program.toString(), "--chunks", "2"),
            ImmutableList.of(
                "plan", "-s", "2", "-c", "2", "-m", "2", "--stage", "0", program.toString()))) {
      List<String> words = new ArrayList<>(command);
      Path out = work.resolve(command.get(0) + "/inner");
      Files.createDirectory(out.getParent());
      words.addAll(List.of("--out", out.toString()));

      Shell.Result result = Shell.vpp("", words);

      assertThat(result.err()).isEmpty();
      assertThat(result.code()).isZero();
      assertThat(everything())
          .as("files of %s", command)
          .allMatch(
              file ->
                  file.matches(
                      "work|work/program\\.json|work/(split|plan)(/inner)?"
                          + "|work/(split|plan)/inner/(plan|jobs|optimizer"
                          + "|(recv_forward|forward|backward|send_backward)[01])\\.json"));
    }
    try (Stream<Path> beside = Files.list(folder.getParent())) {
      assertThat(beside.map(file -> file.getFileName().toString()))
          .doesNotContain("escaped", "escaped.json");
    }
  }

  /** Gives the names of inputs, parameters and outputs a part more, which keeps them different. */
  private static Program renamed(Program program, String name) {
    return ProgramChanges.withAttributes(
        program,
        (operation, attributes) -> {
          for (String key : List.of("name", "parameter_name", "output_name")) {
            var old = attributes.text(key);
            if (old.isPresent()) {
              attributes = attributes.with(key, Attribute.of(name + old.get()));
            }
          }
          return attributes;
        });
  }
}
