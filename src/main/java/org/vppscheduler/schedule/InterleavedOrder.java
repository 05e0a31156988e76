package org.vppscheduler.schedule;

/**
 * The order in which every stage runs its M·C forward micro-steps, in closed form.
 *
 * <p>The micro-batches are cut into consecutive groups: first {@code largeGroups} groups of {@code
 * largeSize}, then groups of {@code smallSize} until the micro-batches end. Within a group of size
 * g the order walks chunk 0 over the group's micro-batches, then chunk 1, and so on. With F =
 * largeGroups · largeSize · C steps in the large groups, step k is
 *
 * <pre>
 *   k &lt; F:  chunk = (k mod g·C) div g     micro-batch = (k div g·C)·g + k mod g            g = largeSize
 *   else:   chunk = (j mod h·C) div h     micro-batch = largeGroups·largeSize
 *                                                       + (j div h·C)·h + j mod h          h = smallSize, j = k - F
 * </pre>
 *
 * The backward order is the same with chunk c replaced by C-1-c.
 */
final class InterleavedOrder {
  private final int chunks;
  private final int microBatches;
  private final int largeSize;
  private final int largeMicroBatches;
  private final int smallSize;

  /**
   * @param smallSize the size of the groups after the large ones; any positive value where no
   *     micro-batch is left for them
   */
  InterleavedOrder(int chunks, int microBatches, int largeGroups, int largeSize, int smallSize) {
    this.chunks = chunks;
    this.microBatches = microBatches;
    this.largeSize = largeSize;
    this.largeMicroBatches = largeGroups * largeSize;
    this.smallSize = smallSize;
  }

  /** Returns the number of forward micro-steps, which is that of the backward ones too: M·C. */
  int steps() {
    return microBatches * chunks;
  }

  /** Returns the size of the largest group. */
  int largestGroup() {
    return largeMicroBatches > 0 ? largeSize : smallSize;
  }

  /** Returns the job of a kind at a step, by arithmetic alone. */
  Job job(JobKind kind, int step) {
    int large = largeMicroBatches * chunks;
    boolean inLarge = step < large;
    int size = inLarge ? largeSize : smallSize;
    int base = inLarge ? 0 : largeMicroBatches;
    int offset = inLarge ? step : step - large;
    int chunk = offset % (size * chunks) / size;
    int microBatch = base + offset / (size * chunks) * size + offset % size;
    return Job.of(kind, kind.runsForward() ? chunk : chunks - 1 - chunk, microBatch);
  }

  /**
   * Returns the jobs of a kind at all steps: the same as {@link #job} for each, at the cost of a
   * few additions instead of divisions. The array belongs to the caller.
   */
  Job[] jobs(JobKind kind) {
    Job[] jobs = new Job[steps()];
    int step = 0;
    int start = 0;
    while (start < microBatches) {
      int end = start + (start < largeMicroBatches ? largeSize : smallSize);
      for (int position = 0; position < chunks; position++) {
        int chunk = kind.runsForward() ? position : chunks - 1 - position;
        for (int microBatch = start; microBatch < end; microBatch++) {
          jobs[step++] = Job.of(kind, chunk, microBatch);
        }
      }
      start = end;
    }
    return jobs;
  }
}
