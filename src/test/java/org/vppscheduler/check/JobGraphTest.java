package org.vppscheduler.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.vppscheduler.schedule.Dialect;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.PipelineSchedule;
import org.vppscheduler.testing.NaiveExecutor;
import org.vppscheduler.testing.Pipelines;

final class JobGraphTest {
  /** Two stages, one micro-batch: nodes 0 to 3 and 4 to 5; stage 1 has no backward. */
  private static final PipelineSchedule PIPELINE =
      Pipelines.parse(
          1, 1, "recv_forward0:0 forward0:0 backward0:0 optimizer:0", "recv_forward0:0 forward0:0");

  private static final JobGraph GRAPH = JobGraph.of(PIPELINE);

  private static ImmutableList<String> dependencies(JobGraph graph, int node) {
    ImmutableList.Builder<String> jobs = ImmutableList.builder();
    for (int place = 0; place < graph.dependencyCount(node); place++) {
      jobs.add(graph.jobAt(graph.dependency(node, place)).toString());
    }
    return jobs.build();
  }

  @Test
  void nodes_everyJob_haveStageAndIndex() {
    assertThat(GRAPH.jobCount()).isEqualTo(6);
    assertThat(GRAPH.firstNode(0)).isZero();
    assertThat(GRAPH.firstNode(1)).isEqualTo(4);
    assertThat(GRAPH.node(0, 3)).isEqualTo(3);
    assertThat(GRAPH.node(1, 1)).isEqualTo(5);
    assertThat(GRAPH.stage(3)).isZero();
    assertThat(GRAPH.stage(4)).isEqualTo(1);
    assertThat(GRAPH.index(3)).isEqualTo(3);
    assertThat(GRAPH.index(5)).isEqualTo(1);
    assertThat(GRAPH.jobAt(5)).isEqualTo(new JobAt(1, Job.parse("forward0:0"), OptionalInt.of(1)));
    assertThat(GRAPH.pipeline()).isEqualTo(PIPELINE);
    assertThat(GRAPH)
        .hasToString("JobGraph of PipelineSchedule{stages=2, chunks=1, microBatches=1, jobs=6}");
  }

  @Test
  void dependencies_ofEachKind_areThoseInTheLists() {
    assertThat(dependencies(GRAPH, 0)).isEmpty();
    assertThat(dependencies(GRAPH, 1)).containsExactly("recv_forward0:0 (stage 0, index 0)");
    assertThat(dependencies(GRAPH, 2)).containsExactly("forward0:0 (stage 0, index 1)");
    assertThat(dependencies(GRAPH, 3)).containsExactly("backward0:0 (stage 0, index 2)");
    assertThat(dependencies(GRAPH, 4)).containsExactly("forward0:0 (stage 0, index 1)");
    assertThat(dependencies(GRAPH, 5)).containsExactly("recv_forward0:0 (stage 1, index 0)");
  }

  @Test
  void dependencies_ofABackward_areItsForwardThenTheGradient() {
    JobGraph graph = JobGraph.of(Pipelines.balanced(2, 1, 2, Dialect.LEGACY));

    assertThat(graph.jobAt(2)).hasToString("backward0:0 (stage 0, index 2)");
    assertThat(dependencies(graph, 2))
        .containsExactly("forward0:0 (stage 0, index 0)", "backward0:0 (stage 1, index 2)");
  }

  @Test
  void missingDependencies_gradientInNoList_areThatJob() {
    assertThat(GRAPH.missingDependencies(1)).isEmpty();
    assertThat(GRAPH.missingDependencies(2))
        .containsExactly(new JobAt(1, Job.parse("backward0:0"), OptionalInt.empty()));
  }

  @Test
  void missingDependencies_splitBackward_areCalledSplit() {
    JobGraph graph =
        JobGraph.of(Pipelines.parse(1, 1, "forward0:0 backward_b0:0 backward_w0:0", "forward0:0"));

    assertThat(graph.missingDependencies(1))
        .containsExactly(new JobAt(1, Job.parse("backward_b0:0"), OptionalInt.empty()));
    assertThat(graph.missingDependencies(2)).isEmpty();
  }

  @Test
  void access_nodeStageOrPlaceThatIsNot_isRefused() {
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> GRAPH.stage(6));
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> GRAPH.index(-1));
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> GRAPH.firstNode(2));
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> GRAPH.node(1, 2));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> GRAPH.dependency(1, 1))
        .withMessage("place (1) must be less than size (1)");
    assertThatIllegalArgumentException().isThrownBy(() -> GRAPH.node(2, 0));
  }

  @ParameterizedTest
  @EnumSource
  void run_completePipeline_visitsEachJobAfterWhatItNeeds(Dialect dialect) {
    JobGraph graph = JobGraph.of(Pipelines.balanced(4, 3, 9, dialect));
    List<Integer> visited = new ArrayList<>();
    int[] next = new int[4];

    Optional<Hang> hang =
        graph.run(
            (stage, node) -> {
              assertThat(node).isEqualTo(graph.node(stage, next[stage]++));
              for (int place = 0; place < graph.dependencyCount(node); place++) {
                assertThat(visited).contains(graph.dependency(node, place));
              }
              visited.add(node);
            });

    assertThat(hang).isEmpty();
    assertThat(visited).hasSize(graph.jobCount()).doesNotHaveDuplicates();
  }

  @Test
  void run_hangingPipeline_visitsWhatAPlainExecutorRuns() {
    PipelineSchedule pipeline = Pipelines.reference(4, 3, 5, Dialect.LEGACY);
    int[] visited = new int[4];

    Optional<Hang> hang = JobGraph.of(pipeline).run((stage, node) -> visited[stage]++);

    NaiveExecutor naive = NaiveExecutor.run(pipeline);
    assertThat(hang).isPresent();
    for (int stage = 0; stage < 4; stage++) {
      assertThat(visited[stage]).isPositive().isEqualTo(naive.ran(stage));
    }
  }

  @Test
  void hang_ofACycle_saysWhoWaitsForWhom() {
    Hang hang =
        JobGraph.of(Pipelines.parse(1, 1, "backward0:0 forward0:0"))
            .run((stage, node) -> {})
            .orElseThrow();

    String waits =
        """
        backward0:0 (stage 0, index 0) waits for forward0:0 (stage 0, index 1): it needs its result
        forward0:0 (stage 0, index 1) waits for backward0:0 (stage 0, index 0): it is listed after it""";
    assertThat(hang.headline()).isEqualTo("These jobs wait for each other:");
    assertThat(hang).hasToString(waits);
    assertThat(hang.cycle().orElseThrow()).hasToString(waits);
  }

  @Test
  void hang_withoutCycle_saysWhatIsInNoList() {
    Hang hang = GRAPH.run((stage, node) -> {}).orElseThrow();

    assertThat(hang.cycle()).isEmpty();
    assertThat(hang.headline()).isEqualTo("These jobs wait for ever:");
    assertThat(hang)
        .hasToString(
            "backward0:0 (stage 0, index 2) waits for backward0:0 (stage 1, in no list): it needs"
                + " its result");
  }

  @Test
  void jobAt_negativeNumber_isRefused() {
    Job job = Job.optimizer();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> new JobAt(-1, job, OptionalInt.of(0)))
        .withMessage("stage (-1) must not be negative.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new JobAt(0, job, OptionalInt.of(-2)))
        .withMessage("index (-2) must not be negative.");
  }

  @Test
  void waitCycle_thatIsNone_isRefused() {
    JobAt one = new JobAt(0, Job.parse("forward0:0"), OptionalInt.of(0));
    JobAt other = new JobAt(0, Job.parse("forward0:1"), OptionalInt.of(1));
    Wait there = new Wait(one, other, Wait.Reason.RESULT);
    Wait back = new Wait(other, one, Wait.Reason.LIST_ORDER);

    assertThat(new WaitCycle(ImmutableList.of(there, back)).jobs()).containsExactly(one, other);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new WaitCycle(ImmutableList.of(there)))
        .withMessage("A cycle has at least two waits, not 1.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new WaitCycle(ImmutableList.of(there, there)))
        .withMessageContaining("does not start at");
  }
}
