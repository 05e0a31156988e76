package org.vppscheduler.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.vppscheduler.format.JobListJson;
import org.vppscheduler.format.TorchCsv;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.PipelineSchedule;

/** Files that hold the job lists of a pipeline; {@code -} names standard input. */
final class JobListFile {
  private static final String BLANKS = " \t\r\n";
  private static final int MOST_BLANKS = 4096;
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private JobListFile() {}

  private interface Reader {
    PipelineSchedule read(InputStream in) throws IOException;
  }

  /** Reads lists as text, one stage a line, or as JSON, which starts with a bracket. */
  static PipelineSchedule read(String name, Streams streams) throws IOException {
    return read(
        name,
        streams,
        in -> {
          int first = firstOfText(in);
          return first == '[' || first == '{' ? JobListJson.read(in) : readLines(in);
        });
  }

  /** Returns the first byte that is no white space, without reading on. */
  private static int firstOfText(InputStream in) throws IOException {
    in.mark(MOST_BLANKS);
    int first = in.read();
    for (int read = 1; read < MOST_BLANKS && first >= 0 && BLANKS.indexOf(first) >= 0; read++) {
      first = in.read();
    }
    in.reset();
    return first;
  }

  /** Some editors begin a text with it, where nobody sees it. */
  private static void refuseByteOrderMark(InputStream in) throws IOException {
    in.mark(BYTE_ORDER_MARK.length);
    byte[] start = in.readNBytes(BYTE_ORDER_MARK.length);
    in.reset();
    if (Arrays.equals(start, BYTE_ORDER_MARK)) {
      throw new IllegalArgumentException(
          "the text starts with a byte order mark; save it as UTF-8 without one.");
    }
  }

  static PipelineSchedule readTorchCsv(String name, int chunks, Streams streams)
      throws IOException {
    return read(name, streams, in -> TorchCsv.read(in, chunks));
  }

  /** What is wrong with a file names it. */
  private static PipelineSchedule read(String name, Streams streams, Reader reader)
      throws IOException {
    boolean standard = name.equals("-");
    try (InputStream in =
        new BufferedInputStream(standard ? streams.in() : Files.newInputStream(Path.of(name)))) {
      refuseByteOrderMark(in);
      return reader.read(in);
    } catch (IllegalArgumentException wrong) {
      throw new IllegalArgumentException(
          (standard ? "standard input" : name) + ": " + wrong.getMessage(), wrong);
    } catch (IOException failure) {
      throw FileErrors.named(name, failure);
    }
  }

  private static PipelineSchedule readLines(InputStream in) throws IOException {
    List<List<Job>> lists = new ArrayList<>();
    int lastChunk = 0;
    int lastMicroBatch = 0;
    for (String line : lines(in)) {
      List<Job> jobs = parse(line, lists.size() + 1);
      lists.add(jobs);
      for (Job job : jobs) {
        lastChunk = Math.max(lastChunk, job.chunk().orElse(0));
        lastMicroBatch = Math.max(lastMicroBatch, job.microBatch());
      }
    }
    if (lists.isEmpty()) {
      throw new IllegalArgumentException("no job list: the text has one line for each stage.");
    }
    return PipelineSchedule.of(
        count(lastChunk, "chunk"), count(lastMicroBatch, "micro-batch"), lists);
  }

  private static List<String> lines(InputStream in) throws IOException {
    try {
      return new BufferedReader(new InputStreamReader(in, UTF_8.newDecoder())).lines().toList();
    } catch (UncheckedIOException failure) {
      if (failure.getCause() instanceof CharacterCodingException) {
        throw new IllegalArgumentException("the text is not UTF-8.", failure);
      }
      throw failure.getCause();
    }
  }

  private static List<Job> parse(String line, int number) {
    List<Job> jobs;
    try {
      jobs = Job.parseList(line);
    } catch (IllegalArgumentException unreadable) {
      throw new IllegalArgumentException(
          "line " + number + ": " + unreadable.getMessage(), unreadable);
    }
    if (jobs.isEmpty()) {
      throw new IllegalArgumentException(
          "line " + number + " is empty: each line is the list of a stage.");
    }
    return jobs;
  }

  private static int count(int last, String what) {
    if (last == Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          what + " " + last + " is one too many: there can be " + last + ", counted from 0.");
    }
    return last + 1;
  }
}
