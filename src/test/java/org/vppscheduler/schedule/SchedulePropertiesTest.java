package org.vppscheduler.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SchedulePropertiesTest {
  private static final int CASES = 400;

  private static StageSchedule someStage(VppConfig config) {
    return VppScheduler.create(config).stage(config.microBatches() % config.stages());
  }

  private static ImmutableList<JobKind> chunkKinds(VppConfig config) {
    if (config.backwardIsSplit()) {
      return ImmutableList.of(JobKind.FORWARD, JobKind.BACKWARD_B, JobKind.BACKWARD_W);
    }
    return config.dialect() == Dialect.LEGACY
        ? ImmutableList.of(JobKind.FORWARD, JobKind.BACKWARD)
        : ImmutableList.of(
            JobKind.RECV_FORWARD, JobKind.FORWARD, JobKind.BACKWARD, JobKind.SEND_BACKWARD);
  }

  @Test
  void jobs_anyConfig_holdEachJobOnce() {
    Configs.forRandom(
        CASES,
        config -> {
          Set<Job> expected = new HashSet<>();
          for (JobKind kind : chunkKinds(config)) {
            for (int chunk = 0; chunk < config.chunks(); chunk++) {
              for (int microBatch = 0; microBatch < config.microBatches(); microBatch++) {
                boolean reduce =
                    kind == JobKind.BACKWARD_W
                        && config.overlapShardingReduce()
                        && microBatch == config.microBatches() - 1;
                expected.add(
                    reduce
                        ? Job.backwardWReduce(chunk, microBatch)
                        : Job.of(kind, chunk, microBatch));
              }
            }
          }
          expected.add(Job.optimizer());
          ImmutableList<Job> jobs = someStage(config).jobs();

          assertThat(jobs).hasSize(VppScheduler.create(config).jobsPerStage());
          assertThat(jobs).hasSameSizeAs(expected);
          assertThat(new HashSet<>(jobs)).isEqualTo(expected);
        });
  }

  @Test
  void jobs_anyConfig_keepTheLocalOrder() {
    Configs.forRandom(
        CASES,
        config -> {
          ImmutableList<Job> jobs = someStage(config).jobs();
          Map<List<Integer>, Integer> lastKind = new HashMap<>();
          for (Job job : jobs.subList(0, jobs.size() - 1)) {
            List<Integer> unit = List.of(job.chunk().getAsInt(), job.microBatch());
            int before = lastKind.getOrDefault(unit, -1);
            assertThat(job.kind().ordinal()).as("%s", job).isGreaterThan(before);
            lastKind.put(unit, job.kind().ordinal());
          }
          assertThat(jobs.get(jobs.size() - 1)).isEqualTo(Job.optimizer());
        });
  }

  @Test
  void jobs_anyConfig_takeTheMicroBatchesOfAChunkInOrder() {
    Configs.forRandom(
        CASES,
        config -> {
          Map<List<Integer>, List<Integer>> microBatches = new HashMap<>();
          for (Job job : someStage(config).jobs()) {
            microBatches
                .computeIfAbsent(
                    List.of(job.kind().ordinal(), job.chunk().orElse(-1)), k -> new ArrayList<>())
                .add(job.microBatch());
          }
          microBatches.forEach(
              (unit, order) -> assertThat(order).isSortedAccordingTo(Comparator.naturalOrder()));
        });
  }

  @Test
  void jobs_pirWithoutCommunication_equalLegacy() {
    Configs.forRandom(
        CASES,
        config -> {
          VppConfig.Builder builder = config.toBuilder();
          List<Job> pir =
              someStage(builder.dialect(Dialect.PIR).build()).jobs().stream()
                  .filter(job -> job.kind() != JobKind.RECV_FORWARD)
                  .filter(job -> job.kind() != JobKind.SEND_BACKWARD)
                  .toList();

          assertThat(pir).isEqualTo(someStage(builder.dialect(Dialect.LEGACY).build()).jobs());
        });
  }

  @Test
  void jobs_stagesDivideMicroBatches_balancedEqualsReference() {
    Configs.forRandom(
        CASES,
        config -> {
          int microBatches = Math.max(1, config.microBatches() / config.stages()) * config.stages();
          VppConfig.Builder builder = config.toBuilder().microBatches(microBatches);
          StageSchedule reference = someStage(builder.grouping(Grouping.reference()).build());

          assertThat(someStage(builder.grouping(Grouping.balanced()).build())).isEqualTo(reference);
        });
  }

  @Test
  void job_anyIndex_equalsTheListsElement() {
    Configs.forRandom(
        CASES / 4,
        config -> {
          VppScheduler scheduler = VppScheduler.create(config);
          ImmutableList<Job> jobs = someStage(config).jobs();
          List<Job> byIndex = new ArrayList<>();
          for (int index = 0; index < jobs.size(); index++) {
            byIndex.add(scheduler.job(config.microBatches() % config.stages(), index));
          }

          assertThat(byIndex).isEqualTo(jobs);
        });
  }

  @Test
  void pipeline_anyConfig_equalsItsStages() {
    Configs.forRandom(
        CASES / 8,
        config -> {
          VppScheduler scheduler = VppScheduler.create(config);
          PipelineSchedule pipeline = scheduler.pipeline();

          assertThat(pipeline.stages()).isEqualTo(config.stages());
          for (int stage = 0; stage < config.stages(); stage++) {
            assertThat(pipeline.stage(stage)).isEqualTo(scheduler.stage(stage));
          }
        });
  }

  @Test
  void phases_anyConfig_followTheFormulas() {
    Configs.forRandom(
        CASES,
        config -> {
          StageSchedule schedule = someStage(config);
          int steps = config.microBatches() * config.chunks();
          boolean pir = config.dialect() == Dialect.PIR && !config.backwardIsSplit();
          int warmup = schedule.warmup().size() / (pir ? 2 : 1);

          assertThat(warmup).isEqualTo(warmupByFormula(config, schedule.stage(), pir ? 1 : 0));
          assertThat(schedule.steady()).hasSize((steps - warmup) * (pir ? 4 : 2));
          assertThat(schedule.cooldown()).hasSize(warmup * (pir ? 2 : 1));
          assertThat(schedule.weightGradients()).hasSize(config.backwardIsSplit() ? steps : 0);
          assertThat(schedule.optimizer()).containsExactly(Job.optimizer());
        });
  }

  /** The spec's formula, by cases, from the settings alone. */
  private static int warmupByFormula(VppConfig config, int stage, int extra) {
    int s = config.stages();
    int m = config.microBatches();
    int steps = m * config.chunks();
    String grouping = config.grouping().toString();
    boolean named = grouping.equals("balanced") || grouping.equals("reference");
    if (named && m == s) {
      return steps;
    }
    int groups = Math.max(1, m / s);
    int group =
        switch (grouping) {
          case "reference" -> s;
          case "balanced" -> (m + groups - 1) / groups;
          default -> Integer.parseInt(grouping);
        };
    int warmup = Math.min(steps, 2 * (s - stage - 1) + (config.chunks() - 1) * group);
    return Math.min(steps, warmup + extra);
  }

  @Test
  void phaseAt_anyIndex_agreesWithThePhases() {
    Configs.forRandom(
        CASES / 8,
        config -> {
          StageSchedule schedule = someStage(config);
          List<Job> joined = new ArrayList<>();
          for (Phase phase : Phase.values()) {
            for (Job unused : schedule.phase(phase)) {
              assertThat(schedule.phaseAt(joined.size())).isEqualTo(phase);
              joined.add(unused);
            }
          }
          assertThat(joined).isEqualTo(schedule.jobs());
        });
  }
}
