package org.vppscheduler.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Optional;
import org.vppscheduler.format.WholeFile;

/**
 * What a command reads and writes besides files; text is UTF-8, whatever the platform says.
 *
 * @param in standard input
 * @param out results; it reports write errors, and {@link Vpp#run} flushes it
 * @param err errors and warnings
 * @param terminal what {@code out} can show
 */
record Streams(InputStream in, Writer out, PrintWriter err, Terminal terminal) {
  /** Returns streams that nobody watches. */
  static Streams of(InputStream in, OutputStream out, OutputStream err) {
    return new Streams(
        in,
        new BufferedWriter(new OutputStreamWriter(out, UTF_8)),
        new PrintWriter(new OutputStreamWriter(err, UTF_8), true),
        Terminal.none());
  }

  /** Returns these streams, shown on a terminal. */
  Streams withTerminal(Terminal terminal) {
    return new Streams(in, out, err, terminal);
  }

  /** Makes a text. */
  @FunctionalInterface
  interface Text {
    void writeTo(Writer out) throws IOException;
  }

  /** Writes a text to a file, whole or not at all, or to standard output if there is no file. */
  void write(Optional<Path> file, Text text) throws IOException {
    if (file.isEmpty()) {
      text.writeTo(out);
    } else {
      writeFile(file.get(), text);
    }
  }

  /** Writes a text to a file, whole or not at all. */
  static void writeFile(Path file, Text text) throws IOException {
    try {
      WholeFile.write(
          file,
          bytes -> {
            Writer writer = new BufferedWriter(new OutputStreamWriter(bytes, UTF_8));
            text.writeTo(writer);
            writer.flush();
          });
    } catch (IOException failure) {
      throw FileErrors.named(file.toString(), failure);
    }
  }
}
