package org.vppscheduler.check;

import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.JobKind;
import org.vppscheduler.schedule.PipelineSchedule;

/**
 * On each stage, for each chunk and micro-batch: recv_forward before forward before backward before
 * backward_w, and backward before send_backward; the optimizer after everything.
 */
final class LocalOrderChecker {
  private LocalOrderChecker() {}

  static void check(JobGraph graph, FindingCollector findings) {
    PipelineSchedule pipeline = graph.pipeline();
    for (int stage = 0; stage < pipeline.stages(); stage++) {
      int start = graph.firstNode(stage);
      int end = start + pipeline.stage(stage).jobs().size();
      for (int node = start; node < end; node++) {
        for (int place = 0; place < 2; place++) {
          int needed = graph.waits().dependency(node, place);
          if (needed > node && needed < end) {
            add(graph.jobAt(node), graph.jobAt(needed), findings);
          }
        }
      }
    }
  }

  private static void add(JobAt early, JobAt late, FindingCollector findings) {
    if (early.job().kind() == JobKind.OPTIMIZER) {
      if (findings.count(Finding.Kind.LOCAL_ORDER)) {
        findings.list(
            Finding.of(
                Finding.Kind.LOCAL_ORDER,
                early + " is not last: " + late + " comes after it.",
                early,
                late));
      }
    } else if (worksOnTheSame(early.job(), late.job())
        && findings.count(Finding.Kind.LOCAL_ORDER)) {
      findings.list(
          Finding.of(
              Finding.Kind.LOCAL_ORDER,
              early + " comes before " + late + ", which it needs.",
              early,
              late));
    }
  }

  /** On a single stage, a chunk also needs the one before it: a deadlock, but of another kind. */
  private static boolean worksOnTheSame(Job one, Job other) {
    return one.chunk().equals(other.chunk()) && one.microBatch() == other.microBatch();
  }
}
