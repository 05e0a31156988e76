package org.vppscheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.vppscheduler.check.ChannelModel;
import org.vppscheduler.check.PipelineCheck;
import org.vppscheduler.draw.Drawing;
import org.vppscheduler.draw.Drawings;
import org.vppscheduler.draw.TimelineFormat;
import org.vppscheduler.draw.TimelineHtml;
import org.vppscheduler.draw.TimelineSvg;
import org.vppscheduler.draw.TimelineText;
import org.vppscheduler.draw.TimelineTrace;
import org.vppscheduler.format.PirJson;
import org.vppscheduler.plan.Plan;
import org.vppscheduler.program.Program;
import org.vppscheduler.schedule.Dialect;
import org.vppscheduler.schedule.PipelineSchedule;
import org.vppscheduler.schedule.VppConfig;
import org.vppscheduler.schedule.VppScheduler;
import org.vppscheduler.simulate.CostModel;
import org.vppscheduler.simulate.Simulation;
import org.vppscheduler.simulate.SimulationReport;
import org.vppscheduler.simulate.Simulator;
import org.vppscheduler.split.ProgramSplitter;
import org.vppscheduler.split.SplitResult;
import org.vppscheduler.split.TrainingPrograms;

/**
 * One object of every kind, fresh, in the hands of many threads at once: all see what one alone
 * sees. Whatever is computed late, on first use, is so first used by several.
 */
final class SharedUseTest {
  private static final int THREADS = 8;
  private static final int ROUNDS = 20;

  /** Everything that can be asked of the objects of a round, each as a text. */
  private static List<Supplier<String>> questions(int round) {
    VppConfig config =
        VppConfig.builder()
            .stages(4)
            .chunks(2)
            .microBatches(4)
            .dialect(Dialect.PIR)
            .splitBackward(round % 2 == 0)
            .build();
    VppScheduler scheduler = VppScheduler.create(config);
    PipelineSchedule pipeline = scheduler.pipeline();
    PipelineCheck check = PipelineCheck.create(ChannelModel.slots(1));
    Simulator simulator = Simulator.create(CostModel.uniform(3, 2, 1));
    Simulation simulation = simulator.simulate(pipeline);
    ProgramSplitter splitter = ProgramSplitter.create(config);
    Program program = TrainingPrograms.ofStage(round, 4, 2, round % 4, 3);
    SplitResult split = splitter.split(program);
    Plan plan = Plan.of(scheduler.stage(round % 4), split);
    List<Supplier<String>> questions =
        new ArrayList<>(
            List.of(
                () -> scheduler.stage(1).toString(),
                () -> scheduler.job(3, 5) + " " + scheduler.pipeline(),
                () -> pipeline.stage(2).jobs() + " " + pipeline.hashCode(),
                () -> check.check(pipeline).toString(),
                () -> PipelineCheck.leastChannels(pipeline).toString(),
                () -> SimulationReport.of(simulator.simulate(pipeline)).toJson(),
                () -> SimulationReport.of(simulation).toString(),
                () -> simulation.timeline().criticalPath().toString(),
                () -> simulation.timeline().stage(3).activationChanges().toString(),
                program::toString,
                () -> PirJson.format(program),
                () -> splitter.split(program).programs().toString(),
                () -> split.subPrograms() + " " + split.persistedValues() + split.eventWaits(),
                () -> plan.programs().keySet() + " " + plan.skipGcNames(1) + plan.findings()));
    for (TimelineFormat format :
        List.of(
            TimelineText.ofWidth(80),
            TimelineSvg.create(),
            TimelineHtml.create(),
            TimelineTrace.create())) {
      questions.add(() -> Drawings.write(format, Drawing.of(simulation)));
    }
    return questions;
  }

  @Test
  void everything_manyThreads_answersAsToOne() throws InterruptedException, ExecutionException {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      for (int round = 0; round < ROUNDS; round++) {
        List<String> alone = questions(round).stream().map(Supplier::get).toList();
        List<Supplier<String>> shared = questions(round);
        CyclicBarrier start = new CyclicBarrier(THREADS);
        List<Future<List<String>>> answers = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
          Random random = new Random(round * THREADS + thread);
          answers.add(
              threads.submit(
                  () -> {
                    start.await();
                    return inRandomOrder(shared, random);
                  }));
        }
        for (Future<List<String>> answer : answers) {
          assertThat(answer.get()).as("round %s", round).isEqualTo(alone);
        }
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static List<String> inRandomOrder(List<Supplier<String>> questions, Random random) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < questions.size(); i++) {
      order.add(i);
    }
    Collections.shuffle(order, random);
    String[] answers = new String[questions.size()];
    for (int i : order) {
      answers[i] = questions.get(i).get();
    }
    return List.of(answers);
  }
}
