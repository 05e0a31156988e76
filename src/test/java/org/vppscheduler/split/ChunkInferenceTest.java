package org.vppscheduler.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.vppscheduler.split.SmallProgram.NO_CHUNK;

import org.junit.jupiter.api.Test;
import org.vppscheduler.program.Attribute;
import org.vppscheduler.program.BlockBuilder;
import org.vppscheduler.program.OpRole;
import org.vppscheduler.program.Operation;
import org.vppscheduler.program.Value;

final class ChunkInferenceTest {
  private final SmallProgram program = new SmallProgram();

  @Test
  void chunk_neighboursAgree_isTheirs() {
    Value x = program.input("x", 1);
    program.forward("pd_op.relu", NO_CHUNK, x);
    program.forward("pd_op.gelu", 1, x);
    program.forward("pd_op.gelu", 0, program.input("y", 0));

    assertThat(program.split(2).inferredChunks())
        .containsExactly(new InferredChunk(1, "pd_op.relu", 1, ChunkSource.BOTH_NEIGHBOURS));
  }

  @Test
  void chunk_followersAgree_isTheirsWhateverComesBefore() {
    program.input("x", 0);
    program.input("y", NO_CHUNK);
    Value z = program.input("z", 1);
    program.forward("pd_op.gelu", 1, z);

    assertThat(program.split(2).inferredChunks())
        .containsExactly(new InferredChunk(1, "pd_op.data", 1, ChunkSource.FOLLOWERS));
  }

  @Test
  void chunk_combine_isThatOfTheFirstUserThatHasOne() {
    Value x = program.input("x", 0);
    Value both = program.forward("builtin.combine", NO_CHUNK, x);
    program.forward("pd_op.stack", NO_CHUNK, both);
    program.forward("pd_op.concat", 0, both);
    program.forward("pd_op.concat", 1, both);

    SplitResult split = program.split(2);

    assertThat(split.inferredChunks())
        .containsExactly(
            new InferredChunk(1, "builtin.combine", 0, ChunkSource.FIRST_USER),
            new InferredChunk(2, "pd_op.stack", 0, ChunkSource.ONLY_NEIGHBOUR));
  }

  @Test
  void chunk_usersAgree_isTheirsEvenAgainstProducers() {
    Value x = program.input("x", 0);
    Value y = program.forward("pd_op.relu", NO_CHUNK, x);
    program.input("z", NO_CHUNK);
    program.forward("pd_op.gelu", 1, y);
    program.begin("pd_op.sgd_", OpRole.OPTIMIZE, 0, y).add();
    program.forward("pd_op.gelu", 1, y);

    assertThat(program.split(2).inferredChunks())
        .containsExactly(
            new InferredChunk(1, "pd_op.relu", 1, ChunkSource.USERS),
            new InferredChunk(2, "pd_op.data", 1, ChunkSource.ONLY_NEIGHBOUR));
  }

  @Test
  void chunk_usersInsideRegions_countAsTheirHolder() {
    Value x = program.input("x", NO_CHUNK);
    program.input("y", NO_CHUNK);
    BlockBuilder inner = program.body().nested();
    inner.operation("pd_op.print").operands(x).add();
    program.begin("pd_op.if", OpRole.FORWARD, 1).region(inner).add();

    assertThat(program.split(2).inferredChunks())
        .containsExactly(
            new InferredChunk(0, "pd_op.data", 1, ChunkSource.USERS),
            new InferredChunk(1, "pd_op.data", 1, ChunkSource.ONLY_NEIGHBOUR));
  }

  @Test
  void chunk_lastOperationsOfAGraph_areTheirProducers() {
    Value x = program.input("x", 1);
    program.input("y", 0);
    program.begin("pd_op.print", OpRole.FORWARD, NO_CHUNK, x).nullOperand().add();
    program.begin("pd_op.print", OpRole.FORWARD, NO_CHUNK, x).add();

    assertThat(program.split(2).inferredChunks())
        .containsExactly(
            new InferredChunk(2, "pd_op.print", 1, ChunkSource.PRODUCERS),
            new InferredChunk(3, "pd_op.print", 1, ChunkSource.PRODUCERS));
  }

  @Test
  void chunk_optimizerNeighbours_sayNothing() {
    Value x = program.input("x", 1);
    program.begin("pd_op.print", OpRole.FORWARD, NO_CHUNK, x).add();
    program.begin("pd_op.sgd_", OpRole.OPTIMIZE, 0).add();
    program.begin("pd_op.sgd_", OpRole.OPTIMIZE, 0).add();

    assertThat(program.split(2).inferredChunks())
        .containsExactly(new InferredChunk(1, "pd_op.print", 1, ChunkSource.PRODUCERS));
  }

  @Test
  void chunk_inferredNeighbours_doNotCount() {
    program.input("a", 0);
    program.input("b", NO_CHUNK);
    program.input("c", NO_CHUNK);
    program.input("d", NO_CHUNK);
    program.input("e", 0);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> program.split(1))
        .withMessage(
            "Cannot infer chunk_id for op pd_op.data at index 2: its users say nothing, the"
                + " producers of its operands nothing, the op before it nothing, the op after it"
                + " nothing. Give it the attribute chunk_id.");
  }

  @Test
  void chunk_usersContradict_isRefused() {
    Value x = program.input("x", 0);
    program.input("y", 0);
    Value z = program.forward("pd_op.relu", NO_CHUNK, x);
    program.forward("pd_op.gelu", 1, z);
    program.forward("pd_op.gelu", 0, z);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> program.split(2))
        .withMessage(
            "Cannot infer chunk_id for op pd_op.relu at index 2: its users say 0 and 1, the"
                + " producers of its operands 0, the op before it 0, the op after it 1. Give it the"
                + " attribute chunk_id.");
  }

  @Test
  void chunk_neighboursContradictAndNobodyElseSays_isRefused() {
    program.input("x", 0);
    program.input("y", NO_CHUNK);
    program.input("z", 1);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> program.split(2))
        .withMessage(
            "Cannot infer chunk_id for op pd_op.data at index 1: its users say nothing, the"
                + " producers of its operands nothing, the op before it 0, the op after it 1. Give"
                + " it the attribute chunk_id.");
  }

  @Test
  void chunk_inOpDistAttr_counts() {
    program
        .begin("pd_op.full", OpRole.FORWARD, NO_CHUNK)
        .attribute("op_dist_attr", new Attribute.OpDist("{},[],[]", 1))
        .add();
    program
        .begin("pd_op.full", OpRole.FORWARD, 0)
        .attribute("op_dist_attr", new Attribute.OpDist("{},[],[]", 1))
        .add();

    SplitResult split = program.split(2);

    assertThat(split.inferredChunks()).isEmpty();
    assertThat(split.subPrograms().get(3).origins().asList()).containsExactly(0);
    assertThat(split.subPrograms().get(1).origins().asList()).containsExactly(1);
  }

  @Test
  void chunk_unknownAfterMatmulGrads_isRefusedWithBothIndices() {
    Value x = program.input("x", 0);
    Operation grad =
        program
            .begin("pd_op.matmul_grad", OpRole.BACKWARD, 0, x, x, x)
            .result(SmallProgram.TENSOR)
            .result(SmallProgram.TENSOR)
            .add();
    program.backward("pd_op.relu_grad", 1, grad.result(0));
    program.begin("pd_op.full", OpRole.BACKWARD, NO_CHUNK).add();
    program.begin("pd_op.full", OpRole.BACKWARD, 0).add();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> program.splitBackward(2))
        .withMessageStartingWith(
            "Cannot infer chunk_id for op pd_op.full at index 4; op 3 of the given program: its");
  }
}
