package org.vppscheduler.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vppscheduler.program.Attribute;
import org.vppscheduler.program.OpRole;
import org.vppscheduler.program.Operation;
import org.vppscheduler.program.Program;
import org.vppscheduler.program.ProgramBuilder;
import org.vppscheduler.program.Value;

final class EvenChunksTest {
  private final ProgramBuilder program = Program.builder();

  @CanIgnoreReturnValue
  private Value op(String name, Value... operands) {
    return program
        .body()
        .operation(name)
        .operands(operands)
        .result(SmallProgram.TENSOR)
        .add()
        .result(0);
  }

  @CanIgnoreReturnValue
  private Value parameter(String name) {
    return program
        .body()
        .operation(Operation.PARAMETER)
        .attribute("parameter_name", Attribute.of(name))
        .result(SmallProgram.TENSOR)
        .add()
        .result(0);
  }

  private static SplitResult split(Program program, int chunks) {
    return ProgramSplitter.builder(SmallProgram.config(chunks, false))
        .defaultRole(OpRole.FORWARD)
        .chunkAssignment(ChunkAssignment.EVEN)
        .build()
        .split(program);
  }

  private static List<List<Integer>> forwards(SplitResult split) {
    List<List<Integer>> forwards = new ArrayList<>();
    for (SubProgram part : split.subPrograms()) {
      if (part.type().startsWith("forward")) {
        forwards.add(part.origins().stream().filter(origin -> origin >= 0).boxed().toList());
      } else {
        assertThat(part.program().operations()).isEmpty();
      }
    }
    return forwards;
  }

  @Test
  void even_inferenceModel_cutsOperationsAndSendsParametersToTheirFirstUser() {
    Value late = parameter("late");
    Value early = parameter("early");
    parameter("unused");
    Value x = op("pd_op.data");
    Value a = op("pd_op.matmul", x, early);
    Value b = op("pd_op.relu", a);
    Value c = op("pd_op.matmul", b, late);
    Value d = op("pd_op.add", c, early);
    op("pd_op.fetch", a);
    op("pd_op.fetch", d);

    SplitResult split = split(program.build(), 3);

    assertThat(forwards(split))
        .containsExactly(List.of(1, 2, 3, 4, 8), List.of(0, 5, 6), List.of(7, 9));
    assertThat(split.inferredChunks()).isEmpty();
    assertThat(split.persistedValues())
        .extracting(PersistedValue::keyword)
        .containsExactly("var_4_pd_op.matmul_0", "var_6_pd_op.matmul_0");
  }

  @Test
  void even_moreChunksThanOperations_leavesSomeEmpty() {
    op("pd_op.relu", op("pd_op.full"));

    assertThat(forwards(split(program.build(), 4)))
        .containsExactly(List.of(0), List.of(), List.of(1), List.of());
  }

  @Test
  void even_fetchedParameter_staysWithTheFetch() {
    op("pd_op.full");
    op("pd_op.fetch", parameter("w"));

    assertThat(forwards(split(program.build(), 2))).containsExactly(List.of(0), List.of(1, 2));
  }

  @Test
  void even_parametersOnly_areInChunkZero() {
    parameter("w");

    assertThat(forwards(split(program.build(), 2))).containsExactly(List.of(0), List.of());
  }

  @Test
  void even_operationWithChunk_isRefused() {
    SmallProgram stated = new SmallProgram();
    stated.input("x", 1);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> split(stated.build(), 2))
        .withMessage(
            "op 0 (pd_op.data) has the chunk 1 already; chunks by place are for programs without"
                + " any. Split by attribute.");
  }

  @Test
  void even_backwardOperation_isRefused() {
    SmallProgram training = new SmallProgram();
    training.backward("pd_op.relu_grad", SmallProgram.NO_CHUNK);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> split(training.build(), 2))
        .withMessage(
            "op 0 (pd_op.relu_grad) is a backward operation, whose chunk is that of a forward one;"
                + " chunks by place are for forward programs. Give all operations the attribute"
                + " chunk_id.");
  }

  @Test
  void defaultRole_operationWithARole_keepsIt() {
    SmallProgram mixed = new SmallProgram();
    mixed.body().operation("pd_op.full").attribute("chunk_id", Attribute.int32(0)).add();
    mixed.begin("pd_op.sgd_", OpRole.OPTIMIZE, 0).add();

    SplitResult split =
        ProgramSplitter.builder(SmallProgram.config(1, false))
            .defaultRole(OpRole.BACKWARD)
            .build()
            .split(mixed.build());

    assertThat(split.subPrograms())
        .hasToString(
            "[recv_forward0 (0 ops), forward0 (0 ops), backward0 (1 ops), send_backward0 (0 ops),"
                + " optimizer (1 ops)]");
  }
}
