package org.vppscheduler.schedule;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.base.CharMatcher;
import org.jspecify.annotations.Nullable;

/**
 * How the micro-batches are cut into the groups that a stage takes through its chunks one after the
 * other.
 *
 * <p>With S stages and M micro-batches:
 *
 * <table>
 *   <caption>The three groupings</caption>
 *   <tr><th>grouping</th><th>groups</th><th>accepts</th><th>can the pipeline hang?</th></tr>
 *   <tr><td>{@link #balanced()}</td><td>max(1, M div S) groups whose sizes differ by at most
 *       one</td><td>any M</td><td>no</td></tr>
 *   <tr><td>{@link #reference()}</td><td>groups of S, then one of M mod S</td><td>M ≥ S</td>
 *       <td>yes, when S does not divide M</td></tr>
 *   <tr><td>{@link #ofSize ofSize(N)}</td><td>groups of N, then one of M mod N</td><td>S ≤ N ≤ M
 *       and M mod N = 0 or ≥ S</td><td>no</td></tr>
 * </table>
 *
 * Where S divides M, {@code balanced()} and {@code reference()} give the same lists.
 */
public final class Grouping {
  private enum Policy {
    BALANCED,
    REFERENCE,
    OF_SIZE
  }

  private static final Grouping BALANCED = new Grouping(Policy.BALANCED, 0);
  private static final Grouping REFERENCE = new Grouping(Policy.REFERENCE, 0);

  private final Policy policy;
  private final int size;

  private Grouping(Policy policy, int size) {
    this.policy = policy;
    this.size = size;
  }

  /**
   * Returns the default: max(1, M div S) groups of nearly equal size, the larger ones first. It
   * takes any number of micro-batches, fewer than stages too, and its pipelines never hang; for M ≥
   * S their makespan is the ideal one.
   */
  public static Grouping balanced() {
    return BALANCED;
  }

  /**
   * Returns the grouping of PaddlePaddle's pass: full groups of S micro-batches, then one of the
   * remainder M mod S.
   *
   * <p><b>When S does not divide M, its pipeline can hang</b>: the jobs of the stages' lists can
   * wait for each other in a cycle, which no run-time ever resolves. With r = M mod S, S to 8, C to
   * 5 and M to 4S+3 this happens exactly when r·(C-1) ≥ 2 and 0 &lt; r &lt; S-2 in the legacy
   * dialect, 0 &lt; r &lt; S-1 in the PIR dialect, where a stage blocks in its receive jobs. The
   * smallest cases (S,C,M) are (4,3,5), (5,2,7) and (6,2,8) in the legacy dialect, (3,3,4) and
   * (4,2,6) in the PIR dialect. The others run, but idle longer than they need to. It is kept
   * because some pipelines must equal the reference job for job; {@link VppScheduler#create} logs a
   * warning for it.
   */
  public static Grouping reference() {
    return REFERENCE;
  }

  /**
   * Returns groups of a chosen size, what Megatron-LM calls the micro-batch group size: larger
   * groups keep more activations alive and leave more time between two uses of a chunk. The last
   * group is shorter when M mod size is not 0.
   *
   * <p>{@link VppConfig.Builder#build} accepts it when S ≤ size ≤ M and M mod size is 0 or at least
   * S; other sizes can make the pipeline hang or starve.
   *
   * @throws IllegalArgumentException if {@code size} is not positive
   */
  public static Grouping ofSize(int size) {
    checkArgument(size >= 1, "The group size (%s) must be at least 1.", size);
    return new Grouping(Policy.OF_SIZE, size);
  }

  /**
   * Returns the grouping that a text names: {@code balanced}, {@code reference}, or a group size in
   * digits. Inverse of {@link #toString}.
   *
   * @throws IllegalArgumentException if the text is none of these
   */
  public static Grouping parse(String text) {
    return switch (text) {
      case "balanced" -> BALANCED;
      case "reference" -> REFERENCE;
      default -> ofSize(parseSize(text));
    };
  }

  private static int parseSize(String text) {
    if (!text.isEmpty() && CharMatcher.inRange('0', '9').matchesAllOf(text)) {
      try {
        return Integer.parseInt(text);
      } catch (NumberFormatException tooLarge) {
        // Said below, with the text itself.
      }
    }
    throw new IllegalArgumentException(
        "Grouping '"
            + text
            + "' is unknown: it must be balanced, reference, or a group size from 1 to "
            + Integer.MAX_VALUE
            + ".");
  }

  /** Returns the order for M micro-batches in C chunks on each of S stages, already checked. */
  InterleavedOrder order(int stages, int chunks, int microBatches) {
    return switch (policy) {
      case REFERENCE ->
          new InterleavedOrder(
              chunks,
              microBatches,
              microBatches / stages,
              stages,
              Math.max(1, microBatches % stages));
      case BALANCED -> {
        int groups = Math.max(1, microBatches / stages);
        int smallSize = microBatches / groups;
        yield new InterleavedOrder(
            chunks, microBatches, microBatches % groups, smallSize + 1, smallSize);
      }
      case OF_SIZE ->
          new InterleavedOrder(
              chunks, microBatches, microBatches / size, size, Math.max(1, microBatches % size));
    };
  }

  /**
   * Returns whether every forward precedes every backward when M = S: so in the reference, and in
   * the balanced grouping for equality with it.
   */
  boolean warmsUpWholly(int stages, int microBatches) {
    return policy != Policy.OF_SIZE && microBatches == stages;
  }

  /** Returns whether this is the reference grouping with a last group smaller than the others. */
  boolean isReferenceWithRemainder(int stages, int microBatches) {
    return policy == Policy.REFERENCE && microBatches % stages != 0;
  }

  /** Refuses numbers of stages and micro-batches for which this grouping has no safe order. */
  void check(int stages, int microBatches) {
    switch (policy) {
      case BALANCED -> {}
      case REFERENCE ->
          checkArgument(
              microBatches >= stages,
              "The reference grouping needs at least as many micro-batches (%s) as stages (%s). Use"
                  + " %s or more micro-batches, or the balanced grouping, which takes any number.",
              microBatches,
              stages,
              stages);
      case OF_SIZE -> {
        checkArgument(
            microBatches >= stages,
            "No group size (%s) fits when there are fewer micro-batches (%s) than stages (%s). Use"
                + " the balanced grouping, which takes any number.",
            size,
            microBatches,
            stages);
        checkArgument(
            fits(size, stages, microBatches),
            "The group size (%s) must be from stages (%s) to micro-batches (%s) and leave a last"
                + " group of 0 or at least %s micro-batches (%s mod %s is %s). The nearest size that"
                + " fits is %s; the balanced grouping needs none.",
            size,
            stages,
            microBatches,
            stages,
            microBatches,
            size,
            microBatches % size,
            nearestFit(stages, microBatches));
      }
    }
  }

  private static boolean fits(int size, int stages, int microBatches) {
    int remainder = microBatches % size;
    return size >= stages && size <= microBatches && (remainder == 0 || remainder >= stages);
  }

  /** Returns the fitting size next to this one, the smaller of two; M itself always fits. */
  private int nearestFit(int stages, int microBatches) {
    int within = Math.max(stages, Math.min(size, microBatches));
    int below = within;
    int above = within;
    while (true) {
      if (below >= stages && fits(below, stages, microBatches)) {
        return below;
      }
      if (above <= microBatches && fits(above, stages, microBatches)) {
        return above;
      }
      below--;
      above++;
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Grouping that && policy == that.policy && size == that.size;
  }

  @Override
  public int hashCode() {
    return toString().hashCode();
  }

  /** Returns {@code balanced}, {@code reference}, or the group size in digits. */
  @Override
  public String toString() {
    return switch (policy) {
      case BALANCED -> "balanced";
      case REFERENCE -> "reference";
      case OF_SIZE -> Integer.toString(size);
    };
  }
}
