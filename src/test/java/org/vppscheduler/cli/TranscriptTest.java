package org.vppscheduler.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Joiner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every {@code console} block of the documentation, and of the transcripts kept for tests, shows
 * what the command prints today.
 *
 * <p>A block starts in a folder that holds copies of {@code src/test/resources/transcript-files}.
 * With {@code -Dtranscripts.update=true} the files are rewritten instead: review the difference.
 */
@Tag("locale")
final class TranscriptTest {
  private static final String FENCE = "```";
  private static final String CONSOLE = FENCE + "console";
  private static final Path FILES = Path.of("src/test/resources/transcript-files");

  @TempDir private Path temporary;

  static List<Path> documents() throws IOException {
    List<Path> documents = new ArrayList<>();
    documents.add(Path.of("README.md"));
    for (String folder : List.of("docs", "src/test/resources/transcripts")) {
      try (Stream<Path> files = Files.list(Path.of(folder))) {
        files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(documents::add);
      }
    }
    return documents;
  }

  @ParameterizedTest
  @MethodSource("documents")
  void document_itsConsoleBlocks_showTodaysOutput(Path document) throws IOException {
    String text = Files.readString(document);
    String today = withTodaysOutput(text);
    if (Boolean.getBoolean("transcripts.update")) {
      Files.writeString(document, today, UTF_8);
    } else {
      assertThat(today).isEqualTo(text);
    }
  }

  @Test
  void withTodaysOutput_staleBlock_differs() throws IOException {
    String stale = CONSOLE + "\n$ vpp --version\nvpp 0.0.0\n" + FENCE + "\n";

    assertThat(withTodaysOutput(stale)).isNotEqualTo(stale).contains("$ vpp --version\nvpp ");
  }

  private String withTodaysOutput(String text) throws IOException {
    List<String> lines = new ArrayList<>();
    boolean inBlock = false;
    int block = 0;
    Shell shell = new Shell(temporary);
    for (String line : text.split("\n", -1)) {
      if (line.equals(CONSOLE)) {
        inBlock = true;
        shell = new Shell(copyOfFiles(block++));
        lines.add(line);
      } else if (inBlock && line.equals(FENCE)) {
        inBlock = false;
        lines.add(line);
      } else if (inBlock && line.startsWith("$ ")) {
        lines.add(line);
        shell.run(line.substring(2)).lines().forEach(lines::add);
      } else if (!inBlock) {
        lines.add(line);
      }
    }
    return Joiner.on('\n').join(lines);
  }

  private Path copyOfFiles(int block) throws IOException {
    Path folder = Files.createDirectory(temporary.resolve("block" + block));
    if (Files.exists(FILES)) {
      try (Stream<Path> files = Files.list(FILES)) {
        for (Path file : files.toList()) {
          Files.copy(file, folder.resolve(file.getFileName()));
        }
      }
    }
    return folder;
  }
}
