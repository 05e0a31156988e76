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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
}
