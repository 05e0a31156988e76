package org.vppscheduler.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.JobKind;
import org.vppscheduler.schedule.PipelineSchedule;
import org.vppscheduler.simulate.CostModel;
import org.vppscheduler.simulate.Simulation;
import org.vppscheduler.simulate.Simulator;
import org.vppscheduler.testing.Pipelines;

/** Lists of any content whatever are answered, never refused, and the same way each time. */
final class AnyListsTest {
  private static final int CASES = 4000;

  @Test
  void check_anyLists_answers() {
    for (int seed = 0; seed < CASES; seed++) {
      Random random = new Random(seed);
      List<List<Job>> lists = Pipelines.anyLists(random);
      String what = "seed " + seed + " " + lists;
      PipelineSchedule pipeline =
          PipelineSchedule.of(1 + random.nextInt(2), 1 + random.nextInt(2), lists);

      CheckReport report = PipelineCheck.create().check(pipeline);
      Simulation simulation = Simulator.create(CostModel.uniform(3, 2, 1)).simulate(pipeline);

      assertThat(report.isProven()).as(what).isEqualTo(report.findings().isEmpty());
      assertThat(report.hang()).as(what).isEqualTo(hang(simulation));
      assertThat(PipelineCheck.leastChannels(pipeline).isPresent() && report.hang().isPresent())
          .as(what)
          .isFalse();
      for (ChannelModel model :
          List.of(ChannelModel.rendezvous(), ChannelModel.slots(1), ChannelModel.slots(2))) {
        CheckReport strict = PipelineCheck.create(model).check(pipeline);
        assertThat(strict.findings()).as(what).containsAll(report.findings());
        assertThat(strict).hasToString(PipelineCheck.create(model).check(pipeline).toString());
      }
      report.hang().ifPresent(hang -> assertIsConsistent(pipeline, hang, what));
      for (Finding.Kind kind : Finding.Kind.values()) {
        long listed = report.findings().stream().filter(f -> f.kind() == kind).count();
        assertThat(listed).as(what).isEqualTo(Math.min(report.count(kind), CheckReport.MAX_LISTED));
      }
    }
  }

  private static Optional<Hang> hang(Simulation simulation) {
    return simulation instanceof Simulation.Hung hung ? Optional.of(hung.hang()) : Optional.empty();
  }

  /** Each job named stands where it is said to, and where there is no cycle somebody starves. */
  private static void assertIsConsistent(PipelineSchedule pipeline, Hang hang, String what) {
    List<Wait> waits = new ArrayList<>(hang.waits());
    hang.cycle().ifPresent(cycle -> waits.addAll(cycle.waits()));
    for (Wait wait : waits) {
      for (JobAt at : List.of(wait.waiting(), wait.awaited())) {
        List<Job> jobs = pipeline.stage(at.stage()).jobs();
        if (at.index().isPresent()) {
          assertThat(jobs.get(at.index().getAsInt())).as(what).isEqualTo(at.job());
        } else {
          assertThat(jobs).as(what).doesNotContain(at.job());
        }
      }
    }
    assertThat(
            hang.cycle().isPresent()
                || hang.waits().stream().anyMatch(wait -> wait.awaited().index().isEmpty()))
        .as(what)
        .isTrue();
  }

  /** Lists of a pipeline that is meant to be huge are looked up in another way. */
  @Test
  void check_sameListsInAHugePipeline_hangAlike() {
    for (int seed = 0; seed < CASES; seed++) {
      Random random = new Random(seed);
      List<List<Job>> lists = Pipelines.anyLists(random);
      String what = "seed " + seed + " " + lists;
      // Only M differs: another C would make another virtual stage the last.
      PipelineSchedule small = PipelineSchedule.of(3, 3, lists);
      PipelineSchedule huge = PipelineSchedule.of(3, 1_000_000_000, lists);

      CheckReport one = PipelineCheck.create(ChannelModel.slots(1)).check(small);
      CheckReport other = PipelineCheck.create(ChannelModel.slots(1)).check(huge);

      assertThat(other.hang()).as(what).isEqualTo(one.hang());
      for (Finding.Kind kind : Finding.Kind.values()) {
        if (kind != Finding.Kind.MISSING) {
          assertThat(other.count(kind)).as("%s %s", kind, what).isEqualTo(one.count(kind));
        }
      }
      int kinds = 2;
      long more = 3L * lists.size() * (1_000_000_000L - 3);
      assertThat(other.count(Finding.Kind.MISSING) - one.count(Finding.Kind.MISSING))
          .as(what)
          .isGreaterThanOrEqualTo(kinds * more)
          .isLessThanOrEqualTo((kinds + 3) * more);
    }
  }

  /** By its definition: all expected kinds of each place, less those there are. */
  @Test
  void count_missing_isThatOfThePlaces() {
    for (int seed = 0; seed < CASES; seed++) {
      Random random = new Random(seed);
      List<List<Job>> lists = Pipelines.anyLists(random);
      PipelineSchedule pipeline = PipelineSchedule.of(3, 3, lists);

      assertThat(PipelineCheck.create().check(pipeline).count(Finding.Kind.MISSING))
          .as("seed %s %s", seed, lists)
          .isEqualTo(countMissing(lists));
    }
  }

  private static boolean anywhere(List<List<Job>> lists, JobKind kind) {
    return lists.stream().anyMatch(jobs -> jobs.stream().anyMatch(job -> job.kind() == kind));
  }

  private static long countMissing(List<List<Job>> lists) {
    boolean wholeSomewhere = anywhere(lists, JobKind.BACKWARD);
    boolean splitSomewhere =
        anywhere(lists, JobKind.BACKWARD_B) || anywhere(lists, JobKind.BACKWARD_W);
    long missing = 0;
    for (List<Job> jobs : lists) {
      if (anywhere(lists, JobKind.OPTIMIZER) && !jobs.contains(Job.optimizer())) {
        missing++;
      }
      for (int chunk = 0; chunk < 3; chunk++) {
        for (int microBatch = 0; microBatch < 3; microBatch++) {
          for (JobKind kind :
              List.of(JobKind.FORWARD, JobKind.RECV_FORWARD, JobKind.SEND_BACKWARD)) {
            if ((kind == JobKind.FORWARD || anywhere(lists, kind))
                && !has(jobs, kind, chunk, microBatch)) {
              missing++;
            }
          }
          boolean whole = has(jobs, JobKind.BACKWARD, chunk, microBatch);
          boolean input = has(jobs, JobKind.BACKWARD_B, chunk, microBatch);
          boolean weight = has(jobs, JobKind.BACKWARD_W, chunk, microBatch);
          boolean split = splitSomewhere && (!wholeSomewhere || (!whole && (input || weight)));
          missing += split ? (input ? 0 : 1) + (weight ? 0 : 1) : whole ? 0 : 1;
        }
      }
    }
    return missing;
  }

  private static boolean has(List<Job> jobs, JobKind kind, int chunk, int microBatch) {
    return jobs.stream()
        .anyMatch(
            job ->
                job.kind() == kind
                    && job.chunk().orElse(-1) == chunk
                    && job.microBatch() == microBatch);
  }
}
