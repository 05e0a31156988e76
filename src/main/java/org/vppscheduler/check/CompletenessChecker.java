package org.vppscheduler.check;

import com.google.common.collect.ImmutableList;
import com.google.common.math.LongMath;
import java.util.List;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.JobKind;
import org.vppscheduler.schedule.PipelineSchedule;

/**
 * Each job exactly once on each stage, and nothing else.
 *
 * <p>Which jobs those are, the lists themselves tell: forward and backward always; recv_forward,
 * send_backward and optimizer on every stage if there is one on any. A backward is whole, or split
 * into backward_b and backward_w; where both ways occur in one pipeline, each chunk and micro-batch
 * of a stage may choose.
 */
final class CompletenessChecker {
  private final PipelineSchedule pipeline;
  private final JobTable table;
  private final FindingCollector findings;

  private final boolean hasWhole;
  private final boolean hasSplit;

  /** The split backwards that stand beside no whole one of the same chunk and micro-batch. */
  private long inputGradientsAlone;

  /** Those input gradients that stand beside neither a whole backward nor a weight gradient. */
  private long inputGradientsWithoutWeight;

  private CompletenessChecker(
      PipelineSchedule pipeline, JobTable table, FindingCollector findings) {
    this.pipeline = pipeline;
    this.table = table;
    this.findings = findings;
    this.hasWhole = table.present(JobKind.BACKWARD) > 0;
    this.hasSplit = table.present(JobKind.BACKWARD_B) > 0 || table.present(JobKind.BACKWARD_W) > 0;
  }

  static void check(PipelineSchedule pipeline, JobTable table, FindingCollector findings) {
    CompletenessChecker checker = new CompletenessChecker(pipeline, table, findings);
    checker.findForeignJobs();
    checker.findMissingJobs();
    checker.findMissingOptimizers();
  }

  private void findForeignJobs() {
    int node = 0;
    for (int stage = 0; stage < pipeline.stages(); stage++) {
      List<Job> jobs = pipeline.stage(stage).jobs();
      int start = node;
      int optimizer = -1;
      for (int index = 0; index < jobs.size(); index++) {
        Job job = jobs.get(index);
        if (job.kind() == JobKind.OPTIMIZER) {
          if (optimizer < 0) {
            optimizer = index;
          } else {
            doubled(stage, optimizer, index);
          }
        } else if (!table.inRange(job.chunk().orElse(-1), job.microBatch())) {
          outOfRange(JobAt.listed(stage, job, index));
        } else {
          checkPlace(stage, index, start, job);
        }
        node++;
      }
    }
  }

  private void checkPlace(int stage, int index, int start, Job job) {
    int chunk = job.chunk().orElse(-1);
    int first = table.node(stage, job.kind(), chunk, job.microBatch()) - start;
    if (first != index) {
      doubled(stage, first, index);
      return;
    }
    if (job.kind() != JobKind.BACKWARD_B && job.kind() != JobKind.BACKWARD_W) {
      return;
    }
    int whole = table.node(stage, JobKind.BACKWARD, chunk, job.microBatch());
    if (whole != JobTable.ABSENT) {
      doubledBySplit(stage, whole - start, index);
    } else if (job.kind() == JobKind.BACKWARD_B) {
      inputGradientsAlone++;
      if (table.node(stage, JobKind.BACKWARD_W, chunk, job.microBatch()) == JobTable.ABSENT) {
        inputGradientsWithoutWeight++;
      }
    }
  }

  private void doubled(int stage, int first, int again) {
    if (findings.count(Finding.Kind.DOUBLED)) {
      JobAt firstAt = at(stage, first);
      JobAt againAt = at(stage, again);
      findings.list(
          Finding.of(
              Finding.Kind.DOUBLED,
              againAt + " is in the list already: " + firstAt + ".",
              againAt,
              firstAt));
    }
  }

  private void doubledBySplit(int stage, int whole, int part) {
    if (findings.count(Finding.Kind.DOUBLED)) {
      JobAt wholeAt = at(stage, whole);
      JobAt partAt = at(stage, part);
      findings.list(
          Finding.of(
              Finding.Kind.DOUBLED,
              partAt + " repeats a part of " + wholeAt + ", which is not split.",
              partAt,
              wholeAt));
    }
  }

  private void outOfRange(JobAt at) {
    if (findings.count(Finding.Kind.OUT_OF_RANGE)) {
      findings.list(
          Finding.of(
              Finding.Kind.OUT_OF_RANGE,
              at
                  + " is out of range: chunks are 0 to "
                  + (pipeline.chunks() - 1)
                  + ", micro-batches 0 to "
                  + (pipeline.microBatches() - 1)
                  + ".",
              at));
    }
  }

  private JobAt at(int stage, int index) {
    return JobAt.listed(stage, pipeline.stage(stage).jobs().get(index), index);
  }

  private void findMissingJobs() {
    long count = countMissing();
    findings.countAll(Finding.Kind.MISSING, count);
    long left = Math.min(count, CheckReport.MAX_LISTED);
    for (int stage = 0; left > 0; stage++) {
      for (int chunk = 0; left > 0 && chunk < pipeline.chunks(); chunk++) {
        for (int batch = 0; left > 0 && batch < pipeline.microBatches(); batch++) {
          for (JobKind kind : missingKinds(stage, chunk, batch)) {
            if (left > 0) {
              missing(stage, Job.of(kind, chunk, batch));
              left--;
            }
          }
        }
      }
    }
  }

  /**
   * By arithmetic, so that short lists of a pipeline that is meant to be huge need no loop over
   * what they lack.
   */
  private long countMissing() {
    long places =
        LongMath.saturatedMultiply(
            LongMath.saturatedMultiply(pipeline.stages(), pipeline.chunks()),
            pipeline.microBatches());
    long count = places - table.present(JobKind.FORWARD);
    for (JobKind kind : ImmutableList.of(JobKind.RECV_FORWARD, JobKind.SEND_BACKWARD)) {
      if (table.present(kind) > 0) {
        count = LongMath.saturatedAdd(count, places - table.present(kind));
      }
    }
    if (hasWhole || !hasSplit) {
      // A weight gradient alone lacks one job, as a place without any does.
      long without = places - table.present(JobKind.BACKWARD) - inputGradientsAlone;
      return LongMath.saturatedAdd(count, without + inputGradientsWithoutWeight);
    }
    count = LongMath.saturatedAdd(count, places - table.present(JobKind.BACKWARD_B));
    return LongMath.saturatedAdd(count, places - table.present(JobKind.BACKWARD_W));
  }

  private List<JobKind> missingKinds(int stage, int chunk, int microBatch) {
    ImmutableList.Builder<JobKind> missing = ImmutableList.builder();
    boolean[] present = new boolean[JobKind.values().length];
    for (JobKind kind : JobKind.values()) {
      present[kind.ordinal()] =
          kind != JobKind.OPTIMIZER
              && table.node(stage, kind, chunk, microBatch) != JobTable.ABSENT;
    }
    boolean whole = present[JobKind.BACKWARD.ordinal()];
    boolean input = present[JobKind.BACKWARD_B.ordinal()];
    boolean weight = present[JobKind.BACKWARD_W.ordinal()];
    boolean shouldBeSplit = hasSplit && (!hasWhole || (!whole && (input || weight)));
    for (JobKind kind : JobKind.values()) {
      boolean expected =
          switch (kind) {
            case FORWARD -> true;
            case RECV_FORWARD, SEND_BACKWARD -> table.present(kind) > 0;
            case BACKWARD -> !shouldBeSplit;
            case BACKWARD_B, BACKWARD_W -> shouldBeSplit;
            case OPTIMIZER -> false;
          };
      if (expected && !present[kind.ordinal()]) {
        missing.add(kind);
      }
    }
    return missing.build();
  }

  private void missing(int stage, Job job) {
    findings.list(
        Finding.of(
            Finding.Kind.MISSING,
            job + " is missing on stage " + stage + ".",
            JobAt.missing(stage, job)));
  }

  private void findMissingOptimizers() {
    boolean[] has = new boolean[pipeline.stages()];
    boolean any = false;
    for (int stage = 0; stage < has.length; stage++) {
      for (Job job : pipeline.stage(stage).jobs().reverse()) {
        if (job.kind() == JobKind.OPTIMIZER) {
          has[stage] = true;
          any = true;
          break;
        }
      }
    }
    for (int stage = 0; any && stage < has.length; stage++) {
      if (!has[stage] && findings.count(Finding.Kind.MISSING)) {
        missing(stage, Job.optimizer());
      }
    }
  }
}
