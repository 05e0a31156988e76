package org.vppscheduler.bench;

import java.util.ArrayList;
import java.util.List;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.JobKind;

/**
 * The legacy list as one would first write it: walk the steps, count each chunk's micro-batches.
 */
final class CounterBasedGenerator {
  private final int stages;
  private final int chunks;
  private final int[] forwardCount;
  private final int[] backwardCount;
  private final List<Job> jobs = new ArrayList<>();

  private CounterBasedGenerator(int stages, int chunks) {
    this.stages = stages;
    this.chunks = chunks;
    this.forwardCount = new int[chunks];
    this.backwardCount = new int[chunks];
  }

  /** Returns a stage's list; S must divide M, and be less. */
  static List<Job> generate(int stages, int chunks, int microBatches, int stage) {
    CounterBasedGenerator generator = new CounterBasedGenerator(stages, chunks);
    int total = microBatches * chunks;
    int warmup = Math.min(total, 2 * (stages - stage - 1) + (chunks - 1) * stages);
    for (int step = 0; step < warmup; step++) {
      generator.forward(step);
    }
    for (int step = 0; step < total - warmup; step++) {
      generator.forward(step + warmup);
      generator.backward(step);
    }
    for (int step = total - warmup; step < total; step++) {
      generator.backward(step);
    }
    generator.jobs.add(Job.optimizer());
    return generator.jobs;
  }

  private void forward(int step) {
    int chunk = step % (stages * chunks) / stages;
    jobs.add(Job.of(JobKind.FORWARD, chunk, forwardCount[chunk]++));
  }

  private void backward(int step) {
    int chunk = chunks - 1 - step % (stages * chunks) / stages;
    jobs.add(Job.of(JobKind.BACKWARD, chunk, backwardCount[chunk]++));
  }
}
