package org.vppscheduler.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.vppscheduler.format.PirJson;
import org.vppscheduler.program.Attribute;
import org.vppscheduler.program.Attributes;
import org.vppscheduler.program.BlockBuilder;
import org.vppscheduler.program.DenseTensorType;
import org.vppscheduler.program.Operation;
import org.vppscheduler.program.OperationBuilder;
import org.vppscheduler.program.Program;
import org.vppscheduler.program.ProgramBuilder;
import org.vppscheduler.program.ScalarType;
import org.vppscheduler.program.Type;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.StageSchedule;
import org.vppscheduler.schedule.VppConfig;
import org.vppscheduler.schedule.VppScheduler;
import org.vppscheduler.split.ProgramSplitter;
import org.vppscheduler.split.TrainingPrograms;

final class PlanTest {
  private static final Type TENSOR = DenseTensorType.of(ScalarType.FLOAT32, 2);

  private static StageSchedule jobs(String text) {
    return StageSchedule.of(0, Job.parseList(text));
  }

  /** Writes a program by hand: keywords first, then what it makes. */
  private static final class Written {
    private final ProgramBuilder program = Program.builder();

    Written takes(String... keywords) {
      for (String keyword : keywords) {
        var unused = program.body().keywordArgument(keyword, TENSOR);
      }
      return this;
    }

    Written keeps(String... names) {
      for (String name : names) {
        keep(program.body(), name, false);
      }
      return this;
    }

    Written keepsForEver(String name) {
      keep(program.body(), name, true);
      return this;
    }

    Written keepsInRegion(String name) {
      BlockBuilder inner = program.body().nested();
      keep(inner, name, false);
      program.body().operation("pd_op.if").region(inner).add();
      return this;
    }

    Written input(String name) {
      program
          .body()
          .operation(Operation.DATA)
          .attribute("name", Attribute.of(name))
          .result(TENSOR)
          .add();
      return this;
    }

    private static void keep(BlockBuilder block, String name, boolean persistable) {
      OperationBuilder maker = block.operation("pd_op.relu").result(TENSOR);
      if (persistable) {
        maker.attribute(Attributes.PERSISTABLE, Attribute.array(Attribute.of(true)));
      }
      block
          .operation(Operation.SHADOW_OUTPUT)
          .operand(maker.add().result(0))
          .attribute(Operation.OUTPUT_NAME, Attribute.of(name))
          .add();
    }

    Program build() {
      return program.build();
    }
  }

  private static Written program() {
    return new Written();
  }

  private static List<List<String>> skipGc(Plan plan) {
    List<List<String>> names = new ArrayList<>();
    for (int index = 0; index < plan.jobs().size(); index++) {
      names.add(List.copyOf(plan.skipGcNames(index)));
    }
    return names;
  }

  @Test
  void skipGcNames_valueOfLaterJobs_isKeptUntilTheLast() {
    Plan plan =
        Plan.of(
            jobs("forward0:0 forward0:1 forward1:0 backward1:0 backward0:0"),
            Map.of(
                "forward0", program().keeps("a", "b").build(),
                "forward1", program().takes("a").keeps("c", "unused").build(),
                "backward1", program().takes("c", "a").build(),
                "backward0", program().takes("b").build()));

    assertThat(skipGc(plan))
        .containsExactly(List.of("a", "b"), List.of(), List.of("a", "c"), List.of(), List.of());
    assertThat(plan.findings()).isEmpty();
    assertThat(plan.microBatches()).isEqualTo(2);
  }

  @Test
  void skipGcNames_jobsAlike_shareOneSet() {
    VppConfig config = VppConfig.builder().stages(2).chunks(2).microBatches(8).build();
    Plan plan = Plan.create(config, 0, TrainingPrograms.ofStage(1, 2, 2, 0, 3));

    Map<String, ImmutableSet<String>> known = new LinkedHashMap<>();
    for (int index = 0; index < plan.jobs().size(); index++) {
      Job job = plan.jobs().get(index);
      if (job.microBatch() > 0) {
        ImmutableSet<String> names = plan.skipGcNames(index);
        assertThat(known.getOrDefault(job.type(), names)).isSameAs(names);
        known.put(job.type(), names);
      }
    }
    assertThat(known).hasSize(8);
  }

  @Test
  void skipGcNames_persistableValue_isNotAmongThem() {
    Plan plan =
        Plan.of(
            jobs("forward0:0 backward0:0"),
            Map.of(
                "forward0", program().keepsForEver("w").keeps("a").build(),
                "backward0", program().takes("w", "a").build()));

    assertThat(skipGc(plan)).containsExactly(List.of("a"), List.of());
  }

  @Test
  void skipGcNames_programsFromFiles_areTheSame() {
    VppConfig config =
        VppConfig.builder().stages(2).chunks(2).microBatches(2).splitBackward(true).build();
    StageSchedule schedule = VppScheduler.create(config).stage(1);
    ImmutableMap<String, Program> programs =
        ProgramSplitter.create(config).split(TrainingPrograms.ofStage(3, 2, 2, 1, 3)).programs();
    Map<String, Program> fromFiles = new LinkedHashMap<>();
    // Which loses the marks of keyword arguments.
    programs.forEach(
        (type, program) -> fromFiles.put(type, PirJson.parse(PirJson.format(program))));

    Plan plan = Plan.of(schedule, fromFiles);

    assertThat(skipGc(plan)).isEqualTo(skipGc(Plan.of(schedule, programs)));
    assertThat(plan.findings()).isEqualTo(Plan.of(schedule, programs).findings());
  }

  @Test
  void skipGcNames_valueKeptInsideARegion_isAmongThem() {
    Plan plan =
        Plan.of(
            jobs("forward0:0 backward0:0"),
            Map.of(
                "forward0", program().keepsInRegion("a").build(),
                "backward0", program().takes("a").build()));

    assertThat(skipGc(plan)).containsExactly(List.of("a"), List.of());
  }

  @Test
  void skipGcNames_inputOfTwoPrograms_isKeptBetween() {
    Plan plan =
        Plan.of(
            jobs("forward0:0 forward1:0"),
            Map.of(
                "forward0", program().input("x").build(),
                "forward1", program().input("x").build()));

    assertThat(skipGc(plan)).containsExactly(List.of("x"), List.of());
  }

  @Test
  void programs_reduceJobs_shareTheProgramOfTheirType() {
    Program weights = program().build();
    Plan plan = Plan.of(jobs("backward_w0:0 backward_w0_reduce:1"), Map.of("backward_w0", weights));

    assertThat(plan.programs()).containsOnlyKeys("backward_w0", "backward_w0_reduce");
    assertThat(plan.programs().values()).allSatisfy(p -> assertThat(p).isSameAs(weights));
    assertThat(plan.findings()).isEmpty();
  }

  @Test
  void programs_reduceJobsWithAProgramOfTheirOwn_runThat() {
    Program own = program().build();
    Plan plan =
        Plan.of(
            jobs("backward_w0:0 backward_w0_reduce:1"),
            Map.of("backward_w0", program().build(), "backward_w0_reduce", own));

    assertThat(plan.programs().get("backward_w0_reduce")).isSameAs(own);
    assertThat(plan.program(Job.backwardWReduce(0, 5))).isSameAs(own);
    assertThat(plan.findings()).isEmpty();
  }

  @Test
  void program_jobOfAnotherType_isRefused() {
    Plan plan = Plan.of(jobs("forward0:0"), Map.of("forward0", program().build()));

    assertThatThrownBy(() -> plan.program(Job.parse("forward1:0")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("The plan of stage 0 has no job of the type of forward1:0; it has [forward0].");
  }

  @Test
  void programs_order_isThatOfTheJobs() {
    Plan plan =
        Plan.of(
            jobs("forward1:0 forward0:0 optimizer:0"),
            ImmutableMap.of(
                "optimizer", program().build(),
                "forward0", program().build(),
                "forward1", program().build()));

    assertThat(plan.programs().keySet()).containsExactly("forward1", "forward0", "optimizer");
  }

  @Test
  void findings_programsThatNoJobRuns_areNamedInOrder() {
    Plan plan =
        Plan.of(
            jobs("forward0:0"),
            Map.of(
                "send_backward0", program().build(),
                "forward0", program().build(),
                "backward0", program().build()));

    assertThat(plan.findings())
        .containsExactly(
            new PlanFinding.UnusedProgram("backward0"),
            new PlanFinding.UnusedProgram("send_backward0"));
    assertThat(plan.findings().get(0)).hasToString("No job runs the program of backward0.");
  }

  @Test
  void findings_keywordThatNoProgramMakes_comesFromOutside() {
    Plan plan =
        Plan.of(
            jobs("forward0:0 backward0:0"),
            Map.of(
                "forward0", program().takes("mask").keeps("a").build(),
                "backward0", program().takes("mask", "a", "scale").build()));

    assertThat(plan.findings())
        .containsExactly(
            new PlanFinding.NamesFromOutside("forward0", ImmutableSet.of("mask")),
            new PlanFinding.NamesFromOutside("backward0", ImmutableSet.of("mask", "scale")));
    assertThat(plan.findings().get(1))
        .hasToString("backward0 takes from outside what no program makes: \"mask\", \"scale\".");
    assertThat(skipGc(plan)).containsExactly(List.of("mask", "a"), List.of());
  }

  @Test
  void findings_sendBackwardWithSkipGcNames_namesThem() {
    Plan plan =
        Plan.of(
            jobs("backward1:0 send_backward1:0 backward0:0"),
            Map.of(
                "backward1", program().keeps("dx", "other").build(),
                "send_backward1", program().keeps("sent").takes("dx").build(),
                "backward0", program().takes("sent", "dx").build()));

    assertThat(plan.findings())
        .containsExactly(
            new PlanFinding.UnexpectedSkipGc("send_backward1", ImmutableSet.of("dx", "sent")));
    assertThat(plan.findings().get(0))
        .hasToString(
            "send_backward1 should be the last to use its values, but later jobs need \"dx\","
                + " \"sent\".");
    assertThat(skipGc(plan).get(1)).containsExactly("dx", "sent");
  }

  @Test
  void of_jobsWithoutProgramsAndNeedsUnmet_namesAll() {
    assertThatThrownBy(
            () ->
                Plan.of(
                    jobs("backward_w0:0 forward0:1 backward0:1 backward_w0_reduce:1 optimizer:0"),
                    Map.of(
                        "forward0", program().takes("received", "late", "mask").build(),
                        "recv_forward0", program().keeps("received").build(),
                        "backward0", program().keeps("late").build(),
                        "optimizer", program().takes("late").build())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "The programs do not fit the jobs of stage 0: no program for backward_w0, first run by"
                + " backward_w0:0; no program for backward_w0_reduce, first run by"
                + " backward_w0_reduce:1; forward0:1 needs \"received\" before it is there: it comes"
                + " from recv_forward0, which no job runs; forward0:1 needs \"late\" before it is"
                + " there: it comes from backward0; optimizer:0 needs \"late\" before it is there:"
                + " it comes from backward0. Give every job type its program, split for the"
                + " configuration that the jobs are made for.");
  }

  @Test
  void of_inputTakenAsKeywordBeforeItsProgramRuns_isAccepted() {
    Plan plan =
        Plan.of(
            jobs("forward0:0 forward1:0"),
            Map.of(
                "forward0", program().takes("x").build(),
                "forward1", program().input("x").build()));

    assertThat(skipGc(plan)).containsExactly(List.of("x"), List.of());
  }

  @Test
  void of_noJobs_isRefused() {
    assertThatThrownBy(() -> Plan.of(jobs(""), Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "The programs do not fit the jobs of stage 0: there are no jobs. Give every job type its"
                + " program, split for the configuration that the jobs are made for.");
  }

  @Test
  void of_highestMicroBatchOfAll_isRefused() {
    assertThatThrownBy(
            () -> Plan.of(jobs("forward0:2147483647"), Map.of("forward0", program().build())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "The programs do not fit the jobs of stage 0: micro-batch 2147483647 is above the limit"
                + " of 2147483646.");
    assertThat(
            Plan.of(jobs("forward0:2147483646"), Map.of("forward0", program().build()))
                .microBatches())
        .isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void of_splitOfTheOtherForm_isRefused() {
    VppConfig config = VppConfig.builder().stages(2).chunks(1).microBatches(2).build();
    VppConfig split = config.toBuilder().splitBackward(true).build();
    Program program = TrainingPrograms.ofStage(1, 2, 1, 1, 2);

    assertThatThrownBy(
            () ->
                Plan.of(
                    VppScheduler.create(split).stage(1),
                    ProgramSplitter.create(config).split(program)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("The programs do not fit the jobs of stage 1: no program for")
        .hasMessageContaining("no program for backward_b0, first run by backward_b0:0; ")
        .hasMessageContaining("comes from recv_forward0, which no job runs");
  }

  @Test
  void create_stageAndProgram_isThePlanOfTheirScheduleAndSplit() {
    VppConfig config = VppConfig.builder().stages(2).chunks(2).microBatches(3).build();
    Program program = TrainingPrograms.ofStage(5, 2, 2, 1, 3);

    Plan plan = Plan.create(config, 1, program);

    Plan other =
        Plan.of(
            VppScheduler.create(config).stage(1), ProgramSplitter.create(config).split(program));
    assertThat(plan.schedule()).isEqualTo(VppScheduler.create(config).stage(1));
    assertThat(plan.programs()).isEqualTo(other.programs());
    assertThat(skipGc(plan)).isEqualTo(skipGc(other));
    assertThat(plan)
        .hasToString("plan of stage 1: 25 jobs, 9 job types, 3 micro-batches, 0 findings");
  }

  @Test
  void create_stageOutOfRange_isRefused() {
    VppConfig config = VppConfig.builder().stages(2).chunks(2).microBatches(3).build();

    assertThatThrownBy(() -> Plan.create(config, 2, TrainingPrograms.ofStage(5, 2, 2, 1, 3)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("stage (2) must be from 0 to 1, for 2 stages.");
  }
}
