package org.vppscheduler.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WholeFileTest {
  @TempDir Path directory;

  private static void write(Path file, String text) throws IOException {
    WholeFile.write(file, out -> out.write(text.getBytes(UTF_8)));
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void write_newFile_leavesNothingElse() throws IOException {
    write(directory.resolve("a"), "new");
    assertThat(directory.resolve("a")).hasContent("new");
    assertThat(names()).containsExactly("a");
  }

  @Test
  void write_existingFile_replacesContentAndKeepsPermissions() throws IOException {
    Path file = Files.writeString(directory.resolve("a"), "something longer");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));

    write(file, "new");

    assertThat(file).hasContent("new");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-r-----");
  }

  @Test
  void write_failingContent_leavesTheOldFileAndNothingElse() throws IOException {
    Path file = Files.writeString(directory.resolve("a"), "old");

    assertThatThrownBy(
            () ->
                WholeFile.write(
                    file,
                    out -> {
                      out.write(1);
                      throw new IOException("disk full");
                    }))
        .isInstanceOf(IOException.class)
        .hasMessage("disk full");

    assertThat(file).hasContent("old");
    assertThat(names()).containsExactly("a");
  }

  @Test
  void write_link_writesWhatItLeadsTo() throws IOException {
    Path inner = Files.createDirectory(directory.resolve("inner"));
    Path target = Files.writeString(inner.resolve("target"), "old");
    Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("inner/target"));

    write(link, "new");

    assertThat(link).isSymbolicLink();
    assertThat(target).hasContent("new");
  }

  @Test
  void write_linkToNothing_createsTheTarget() throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("target"));

    write(link, "new");

    assertThat(directory.resolve("target")).hasContent("new");
    assertThat(names()).containsExactly("link", "target");
  }

  @Test
  void write_linkInACircle_isRefused() throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("link"));

    assertThatThrownBy(() -> write(link, "new")).isInstanceOf(FileSystemLoopException.class);
  }

  @Test
  void write_directory_isRefused() throws IOException {
    assertThatThrownBy(() -> write(directory, "new"))
        .isInstanceOf(FileSystemException.class)
        .hasMessage(directory + ": is a directory, not a file");
    assertThat(names()).isEmpty();
  }

  @Test
  void write_missingDirectory_isRefused() {
    assertThatThrownBy(() -> write(directory.resolve("no/file"), "new"))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void write_device_goesThere() throws IOException {
    write(Path.of("/dev/null"), "new");
    assertThat(Path.of("/dev/null")).exists();
  }
}
