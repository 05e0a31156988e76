package org.vppscheduler.schedule;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.base.CharMatcher;
import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import java.util.Arrays;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a stage's job list: a kind of work, on one chunk of the stage, for one micro-batch.
 *
 * <p>The optimizer job has no chunk, and its micro-batch is 0. A {@link JobKind#BACKWARD_W} job can
 * carry the <em>reduce</em> mark: it then also starts the reduction of its chunk's sharded weight
 * gradients, overlapped with what follows.
 *
 * <p>The text form is {@code TYPE:MICRO_BATCH}, as in {@code recv_forward0:3}, {@code
 * backward_w1_reduce:7} and {@code optimizer:0}; {@link #parse} and {@link #toString} are inverse.
 */
public final class Job {
  private static final String REDUCE_SUFFIX = "_reduce";
  private static final int NO_CHUNK = -1;
  private static final int LONGEST_QUOTE = 60;
  private static final CharMatcher DIGIT = CharMatcher.inRange('0', '9');
  private static final Splitter BLANKS = Splitter.on(CharMatcher.whitespace()).omitEmptyStrings();
  private static final ImmutableMap<String, JobKind> KINDS =
      Maps.uniqueIndex(Arrays.asList(JobKind.values()), JobKind::label);
  private static final Job OPTIMIZER = new Job(JobKind.OPTIMIZER, NO_CHUNK, 0, false);

  private final JobKind kind;
  private final int chunk;
  private final int microBatch;
  private final boolean reduce;

  private Job(JobKind kind, int chunk, int microBatch, boolean reduce) {
    this.kind = kind;
    this.chunk = chunk;
    this.microBatch = microBatch;
    this.reduce = reduce;
  }

  /**
   * Returns the job of a kind that works on a chunk: any but {@link JobKind#OPTIMIZER}.
   *
   * @param chunk the chunk within the stage, from 0
   * @param microBatch the micro-batch, from 0
   * @throws IllegalArgumentException if {@code chunk} or {@code microBatch} is negative, or {@code
   *     kind} is {@link JobKind#OPTIMIZER}
   */
  public static Job of(JobKind kind, int chunk, int microBatch) {
    checkArgument(
        kind != JobKind.OPTIMIZER,
        "An optimizer job has no chunk (%s) and no micro-batch (%s): use Job.optimizer().",
        chunk,
        microBatch);
    checkIndices(kind, chunk, microBatch);
    return new Job(kind, chunk, microBatch, false);
  }

  /**
   * Returns the {@link JobKind#BACKWARD_W} job that also starts the sharding reduce of its chunk.
   *
   * @param chunk the chunk within the stage, from 0
   * @param microBatch the micro-batch, from 0
   * @throws IllegalArgumentException if {@code chunk} or {@code microBatch} is negative
   */
  public static Job backwardWReduce(int chunk, int microBatch) {
    checkIndices(JobKind.BACKWARD_W, chunk, microBatch);
    return new Job(JobKind.BACKWARD_W, chunk, microBatch, true);
  }

  /** Returns the optimizer job. */
  public static Job optimizer() {
    return OPTIMIZER;
  }

  private static void checkIndices(JobKind kind, int chunk, int microBatch) {
    checkArgument(
        chunk >= 0 && microBatch >= 0,
        "A %s job has a negative chunk (%s) or micro-batch (%s): both count from 0.",
        kind,
        chunk,
        microBatch);
  }

  /**
   * Returns the job that a text such as {@code backward_w1_reduce:7} names.
   *
   * @throws IllegalArgumentException if the text is not of the form {@code TYPE:MICRO_BATCH}; there
   *     is exactly one text for each job, so blanks, signs and leading zeros are refused
   */
  public static Job parse(String text) {
    int colon = text.indexOf(':');
    if (colon < 0) {
      throw unreadable(text, "no ':' between type and micro-batch");
    }
    String type = text.substring(0, colon);
    int microBatch = parseIndex(text, "micro-batch", text.substring(colon + 1));

    int chunkStart = DIGIT.indexIn(type);
    int kindEnd = chunkStart < 0 ? type.length() : chunkStart;
    JobKind kind = KINDS.get(type.substring(0, kindEnd));
    if (kind == null) {
      throw unreadable(
          text,
          "unknown kind '"
              + shortened(type.substring(0, kindEnd))
              + "', known are "
              + KINDS.keySet());
    }
    if (kind == JobKind.OPTIMIZER) {
      if (chunkStart >= 0 || microBatch != 0) {
        throw unreadable(text, "the optimizer has no chunk, and its micro-batch is 0");
      }
      return OPTIMIZER;
    }
    if (chunkStart < 0) {
      throw unreadable(text, "no chunk after '" + kind + "'");
    }
    boolean reduce = type.endsWith(REDUCE_SUFFIX);
    if (reduce && kind != JobKind.BACKWARD_W) {
      throw unreadable(text, "only backward_w can have the suffix " + REDUCE_SUFFIX);
    }
    int chunkEnd = reduce ? type.length() - REDUCE_SUFFIX.length() : type.length();
    int chunk = parseIndex(text, "chunk", type.substring(chunkStart, chunkEnd));
    return new Job(kind, chunk, microBatch, reduce);
  }

  /**
   * Returns the jobs of a text that holds any number of them, separated by white space.
   *
   * @throws IllegalArgumentException if one of them cannot be read; the message names it
   */
  public static ImmutableList<Job> parseList(String text) {
    return BLANKS.splitToStream(text).map(Job::parse).collect(ImmutableList.toImmutableList());
  }

  private static int parseIndex(String text, String what, String digits) {
    boolean canonical =
        !digits.isEmpty()
            && DIGIT.matchesAllOf(digits)
            && (digits.length() == 1 || digits.charAt(0) != '0');
    if (canonical) {
      try {
        return Integer.parseInt(digits);
      } catch (NumberFormatException tooLarge) {
        canonical = false;
      }
    }
    throw unreadable(
        text,
        what + " '" + shortened(digits) + "' is not a whole number from 0 to " + Integer.MAX_VALUE);
  }

  private static IllegalArgumentException unreadable(String text, String why) {
    return new IllegalArgumentException(
        "Job '"
            + shortened(text)
            + "' cannot be read: "
            + why
            + ". A job is written TYPE:MICRO_BATCH, such as forward0:3, backward_w1_reduce:7 or"
            + " optimizer:0.");
  }

  /** A text that is not a list of jobs at all can be one long word. */
  private static String shortened(String text) {
    return text.length() <= LONGEST_QUOTE ? text : text.substring(0, LONGEST_QUOTE) + "…";
  }

  /** Returns what the job does. */
  public JobKind kind() {
    return kind;
  }

  /** Returns the chunk within the stage, from 0, or empty for the optimizer. */
  public OptionalInt chunk() {
    return chunk == NO_CHUNK ? OptionalInt.empty() : OptionalInt.of(chunk);
  }

  /** Returns the micro-batch, from 0; 0 for the optimizer. */
  public int microBatch() {
    return microBatch;
  }

  /** Returns whether a {@link JobKind#BACKWARD_W} job also starts the sharding reduce. */
  public boolean isReduce() {
    return reduce;
  }

  /**
   * Returns the job type, the framework's name of the program that the job runs: kind, chunk and
   * reduce mark without the micro-batch, such as {@code recv_forward0}.
   */
  public String type() {
    if (chunk == NO_CHUNK) {
      return kind.label();
    }
    return reduce ? kind.label() + chunk + REDUCE_SUFFIX : kind.label() + chunk;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Job that
        && kind == that.kind
        && chunk == that.chunk
        && microBatch == that.microBatch
        && reduce == that.reduce;
  }

  @Override
  public int hashCode() {
    // Not the enum's own hash code, which differs from run to run.
    return ((kind.label().hashCode() * 31 + chunk) * 31 + microBatch) * 2 + (reduce ? 1 : 0);
  }

  /** Returns {@code TYPE:MICRO_BATCH}, the text that {@link #parse} reads. */
  @Override
  public String toString() {
    return type() + ":" + microBatch;
  }
}
