package org.vppscheduler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vppscheduler.format.PirJson;
import org.vppscheduler.program.Program;
import org.vppscheduler.schedule.VppConfig;
import org.vppscheduler.split.ProgramSplitter;

/** What {@code vpp split} does to files; what it prints is in the transcripts. */
final class SplitCommandTest {
  private static final Path PROGRAM = Path.of("src/test/resources/transcript-files/stage0.json");

  @TempDir private Path folder;
  private Path parts;

  @BeforeEach
  void chooseFolder() {
    parts = folder.resolve("parts");
  }

  private static Shell.Result split(Path out, String... further) {
    List<String> args =
        Stream.concat(
                Stream.of("split", PROGRAM.toString(), "--chunks", "2", "--out", out.toString()),
                Stream.of(further))
            .toList();
    return Shell.vpp("", args);
  }

  private static List<String> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void split_newFolder_holdsTheProgramsOfTheLibrary() throws IOException {
    VppConfig config = VppConfig.builder().stages(1).chunks(2).microBatches(1).build();
    var expected = ProgramSplitter.create(config).split(PirJson.read(PROGRAM)).programs();

    assertThat(split(parts).code()).isZero();

    assertThat(files(folder)).containsExactly("parts");
    assertThat(files(parts)).hasSize(expected.size());
    for (var program : expected.entrySet()) {
      Program written = PirJson.read(parts.resolve(program.getKey() + ".json"));
      assertThat(PirJson.format(written)).isEqualTo(PirJson.format(program.getValue()));
    }
  }

  @Test
  void split_emptyFolder_isFilled() throws IOException {
    Files.createDirectory(parts);

    assertThat(split(parts).code()).isZero();

    assertThat(files(folder)).containsExactly("parts");
    assertThat(files(parts)).contains("optimizer.json").hasSize(9);
  }

  @Test
  void split_folderWithFiles_staysAsItIs() throws IOException {
    Files.createDirectory(parts);
    Files.writeString(parts.resolve("notes.txt"), "mine");

    Shell.Result result = split(parts);

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err())
        .isEqualTo(
            "vpp split: "
                + parts
                + ": is not empty; --force replaces what this command wrote there\n");
    assertThat(files(parts)).containsExactly("notes.txt");
  }

  @Test
  void split_byForce_replacesAndRemovesOwnFilesOnly() throws IOException {
    assertThat(split(parts).code()).isZero();
    Files.writeString(parts.resolve("notes.txt"), "mine");
    Files.writeString(parts.resolve("forward0.json.bak"), "mine");
    Files.writeString(parts.resolve("forward0.json"), "broken");

    assertThat(split(parts, "--split-backward", "--force").code()).isZero();

    assertThat(files(parts))
        .containsExactly(
            "backward_b0.json",
            "backward_b1.json",
            "backward_w0.json",
            "backward_w1.json",
            "forward0.json",
            "forward0.json.bak",
            "forward1.json",
            "notes.txt",
            "optimizer.json");
    assertThat(PirJson.read(parts.resolve("forward0.json")).operations()).isNotEmpty();
    assertThat(files(folder)).containsExactly("parts");
  }

  @Test
  void split_refusedProgram_leavesNothing() throws IOException {
    Shell.Result result = split(parts, "--assign-chunks", "even");

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(files(folder)).isEmpty();
  }

  @Test
  void split_fileThatCannotBeReplaced_leavesNoTemporaryFolder() throws IOException {
    Files.createDirectories(parts.resolve("recv_forward0.json/in the way"));

    Shell.Result result = split(parts, "--force");

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err()).startsWith("vpp split: ").hasLineCount(1);
    assertThat(files(folder)).containsExactly("parts");
    assertThat(files(parts)).containsExactly("recv_forward0.json");
  }

  @Test
  void split_linkToAFolder_fillsTheFolder() throws IOException {
    Path real = Files.createDirectory(folder.resolve("real"));
    Files.createSymbolicLink(parts, real);

    assertThat(split(parts).code()).isZero();

    assertThat(Files.isSymbolicLink(parts)).isTrue();
    assertThat(files(real)).hasSize(9);
  }
}
