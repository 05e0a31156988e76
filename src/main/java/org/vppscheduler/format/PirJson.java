package org.vppscheduler.format;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.vppscheduler.program.Program;

/**
 * Programs in the JSON form of the PaddlePaddle framework (3.0 and later, {@code "magic":"pir"}).
 *
 * <p>A file that the framework wrote, read and written again, is equal byte for byte; attributes
 * and types that this library does not know are kept as they are. A program, written and read
 * again, is equal, save that the format has no place for the flags of block arguments ({@code
 * persistable}, {@code stop_gradient}), which are false when read.
 *
 * <p>Ids of values need to be unique in a file, not dense; written, values count from 1 and
 * arguments from −1 downwards. In objects, the tag {@code "#"} comes first; other members may come
 * in any order. Unknown and repeated members of the format's own objects are refused, as nothing is
 * dropped silently.
 *
 * <p>Reading and writing take time and memory linear in the size of the text.
 */
public final class PirJson {
  private PirJson() {}

  /**
   * Reads a program from a file.
   *
   * @param file the file
   * @throws FormatException if it does not hold a program
   * @throws IOException if it cannot be read; a {@link FileSystemException} that names the file
   */
  public static Program read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return read(in);
    } catch (FileSystemException named) {
      throw named;
    } catch (IOException unnamed) {
      // A folder, for one, can be opened, and fails when read.
      FileSystemException named =
          new FileSystemException(file.toString(), null, unnamed.getMessage());
      named.initCause(unnamed);
      throw named;
    }
  }

  /**
   * Reads a program from a stream, to its end.
   *
   * @param in the stream; it is buffered here, and not closed
   * @throws FormatException if it does not hold a program
   * @throws IOException if it cannot be read
   */
  public static Program read(InputStream in) throws IOException {
    return new PirReader(JsonSource.of(in)).read();
  }

  /**
   * Reads a program from a string.
   *
   * @param json the string
   * @throws FormatException if it does not hold a program
   */
  public static Program parse(String json) {
    try {
      return new PirReader(JsonSource.of(json)).read();
    } catch (IOException e) {
      throw new UncheckedIOException("Reading a string does not fail.", e);
    }
  }

  /**
   * Writes a program to a file, {@linkplain WholeFile whole or not at all}.
   *
   * @param program the program
   * @param file the file
   * @throws IllegalArgumentException if the format cannot express the program, as told at {@link
   *     #write(Program, OutputStream)}
   * @throws IOException if the file cannot be written
   */
  public static void write(Program program, Path file) throws IOException {
    WholeFile.write(file, out -> write(program, out));
  }

  /**
   * Writes a program to a stream.
   *
   * @param program the program
   * @param out the stream; it is written to in large pieces, and neither flushed nor closed
   * @throws IllegalArgumentException if the format cannot express the program: a {@code
   *     builtin.parameter} with other operands, results, regions or attributes than the format has
   *     for it, or a string with half of a two-part character
   * @throws IOException if the stream cannot be written
   */
  public static void write(Program program, OutputStream out) throws IOException {
    new PirWriter(new JsonSink(out), program).write();
  }

  /**
   * Returns a program as JSON.
   *
   * @param program the program
   * @throws IllegalArgumentException if the format cannot express the program, as told at {@link
   *     #write(Program, OutputStream)}
   */
  public static String format(Program program) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      write(program, out);
    } catch (IOException e) {
      throw new UncheckedIOException("Writing to memory does not fail.", e);
    }
    return out.toString(StandardCharsets.UTF_8);
  }
}
