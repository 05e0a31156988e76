package org.vppscheduler.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Joiner;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every {@code java} block of the documentation compiles and runs, in a folder that holds copies of
 * {@code src/test/resources/transcript-files}. A {@code text} block right below it is what it
 * prints.
 *
 * <p>A block is the body of a method. All public classes of the library are imported, and {@code
 * config} and {@code scheduler} are there unless the block has its own.
 */
final class SnippetTest {
  private static final String FENCE = "```";
  private static final Path FILES = Path.of("src/test/resources/transcript-files");
  private static final Joiner LINES = Joiner.on('\n');

  private static final String HEAD =
      """
      import com.google.common.collect.*;
      import java.io.*;
      import java.nio.file.*;
      import java.util.*;
      import java.util.concurrent.TimeUnit;

      public final class Snippet {
        static final VppConfig config =
            VppConfig.builder().stages(4).chunks(2).microBatches(8).build();
        static final VppScheduler scheduler = VppScheduler.create(config);

        public static void main(String[] args) throws Exception {
      """;

  private static final String TAIL = "\n}}\n";

  /** A block, and what it prints if the document says. */
  private record Snippet(String place, String code, Optional<String> output) {
    @Override
    public String toString() {
      return place;
    }
  }

  @TempDir private Path folder;

  static List<Snippet> snippets() throws IOException {
    List<Path> documents = new ArrayList<>();
    documents.add(Path.of("README.md"));
    try (Stream<Path> files = Files.list(Path.of("docs"))) {
      files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(documents::add);
    }
    List<Snippet> snippets = new ArrayList<>();
    for (Path document : documents) {
      snippets.addAll(snippetsOf(document.toString(), Files.readAllLines(document)));
    }
    return snippets;
  }

  private static List<Snippet> snippetsOf(String name, List<String> lines) {
    List<Snippet> snippets = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).equals(FENCE + "java")) {
        int end = endOfBlock(lines, i);
        boolean told = end + 2 < lines.size() && lines.get(end + 2).equals(FENCE + "text");
        snippets.add(
            new Snippet(
                name + ":" + (i + 1),
                LINES.join(lines.subList(i + 1, end)),
                told
                    ? Optional.of(LINES.join(lines.subList(end + 3, endOfBlock(lines, end + 2))))
                    : Optional.empty()));
        i = end;
      }
    }
    return snippets;
  }

  private static int endOfBlock(List<String> lines, int start) {
    int end = start + 1;
    while (!lines.get(end).equals(FENCE)) {
      end++;
    }
    return end;
  }

  @ParameterizedTest
  @MethodSource("snippets")
  void snippet_ofTheDocumentation_compilesAndRuns(Snippet snippet) throws Exception {
    assertThat(compile(snippet.code())).isEmpty();

    String output = run();

    snippet.output().ifPresent(told -> assertThat(output.strip()).isEqualTo(told.strip()));
  }

  @Test
  void compile_snippetThatIsWrong_saysSo() throws IOException {
    assertThat(compile("VppConfig config = VppConfig.builder().stage(4);"))
        .singleElement()
        .asString()
        .contains("cannot find symbol");
  }

  @Test
  void snippetsOf_codeWithOutput_haveBoth() {
    assertThat(
            snippetsOf(
                "a.md",
                List.of(
                    "", "```java", "one", "two", "```", "", "```text", "out", "```", "```java",
                    "three", "```")))
        .containsExactly(
            new Snippet("a.md:2", "one\ntwo", Optional.of("out")),
            new Snippet("a.md:10", "three", Optional.empty()));
  }

  private static String source(String code) throws IOException {
    try (Stream<Path> packages = Files.list(Path.of("src/main/java/org/vppscheduler"))) {
      String imports =
          packages
              .map(packageFolder -> packageFolder.getFileName().toString())
              .filter(name -> !name.equals("cli"))
              .map(name -> "import org.vppscheduler." + name + ".*;\n")
              .collect(Collectors.joining());
      return imports + HEAD + code + TAIL;
    }
  }

  /** Compiles a snippet and returns what is wrong with it. */
  private List<String> compile(String code) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
    List<String> options =
        List.of(
            "-proc:none",
            "-classpath",
            System.getProperty("java.class.path"),
            "-d",
            Files.createDirectories(folder.resolve("classes")).toString());
    String text = source(code);
    JavaFileObject source =
        new SimpleJavaFileObject(URI.create("string:///Snippet.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
          }
        };
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, UTF_8)) {
      boolean compiled =
          compiler.getTask(null, files, diagnostics, options, null, List.of(source)).call();
      return compiled
          ? List.of()
          : diagnostics.getDiagnostics().stream().map(Object::toString).toList();
    }
  }

  /** Runs the compiled snippet in a process of its own, which has a folder of its own. */
  private String run() throws IOException, InterruptedException {
    Path work = Files.createDirectory(folder.resolve("work"));
    try (Stream<Path> files = Files.list(FILES)) {
      for (Path file : files.toList()) {
        Files.copy(file, work.resolve(file.getFileName()));
      }
    }
    Path out = folder.resolve("out.txt");
    Path err = folder.resolve("err.txt");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dstdout.encoding=UTF-8",
                "-classpath",
                folder.resolve("classes")
                    + File.pathSeparator
                    + System.getProperty("java.class.path"),
                "Snippet")
            .directory(work.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).as("ends").isTrue();
    } finally {
      process.destroy();
    }
    assertThat(process.exitValue()).as("%s", Files.readString(err)).isZero();
    return Files.readString(out);
  }
}
