package org.vppscheduler.plan;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Maps;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vppscheduler.program.OpRole;
import org.vppscheduler.program.Operation;
import org.vppscheduler.program.Program;
import org.vppscheduler.schedule.Dialect;
import org.vppscheduler.schedule.Grouping;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.StageSchedule;
import org.vppscheduler.schedule.VppConfig;
import org.vppscheduler.schedule.VppScheduler;
import org.vppscheduler.split.ProgramSplitter;
import org.vppscheduler.split.SplitResult;
import org.vppscheduler.split.SubProgram;
import org.vppscheduler.split.TrainingPrograms;

/**
 * Plans of all stages of generated pipelines, run as the framework runs them: the jobs of a stage
 * strictly in order, a scope for each micro-batch, values found by name, and after each job all
 * freed that its program has touched and skip-gc does not protect. They must compute what the
 * stages' programs compute that were never split.
 */
final class PlanExecutionTest {
  private static final String RATE = "learning_rate";

  /** A pipeline, whose programs follow from the seed. */
  private record Setting(VppConfig config, long seed) {
    @Override
    public String toString() {
      return config + " seed " + seed;
    }

    List<SplitResult> splits() {
      ProgramSplitter splitter =
          ProgramSplitter.create(config.toBuilder().dialect(Dialect.PIR).build());
      List<SplitResult> splits = new ArrayList<>();
      for (int stage = 0; stage < config.stages(); stage++) {
        splits.add(
            splitter.split(
                TrainingPrograms.ofStage(seed, config.stages(), config.chunks(), stage, 3)));
      }
      return splits;
    }

    ImmutableMap<String, JobProgram> programs(SplitResult split) {
      return config.dialect() == Dialect.LEGACY && !config.backwardIsSplit()
          ? JobProgram.legacy(split, config.chunks())
          : JobProgram.of(split);
    }
  }

  /** An operation of a stage's whole program, run for a micro-batch. */
  private record Step(int stage, int microBatch, int operation) {}

  /** What a run has computed. */
  private record Outcome(Map<Step, List<Long>> results, List<Map<String, Long>> weights) {}

  static List<Setting> settings() {
    List<Setting> settings = new ArrayList<>();
    long seed = 0;
    for (int stages = 1; stages <= 4; stages++) {
      for (int chunks = 1; chunks <= 3; chunks++) {
        for (int microBatches :
            new TreeSet<>(List.of(1, stages, stages + 1, 2 * stages, 2 * stages + 3))) {
          for (Dialect dialect : Dialect.values()) {
            VppConfig.Builder config =
                VppConfig.builder()
                    .stages(stages)
                    .chunks(chunks)
                    .microBatches(microBatches)
                    .dialect(dialect);
            settings.add(new Setting(config.build(), seed++));
            if (microBatches == stages) {
              settings.add(new Setting(config.splitBackward(true).build(), seed++));
              settings.add(new Setting(config.overlapShardingReduce(true).build(), seed++));
            } else if (microBatches % stages == 0) {
              settings.add(
                  new Setting(config.grouping(Grouping.ofSize(microBatches)).build(), seed++));
            }
          }
        }
      }
    }
    return settings;
  }

  @ParameterizedTest
  @MethodSource("settings")
  void plans_ofAllStages_computeWhatTheUnsplitProgramsCompute(Setting setting) {
    List<SplitResult> splits = setting.splits();
    List<Program> wholes = splits.stream().map(SplitResult::whole).toList();

    Outcome expected = runUnsplit(wholes, setting.config().microBatches());
    Outcome actual = runPlans(setting, splits, true);

    assertThat(actual.weights()).isEqualTo(expected.weights());
    assertThat(actual.results()).isEqualTo(expected.results());
  }

  @Test
  void plans_withoutSkipGc_freeWhatIsStillNeeded() {
    Setting setting =
        new Setting(VppConfig.builder().stages(2).chunks(2).microBatches(4).build(), 1);

    assertThatThrownBy(() -> runPlans(setting, setting.splits(), false))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageMatching(".* is not there");
  }

  /** Runs the stages' programs side by side, for one micro-batch after the other. */
  private static Outcome runUnsplit(List<Program> programs, int microBatches) {
    ToyStage.Network network = new ToyStage.Network();
    List<ToyStage> stages =
        programs.stream()
            .map(program -> new ToyStage(network, microBatches, ToyStage.inputsOf(program)))
            .toList();
    Map<Step, List<Long>> results = new HashMap<>();
    List<ToyStage.Run> firstRuns = new ArrayList<>();
    for (int microBatch = 0; microBatch < microBatches; microBatch++) {
      List<ToyStage.Run> runs = new ArrayList<>();
      for (int stage = 0; stage < stages.size(); stage++) {
        runs.add(stages.get(stage).new Run(programs.get(stage), microBatch));
      }
      runSideBySide(programs, runs, microBatch, results);
      if (microBatch == 0) {
        firstRuns.addAll(runs);
      }
    }
    for (int stage = 0; stage < stages.size(); stage++) {
      for (Operation operation : programs.get(stage).operations()) {
        if (isOptimizer(operation)) {
          results.put(new Step(stage, 0, operation.index()), firstRuns.get(stage).run(operation));
        }
      }
    }
    return new Outcome(results, stages.stream().map(ToyStage::weights).toList());
  }

  /** Runs all but the optimizer, each stage as far as its messages have come. */
  private static void runSideBySide(
      List<Program> programs,
      List<ToyStage.Run> runs,
      int microBatch,
      Map<Step, List<Long>> results) {
    int[] next = new int[programs.size()];
    boolean moved = true;
    while (moved) {
      moved = false;
      for (int stage = 0; stage < next.length; stage++) {
        List<Operation> operations = programs.get(stage).operations();
        while (next[stage] < operations.size()
            && runs.get(stage).isReady(operations.get(next[stage]))) {
          Operation operation = operations.get(next[stage]++);
          if (!isOptimizer(operation)) {
            results.put(
                new Step(stage, microBatch, operation.index()), runs.get(stage).run(operation));
          }
          moved = true;
        }
      }
    }
    for (int stage = 0; stage < next.length; stage++) {
      assertThat(next[stage]).isEqualTo(programs.get(stage).operations().size());
    }
  }

  private static boolean isOptimizer(Operation operation) {
    return operation.role().equals(Optional.of(OpRole.OPTIMIZE));
  }

  private static Outcome runPlans(Setting setting, List<SplitResult> splits, boolean withSkipGc) {
    VppScheduler scheduler = VppScheduler.create(setting.config());
    ToyStage.Network network = new ToyStage.Network();
    List<StageRun> runs = new ArrayList<>();
    for (int stage = 0; stage < splits.size(); stage++) {
      runs.add(
          new StageRun(
              network,
              scheduler.stage(stage),
              setting.programs(splits.get(stage)),
              ToyStage.inputsOf(splits.get(stage).whole()),
              withSkipGc));
    }
    Map<Step, List<Long>> results = new HashMap<>();
    boolean moved = true;
    while (moved) {
      moved = false;
      for (StageRun run : runs) {
        moved |= run.runNext(results);
      }
    }
    for (StageRun run : runs) {
      run.assertIsOver();
    }
    assertThat(network.isEmpty()).isTrue();
    return new Outcome(results, runs.stream().map(run -> run.toy.weights()).toList());
  }

  /** A stage that runs its plan, job by job. */
  private static final class StageRun {
    private final int stage;
    private final Plan plan;
    private final ImmutableMap<String, JobProgram> programs;
    private final ToyStage toy;
    private final boolean withSkipGc;
    private int next;

    StageRun(
        ToyStage.Network network,
        StageSchedule schedule,
        ImmutableMap<String, JobProgram> programs,
        Set<String> inputs,
        boolean withSkipGc) {
      this.stage = schedule.stage();
      this.plan = Plan.of(schedule, Maps.transformValues(programs, JobProgram::program));
      this.programs = programs;
      this.toy = new ToyStage(network, plan.microBatches(), inputs);
      this.withSkipGc = withSkipGc;
    }

    /** Runs the next job if the messages that it receives are there. */
    boolean runNext(Map<Step, List<Long>> results) {
      if (next == plan.jobs().size()) {
        return false;
      }
      Job job = plan.jobs().get(next);
      JobProgram program = requireNonNull(programs.get(job.type().replace("_reduce", "")));
      assertThat(plan.program(job)).isSameAs(program.program());
      ToyStage.Run run = toy.new Run(program.program(), job.microBatch());
      if (!program.program().operations().stream().allMatch(run::isReady)) {
        return false;
      }
      for (Operation operation : program.program().operations()) {
        List<Long> computed = run.run(operation);
        int origin = program.origins().get(operation.index());
        if (origin != SubProgram.INSERTED) {
          assertThat(results.put(new Step(stage, job.microBatch(), origin), computed)).isNull();
        }
      }
      run.free(withSkipGc ? plan.skipGcNames(next) : ImmutableSet.of());
      next++;
      return true;
    }

    void assertIsOver() {
      assertThat(plan.jobs().subList(next, plan.jobs().size())).as("hangs").isEmpty();
      for (int microBatch = 0; microBatch < plan.microBatches(); microBatch++) {
        // The optimizer runs, and takes its input, in the scope of micro-batch 0 only.
        assertThat(toy.namesLeft(microBatch))
            .isEqualTo(microBatch == 0 ? ImmutableSet.of() : ImmutableSet.of(RATE));
      }
    }
  }
}
