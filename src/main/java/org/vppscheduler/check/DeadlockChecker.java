package org.vppscheduler.check;

import java.util.Arrays;
import java.util.Optional;

/** Lists plus dependencies have no cycle, and no stage waits for what is in no list. */
final class DeadlockChecker {
  private DeadlockChecker() {}

  /** Returns the cycle if there is one; it and starving stages become findings. */
  static Optional<Hang> check(JobGraph graph, FindingCollector findings) {
    Optional<Hang> hang = graph.run((stage, node) -> {});
    hang.ifPresent(
        found -> {
          for (Wait wait : found.waits()) {
            if (wait.awaited().index().isEmpty() && findings.count(Finding.Kind.STARVED)) {
              findings.list(
                  Finding.of(
                      Finding.Kind.STARVED,
                      wait.waiting() + " never runs: it needs " + wait.awaited() + ".",
                      wait.waiting(),
                      wait.awaited()));
            }
          }
          found
              .cycle()
              .ifPresent(
                  cycle -> {
                    findings.countAll(Finding.Kind.DEADLOCK, 1);
                    findings.list(
                        describe(
                            Finding.Kind.DEADLOCK,
                            "These jobs wait for each other for ever:",
                            found,
                            ""));
                  });
        });
    return hang;
  }

  /** Returns a finding that names the jobs of a hang, one wait a line. */
  static Finding describe(Finding.Kind kind, String before, Hang hang, String after) {
    StringBuilder text = new StringBuilder(before);
    hang.cause().forEach(wait -> text.append("\n  ").append(wait));
    text.append(after);
    JobAt[] jobs = hang.cause().stream().map(Wait::waiting).toArray(JobAt[]::new);
    JobAt[] related = Arrays.copyOfRange(jobs, 1, jobs.length);
    return Finding.of(kind, text.toString(), jobs[0], related);
  }
}
