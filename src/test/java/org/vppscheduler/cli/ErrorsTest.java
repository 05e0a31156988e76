package org.vppscheduler.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes wrong outside of the command, and what messages must not do to a terminal. */
final class ErrorsTest {
  private static final String JOBS = "jobs -s 2 -c 1 -m 2 --format line";

  @TempDir private Path folder;

  /** Returns exit code and messages of a run whose standard output fails. */
  private static String withOutput(OutputStream out) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code = Vpp.run(Streams.of(InputStream.nullInputStream(), out, err), JOBS.split(" ", -1));
    return code + " " + err.toString(UTF_8);
  }

  private static OutputStream failing(String message) {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        throw new IOException(message);
      }
    };
  }

  @Test
  void output_fullDisk_isReported() {
    assertThat(withOutput(failing("No space left on device")))
        .isEqualTo("2 vpp: cannot write the output: No space left on device\n");
  }

  @Test
  void output_closedPipe_isSilent() {
    assertThat(withOutput(failing("Broken pipe"))).isEqualTo("2 ");
  }

  @Test
  void message_controlCharactersOfAnArgument_areShownAsEscapes() {
    Shell.Result result =
        Shell.vpp("", ImmutableList.of("check", "--jobs", "no\u001b[31msuch\u202efile"));

    assertThat(result.code()).isEqualTo(ExitCode.USAGE);
    assertThat(result.err())
        .isEqualTo("vpp check: no\\u001b[31msuch\\u202efile: no such file or folder\n");
  }

  @Test
  void outputFile_linkThatLoops_isRefused() throws IOException {
    Path link = folder.resolve("loop");
    Files.createSymbolicLink(link, Path.of("loop"));

    Shell.Result result = Shell.vpp("export -s 2 -c 1 -m 2 --format json -o " + link);

    assertThat(result.code()).isEqualTo(ExitCode.USAGE);
    assertThat(result.err()).isEqualTo("vpp export: " + link + ": too many symbolic links\n");
  }

  @Test
  void outputFile_link_isWrittenThrough() throws IOException {
    Path target = Files.writeString(folder.resolve("target.csv"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("link.csv"), target);

    Shell.Result result = Shell.vpp("export -s 1 -c 1 -m 1 --format torch-csv -o " + link);

    assertThat(result.code()).isEqualTo(ExitCode.OK);
    assertThat(Files.readString(target)).isEqualTo("0F0,0B0\n");
    assertThat(link).isSymbolicLink();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", " ", "\r\n\t"})
  void jobs_jsonAfterBlanks_isRead(String blanks) {
    String json = Shell.vpp("export -s 2 -c 1 -m 2 --format json").out();

    Shell.Result result = Shell.vpp(blanks + json, List.of("check", "--jobs", "-"));

    assertThat(result.err()).isEmpty();
    assertThat(result.out()).startsWith("Proven: 2 stages");
  }

  @ParameterizedTest
  @ValueSource(strings = {"check --jobs -", "check --torch-csv - -c 1"})
  void input_byteOrderMark_isNamed(String command) {
    assertThat(Shell.vpp("\uFEFF0F0,0B0\n", List.of(command.split(" ", -1))).err())
        .isEqualTo(
            "vpp check: standard input: the text starts with a byte order mark; save it as UTF-8"
                + " without one.\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "forward0:9", "forward9"})
  void jobs_endlessWord_isShortened(String start) {
    String word = start + "9".repeat(100_000);

    assertThat(Shell.vpp(word, List.of("check", "--jobs", "-")).err())
        .startsWith("vpp check: standard input: line 1: Job '" + start)
        .hasSizeLessThan(500);
  }

  @Test
  void torchCsv_noChunks_isBlamedOnTheOption() {
    assertThat(Shell.vpp("0F0,0B0\n", List.of("check", "--torch-csv", "-", "-c", "0")).err())
        .isEqualTo("vpp check: --chunks (0) must be at least 1.\n");
  }

  /** Letters run out: the legend must not give the second a to chunk 0 alone. */
  @Test
  void draw_moreChunksThanLetters_saysThatTheyRepeat() {
    assertThat(Shell.vpp("draw -s 1 -c 26 -m 1 --width 120").out())
        .contains("a … x forward of chunk modulo 24: 0 … 23");
    assertThat(Shell.vpp("draw -s 1 -c 24 -m 1 --width 120").out())
        .contains("a … x forward of chunk 0 … 23");
  }
}
