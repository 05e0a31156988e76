package org.vppscheduler.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.JobKind;
import org.vppscheduler.schedule.PipelineSchedule;
import org.vppscheduler.testing.NaiveExecutor;
import org.vppscheduler.testing.Pipelines;

/** A single change to right lists is always found, as what it is. */
final class MutationTest {
  private static final int CASES = 2000;

  private interface Expectation {
    void check(PipelineSchedule changed, CheckReport report, String what);
  }

  /** Changes a random stage's list in many random pipelines. */
  private static void mutate(BiConsumer<List<Job>, Random> mutation, Expectation expectation) {
    for (int seed = 0; seed < CASES; seed++) {
      Random random = new Random(seed);
      PipelineSchedule pipeline = Pipelines.random(random);
      PipelineSchedule changed =
          Pipelines.change(
              pipeline, lists -> mutation.accept(lists.get(random.nextInt(lists.size())), random));
      expectation.check(
          changed,
          PipelineCheck.create().check(changed),
          "seed " + seed + " " + changed + "\n" + changed.stageSchedules());
    }
  }

  @Test
  void check_droppedJob_isMissing() {
    mutate(
        (jobs, random) -> {
          int dropped = random.nextInt(jobs.size());
          // Where the only job of its kind goes, nothing says that there should be one.
          Job job = jobs.get(dropped);
          boolean isOnlyOne =
              jobs.stream().filter(other -> other.kind() == job.kind()).count() == 1;
          jobs.remove(isOnlyOne ? jobs.indexOf(firstForward(jobs)) : dropped);
        },
        (changed, report, what) -> {
          assertThat(report.count(Finding.Kind.MISSING)).as(what).isEqualTo(1);
          assertThat(report.count(Finding.Kind.DOUBLED)).as(what).isZero();
          Finding missing = report.findings().get(0);
          assertThat(changed.stage(missing.where().stage()).jobs())
              .as(what)
              .doesNotContain(missing.where().job());
        });
  }

  private static Job firstForward(List<Job> jobs) {
    return jobs.stream().filter(job -> job.kind() == JobKind.FORWARD).findFirst().orElseThrow();
  }

  @Test
  void check_doubledJob_isDoubled() {
    mutate(
        (jobs, random) ->
            jobs.add(random.nextInt(jobs.size() + 1), jobs.get(random.nextInt(jobs.size()))),
        (changed, report, what) -> {
          assertThat(report.count(Finding.Kind.DOUBLED)).as(what).isEqualTo(1);
          assertThat(report.count(Finding.Kind.MISSING)).as(what).isZero();
        });
  }

  @Test
  void check_retargetedJob_isMissingAndDoubledOrOutOfRange() {
    mutate(
        (jobs, random) -> {
          int index = random.nextInt(jobs.size() - 1); // Not the optimizer.
          Job job = jobs.get(index);
          boolean chunk = random.nextBoolean();
          jobs.set(
              index,
              Job.of(
                  job.kind(),
                  job.chunk().getAsInt() + (chunk ? 1 : 0),
                  job.microBatch() + (chunk ? 0 : 1)));
        },
        (changed, report, what) -> {
          boolean single = changed.stages() * changed.chunks() * changed.microBatches() == 1;
          if (!single) {
            assertThat(report.count(Finding.Kind.MISSING)).as(what).isGreaterThanOrEqualTo(1);
          }
          assertThat(report.count(Finding.Kind.DOUBLED) + report.count(Finding.Kind.OUT_OF_RANGE))
              .as(what)
              .isEqualTo(1);
        });
  }

  /** A swap can leave the lists right; whether it does, the definitions of the properties say. */
  @Test
  void check_swappedJobs_hasTheFindingsThatTheDefinitionsGive() {
    int[] proven = new int[1];
    mutate(
        (jobs, random) ->
            Collections.swap(jobs, random.nextInt(jobs.size()), random.nextInt(jobs.size())),
        (changed, report, what) -> {
          boolean completes = NaiveExecutor.run(changed).completes();
          assertThat(report.count(Finding.Kind.DEADLOCK)).as(what).isEqualTo(completes ? 0 : 1);
          assertThat(report.count(Finding.Kind.STARVED)).as(what).isZero();
          assertThat(report.count(Finding.Kind.LOCAL_ORDER) > 0)
              .as(what)
              .isEqualTo(breaksLocalOrder(changed));
          assertThat(report.count(Finding.Kind.TRANSPORT_ORDER) > 0)
              .as(what)
              .isEqualTo(MessageOrders.differ(changed));
          proven[0] += report.isProven() ? 1 : 0;
        });
    assertThat(proven[0]).isBetween(1, CASES / 2);
  }

  private static boolean breaksLocalOrder(PipelineSchedule pipeline) {
    for (var stage : pipeline.stageSchedules()) {
      List<Job> jobs = stage.jobs();
      for (int i = 0; i < jobs.size(); i++) {
        for (int j = i + 1; j < jobs.size(); j++) {
          Job early = jobs.get(i);
          Job late = jobs.get(j);
          if (early.kind() == JobKind.OPTIMIZER) {
            return true;
          }
          boolean same =
              early.chunk().equals(late.chunk()) && early.microBatch() == late.microBatch();
          // The kinds are declared in their order, but nothing orders backward_w and send_backward.
          if (same && early.kind().compareTo(late.kind()) > 0) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /** The orders of sends and receives of each channel, by their definition. */
  private static final class MessageOrders {
    static boolean differ(PipelineSchedule pipeline) {
      int stages = pipeline.stages();
      for (int stage = 0; stage < stages && stages > 1; stage++) {
        int after = (stage + 1) % stages;
        int before = (stage + stages - 1) % stages;
        if (!messages(pipeline, stage, true, false).equals(messages(pipeline, after, true, true))
            || !messages(pipeline, stage, false, false)
                .equals(messages(pipeline, before, false, true))) {
          return true;
        }
      }
      return false;
    }

    /** Returns the messages as sender's virtual stage and micro-batch. */
    static List<String> messages(
        PipelineSchedule pipeline, int stage, boolean activations, boolean received) {
      int stages = pipeline.stages();
      int last = stages * pipeline.chunks() - 1;
      boolean pir =
          pipeline.stage(0).jobs().stream().anyMatch(job -> job.kind() == JobKind.RECV_FORWARD);
      return pipeline.stage(stage).jobs().stream()
          .filter(
              job ->
                  switch (job.kind()) {
                    case FORWARD -> activations && !(received && pir);
                    case RECV_FORWARD -> activations && received;
                    case BACKWARD, BACKWARD_B -> !activations && (received || !pir);
                    case SEND_BACKWARD -> !activations && !received;
                    case BACKWARD_W, OPTIMIZER -> false;
                  })
          .map(
              job -> {
                int virtual = job.chunk().getAsInt() * stages + stage;
                int sender = received ? virtual + (activations ? -1 : 1) : virtual;
                return new int[] {sender, job.microBatch()};
              })
          .filter(message -> message[0] >= (activations ? 0 : 1))
          .filter(message -> message[0] <= (activations ? last - 1 : last))
          .map(message -> message[0] + ":" + message[1])
          .toList();
    }
  }
}
