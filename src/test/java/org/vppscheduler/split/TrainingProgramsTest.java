package org.vppscheduler.split;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.vppscheduler.program.Operation;
import org.vppscheduler.program.Program;

/** What tests that use generated programs rely on. */
final class TrainingProgramsTest {
  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2, 3})
  void stages_ofOneSeed_sendWhatOthersReceive(long seed) {
    int stages = 3;
    int chunks = 2;
    List<Long> sent = new ArrayList<>();
    List<Long> received = new ArrayList<>();
    for (int stage = 0; stage < stages; stage++) {
      for (Operation operation :
          TrainingPrograms.ofStage(seed, stages, chunks, stage, 4).operations()) {
        switch (operation.name()) {
          case "pd_op.send_v2" -> sent.add(operation.attributes().integer("ring_id").orElseThrow());
          case "pd_op.recv_v2" ->
              received.add(operation.attributes().integer("ring_id").orElseThrow());
          default -> {}
        }
      }
    }

    assertThat(sent)
        .hasSize(2 * (stages * chunks - 1))
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(received);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2, 3})
  void stage_sameSeed_isTheSameProgramWithDifferentMarkers(long seed) {
    Program program = TrainingPrograms.ofStage(seed, 2, 2, 1, 4);

    assertThat(TrainingPrograms.ofStage(seed, 2, 2, 1, 4)).isEqualTo(program);
    Set<Long> markers = new HashSet<>();
    for (Operation operation : program.operations()) {
      assertThat(markers.add(operation.attributes().integer("marker").orElseThrow())).isTrue();
    }
  }
}
