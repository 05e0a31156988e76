package org.vppscheduler.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DrawCommandTest {
  private static final Path IMAGE = Path.of("docs/images/timeline.svg");

  @TempDir private Path folder;

  private static String onTerminal(Terminal terminal, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int code =
        Vpp.run(
            Streams.of(new ByteArrayInputStream(new byte[0]), out, new ByteArrayOutputStream())
                .withTerminal(terminal),
            args);
    assertThat(code).isZero();
    return out.toString(UTF_8);
  }

  @ParameterizedTest
  @CsvSource({
    "a.svg,<svg xmlns=",
    "b.html,<!DOCTYPE html>",
    "c.json,'{\"displayTimeUnit\"'",
    "d.txt,2 stages × 1 chunk × 2 micro-batches",
    "E.SVG,<svg xmlns="
  })
  void output_eachEnding_choosesTheFormat(String name, String start) throws IOException {
    Path file = folder.resolve(name);

    Shell.Result result = Shell.vpp("draw -s 2 -c 1 -m 2 -o " + file);

    assertThat(result.both()).isEmpty();
    assertThat(result.code()).isZero();
    assertThat(Files.readString(file)).startsWith(start);
  }

  @Test
  void output_failure_leavesNoFile() throws IOException {
    assertThat(Shell.vpp("draw -s 2 -c 0 -m 2 -o " + folder.resolve("a.svg")).code()).isEqualTo(2);
    assertThat(Shell.vpp("draw -s 2 -c 1 -m 2 -o " + folder.resolve("a.gif")).code()).isEqualTo(2);

    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void output_hang_isDrawnAndAnsweredNo() throws IOException {
    Path file = folder.resolve("hang.svg");

    Shell.Result result = Shell.vpp("draw -s 4 -c 3 -m 5 --grouping reference -o " + file);

    assertThat(result.code()).isEqualTo(ExitCode.NO);
    assertThat(Files.readString(file)).contains("These jobs wait for each other:");
  }

  @Test
  void terminal_ofPeople_isUsedToItsWidthAndInColour() {
    String picture = onTerminal(new Terminal(120, true), "draw", "-s", "4", "-c", "2", "-m", "8");

    assertThat(picture).contains("\u001b[48;5;");
    assertThat(picture.replaceAll("\u001b\\[[0-9;]*m", "").lines().mapToInt(String::length))
        .allSatisfy(length -> assertThat(length).isLessThanOrEqualTo(120))
        .anySatisfy(length -> assertThat(length).isGreaterThan(75));
  }

  @Test
  void terminal_narrowerThanAnyPicture_getsOne() {
    assertThat(onTerminal(new Terminal(7, false), "draw", "-s", "1", "-c", "1", "-m", "1"))
        .contains("makespan 3");
  }

  @Test
  void terminal_textFile_isNotColoured() throws IOException {
    Path file = folder.resolve("a.txt");

    String printed =
        onTerminal(
            new Terminal(120, true), "draw", "-s", "4", "-c", "2", "-m", "8", "-o", "" + file);

    assertThat(printed).isEmpty();
    assertThat(Files.readString(file)).doesNotContain("\u001b");
  }

  @Test
  void title_any_isShown() {
    assertThat(
            Shell.vpp("", List.of("draw", "-s1", "-c1", "-m1", "--title", "A\u001b[31m <b>")).out())
        .startsWith("A\ufffd[31m <b>\n");
  }

  /** Like the transcripts: {@code -Dpictures.update=true} draws the image anew. */
  @Test
  void readmeImage_today_isFresh() throws IOException {
    Path file = folder.resolve("timeline.svg");
    Shell.Result result = Shell.vpp("draw -s 4 -c 2 -m 8 -o " + file);
    assertThat(result.both()).isEmpty();

    if (Boolean.getBoolean("pictures.update")) {
      Files.createDirectories(IMAGE.getParent());
      Files.copy(file, IMAGE, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }
    assertThat(Files.readString(file)).isEqualTo(Files.readString(IMAGE));
    assertThat(Files.readString(Path.of("README.md"))).contains("](" + IMAGE + ")");
  }
}
