package org.vppscheduler.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.base.Joiner;
import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A shell for tests, just large enough for transcripts: it runs {@code vpp} in this process, and
 * {@code cat}, {@code ls} and {@code echo $?}, all in one folder.
 */
final class Shell {
  /** What a command did; {@code err} holds the library's warnings too. */
  record Result(int code, String out, String err, String both) {}

  private static final Splitter WORDS = Splitter.on(' ').omitEmptyStrings();
  private static final ImmutableList<String> NAMES =
      ImmutableList.of("java -jar target/vpp.jar", "vpp");

  /** Not the point of a number. */
  private static final Pattern FILE_NAME = Pattern.compile("\\.[a-z]");

  private final Path folder;
  private int lastCode;

  Shell(Path folder) {
    this.folder = folder;
  }

  /** Runs {@code vpp} with the words of one text, which holds no quoted blanks. */
  static Result vpp(String words) {
    return vpp("", WORDS.splitToList(words));
  }

  /** Runs {@code vpp} with a text on standard input. */
  static Result vpp(String in, List<String> args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    ByteArrayOutputStream both = new ByteArrayOutputStream();
    PrintStream before = System.err;
    int code;
    try (PrintStream log = new PrintStream(new Tee(err, both), true, UTF_8)) {
      System.setErr(log);
      code =
          Vpp.run(
              Streams.of(new ByteArrayInputStream(in.getBytes(UTF_8)), new Tee(out, both), log),
              args.toArray(new String[0]));
    } finally {
      System.setErr(before);
    }
    return new Result(code, out.toString(UTF_8), err.toString(UTF_8), both.toString(UTF_8));
  }

  /** Returns what a command line prints, on either stream. */
  String run(String line) throws IOException {
    if (line.equals("echo $?")) {
      return lastCode + "\n";
    }
    if (line.startsWith("cat ")) {
      return Files.readString(folder.resolve(line.substring(4)));
    }
    if (line.startsWith("ls ")) {
      try (Stream<Path> files = Files.list(folder.resolve(line.substring(3)))) {
        return files.map(f -> f.getFileName() + "\n").sorted().collect(Collectors.joining());
      }
    }
    for (String name : NAMES) {
      if (line.startsWith(name + " ") || line.equals(name)) {
        List<String> args = new ArrayList<>();
        for (String word : WORDS.split(line.substring(name.length()))) {
          boolean newFolder = !args.isEmpty() && args.get(args.size() - 1).equals("--out");
          args.add(newFolder ? folder.resolve(word).toString() : inFolder(word));
        }
        Result result = vpp("", args);
        lastCode = result.code();
        return result.both().replace(folder + "/", "");
      }
    }
    throw new IllegalArgumentException("The transcript shell does not know '" + line + "'.");
  }

  /** A process cannot change its folder, so words that name files of the folder become absolute. */
  private String inFolder(String word) {
    boolean names =
        !word.startsWith("-")
            && (FILE_NAME.matcher(word).find() || Files.exists(folder.resolve(word)));
    return names ? folder.resolve(word).toString() : word;
  }

  private static final class Tee extends OutputStream {
    private final ByteArrayOutputStream one;
    private final ByteArrayOutputStream other;

    Tee(ByteArrayOutputStream one, ByteArrayOutputStream other) {
      this.one = one;
      this.other = other;
    }

    @Override
    public void write(int b) {
      one.write(b);
      other.write(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      one.write(bytes, offset, length);
      other.write(bytes, offset, length);
    }
  }

  @Override
  public String toString() {
    return Joiner.on(' ').join("shell in", folder, "last exit code", lastCode);
  }
}
