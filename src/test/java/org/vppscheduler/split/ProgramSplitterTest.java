package org.vppscheduler.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.vppscheduler.split.SmallProgram.NO_CHUNK;
import static org.vppscheduler.split.SmallProgram.TENSOR;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.vppscheduler.program.Attribute;
import org.vppscheduler.program.BlockBuilder;
import org.vppscheduler.program.OpRole;
import org.vppscheduler.program.Operation;
import org.vppscheduler.program.Program;
import org.vppscheduler.program.ProgramBuilder;
import org.vppscheduler.program.Value;
import org.vppscheduler.schedule.Dialect;
import org.vppscheduler.schedule.JobKind;
import org.vppscheduler.schedule.VppConfig;

/** What is decided and what is refused, by hand-written programs. */
final class ProgramSplitterTest {
  private final SmallProgram program = new SmallProgram();

  private static String text(SplitResult split, int subProgram) {
    return split.subPrograms().get(subProgram).program().toString();
  }

  @CanIgnoreReturnValue
  private Value receive(int chunk) {
    return program
        .begin("pd_op.recv_v2", OpRole.FORWARD, chunk)
        .attribute("ring_id", Attribute.int32(7))
        .result(TENSOR)
        .add()
        .result(0);
  }

  private void send(int chunk, Value... values) {
    program
        .begin("pd_op.send_v2", OpRole.BACKWARD, chunk, values)
        .attribute("ring_id", Attribute.int64(9))
        .add();
  }

  // Types

  @Test
  void subPrograms_notSplit_followTheReferencesOrder() {
    program.input("x", 0);

    SplitResult split = program.split(2);

    assertThat(split.programs().keySet())
        .containsExactly(
            "recv_forward0",
            "forward0",
            "recv_forward1",
            "forward1",
            "backward1",
            "send_backward1",
            "backward0",
            "send_backward0",
            "optimizer");
    assertThat(split.subPrograms().get(4).kind()).isEqualTo(JobKind.BACKWARD);
    assertThat(split.subPrograms().get(4).chunk()).isEqualTo(OptionalInt.of(1));
    assertThat(split.subPrograms().get(8).chunk()).isEmpty();
  }

  @Test
  void subPrograms_split_followTheReferencesOrder() {
    program.input("x", 0);

    assertThat(program.splitBackward(2).programs().keySet())
        .containsExactly(
            "forward0",
            "forward1",
            "backward_b1",
            "backward_b0",
            "backward_w1",
            "backward_w0",
            "optimizer");
  }

  @Test
  void split_askedForWithOtherMicroBatches_hasNoEffect() {
    VppConfig config =
        VppConfig.builder().stages(2).chunks(1).microBatches(4).splitBackward(true).build();
    program.input("x", 0);

    assertThat(ProgramSplitter.create(config).split(program.build()).programs())
        .containsKey("backward0")
        .doesNotContainKey("backward_b0");
  }

  @Test
  void split_communication_hasProgramsOfItsOwnUnlessBackwardIsSplit() {
    Value received = receive(0);
    send(0, program.backward("pd_op.relu_grad", 0, received));
    Program whole = program.build();

    assertThat(ProgramSplitter.create(SmallProgram.config(1, false)).split(whole))
        .hasToString(
            "[recv_forward0 (2 ops), forward0 (0 ops), backward0 (2 ops), send_backward0 (1 ops),"
                + " optimizer (0 ops)]");
    assertThat(ProgramSplitter.create(SmallProgram.config(1, true)).split(whole))
        .hasToString(
            "[forward0 (2 ops), backward_b0 (2 ops), backward_w0 (0 ops), optimizer (0 ops)]");
  }

  @Test
  void optimizerOperation_withAnyChunk_goesToTheOptimizer() {
    program.begin("pd_op.sgd_", OpRole.OPTIMIZE, 1000).add();

    assertThat(program.split(1).subPrograms().get(4).origins().asList()).containsExactly(0);
  }

  // Weight gradients

  @CanIgnoreReturnValue
  private Value merge(int chunk, Value... operands) {
    return program
        .begin("pd_op.add_", OpRole.BACKWARD, chunk, operands)
        .attribute("grad_merge_add", Attribute.of(true))
        .result(TENSOR)
        .add()
        .result(0);
  }

  @Test
  void weightGradients_merges_andWhatOnlyTheyUse() {
    Value x = program.input("x", 0);
    Value usedOnce = program.backward("pd_op.sum", 0, x);
    Value alsoUsedElsewhere = program.backward("pd_op.mean", 0, x);
    Operation halfMerged =
        program.begin("pd_op.norm", OpRole.BACKWARD, 0, x).result(TENSOR).result(TENSOR).add();
    Operation noResults = program.begin("pd_op.print", OpRole.BACKWARD, 0, x).add();
    merge(0, x, usedOnce, halfMerged.result(0));
    Value merged = merge(0, x, alsoUsedElsewhere);
    program.begin("pd_op.update", OpRole.OPTIMIZE, NO_CHUNK, merged).add();

    SplitResult split = program.splitBackward(1);

    assertThat(noResults.resultCount()).isZero();
    assertThat(split.subPrograms().get(1).origins().asList()).containsExactly(3, -1, 4);
    assertThat(split.subPrograms().get(2).origins().asList()).containsExactly(1, 2, 5, 6, -1);
  }

  @Test
  void weightGradients_eightOperationsThatEndWithAMerge_goTogether() {
    Value x = program.input("x", 0);
    Value first = x;
    for (String name :
        new String[] {"full_int_array", "reshape", "full_int_array", "reshape", "matmul"}) {
      first = program.backward("pd_op." + name, 0, first);
    }
    Value shape = program.backward("pd_op.full_int_array", 0);
    merge(0, program.backward("pd_op.reshape", 0, first, shape));

    SplitResult split = program.splitBackward(1);

    assertThat(split.subPrograms().get(2).origins().asList())
        .containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
  }

  @Test
  void weightGradients_mergeAfterSevenOperationsOnly_takesWhatItUsesOnly() {
    Value x = program.backward("pd_op.full_int_array", 0);
    merge(0, program.backward("pd_op.reshape", 0, x));

    SplitResult split = program.splitBackward(1);

    assertThat(split.subPrograms().get(1).origins().asList()).containsExactly(0, -1);
    assertThat(split.subPrograms().get(2).origins().asList()).containsExactly(1, 2);
  }

  // Values that cross programs

  @Test
  void value_thatCrosses_isKeptByItsOwnNameOrAGivenOne() {
    Value x = program.input("x", 0);
    Value named = program.forward("pd_op.relu", 0, x);
    program.keep(named, "relu_out", OpRole.FORWARD, 0);
    Operation pair =
        program.begin("pd_op.pair", OpRole.FORWARD, 0, x).result(TENSOR).result(TENSOR).add();
    program.backward("pd_op.all_grad", 0, pair.result(1), pair.result(0), named, x);

    SplitResult split = program.split(1);

    assertThat(text(split, 2))
        .isEqualTo(
            """
            program version 1 trainable ("var_3_pd_op.pair_0" = %0: tensor<8x8xf32>, \
            "var_3_pd_op.pair_1" = %1: tensor<8x8xf32>, "relu_out" = %2: tensor<8x8xf32>, \
            "x" = %3: tensor<8x8xf32>) {
              %4 = pd_op.all_grad(%1, %0, %2, %3) {op_role = 1 : i32, chunk_id = 0 : i32} \
            : tensor<8x8xf32>
            }
            """);
    assertThat(split.subPrograms().get(1).program().operations())
        .extracting(operation -> operation.attributes().text("output_name").orElse("-"))
        .containsExactly("-", "-", "relu_out", "-", "var_3_pd_op.pair_1", "var_3_pd_op.pair_0");
    assertThat(split.persistedValues())
        .extracting(PersistedValue::toString)
        .containsExactly("forward0: var_3_pd_op.pair_0", "forward0: var_3_pd_op.pair_1");
  }

  @Test
  void value_keptByALaterProgramOnly_isKeptByItsOwnTooUnderThatName() {
    Value x = program.forward("pd_op.full", 0);
    program.backward("pd_op.relu_grad", 0, x);
    program.keep(x, "kept", OpRole.OPTIMIZE, NO_CHUNK);

    SplitResult split = program.split(1);

    assertThat(split.persistedValues())
        .containsExactly(new PersistedValue(0, "pd_op.full", 0, "kept", "forward0"));
    assertThat(split.subPrograms().get(2).program().body().keywordArguments().get(0).name())
        .hasValue("kept");
  }

  @Test
  void value_keptInsideARegionOnly_isKeptOutsideToo() {
    Value x = program.forward("pd_op.full", 0);
    BlockBuilder inner = program.body().nested();
    inner
        .operation(Operation.SHADOW_OUTPUT)
        .operands(x)
        .attribute(Operation.OUTPUT_NAME, Attribute.of("sometimes"))
        .add();
    program.begin("pd_op.if", OpRole.FORWARD, 0).region(inner).add();
    program.backward("pd_op.relu_grad", 0, x);

    assertThat(program.split(1).persistedValues())
        .containsExactly(new PersistedValue(0, "pd_op.full", 0, "sometimes", "forward0"));
  }

  @Test
  void value_usedInsideARegion_isRedirectedThere() {
    Value x = program.input("x", 0);
    BlockBuilder inner = program.body().nested();
    inner.operation("pd_op.print").operands(x).add();
    program.begin("pd_op.if", OpRole.BACKWARD, 0).region(inner).add();

    assertThat(text(program.split(1), 2))
        .isEqualTo(
            """
            program version 1 trainable ("x" = %0: tensor<8x8xf32>) {
              pd_op.if() {op_role = 1 : i32, chunk_id = 0 : i32} region {
                pd_op.print(%0)
              }
            }
            """);
  }

  @Test
  void inputWithoutName_thatCrosses_isKeptUnderAGivenOne() {
    Value x = program.forward(Operation.DATA, 0);
    program.backward("pd_op.relu_grad", 0, x);

    assertThat(program.split(1).persistedValues())
        .extracting(PersistedValue::keyword)
        .containsExactly("var_0_pd_op.data_0");
  }

  @Test
  void keywordArguments_ofTheWholeProgram_goToEachProgramThatUsesThem() {
    Value outer = program.body().keywordArgument("outer", TENSOR);
    Value x = program.forward("pd_op.relu", 0, outer);
    program.backward("pd_op.relu_grad", 0, outer, x);
    SplitResult split = program.split(1);

    assertThat(split.subPrograms().get(1).program().body().keywordArguments())
        .extracting(argument -> argument.keyword().orElseThrow())
        .containsExactly("outer");
    assertThat(split.subPrograms().get(2).program().body().keywordArguments())
        .extracting(argument -> argument.keyword().orElseThrow())
        .containsExactly("var_0_pd_op.relu_0", "outer");
  }

  @Test
  void versionAndTrainable_ofTheGivenProgram_areKept() {
    ProgramBuilder given = Program.builder().version(3).trainable(false);
    given
        .body()
        .operation("pd_op.full")
        .attribute(OpRole.ATTRIBUTE, Attribute.int32(0))
        .attribute("chunk_id", Attribute.int32(0))
        .add();

    SplitResult split = ProgramSplitter.create(SmallProgram.config(1, false)).split(given.build());

    assertThat(split.programs().values())
        .allMatch(part -> part.version() == 3 && !part.trainable());
  }

  // Events and streams

  @Test
  void communication_onItsOwnStream_whateverThePrograms() {
    receive(0);
    send(0);

    assertThat(text(program.split(1), 0))
        .isEqualTo(
            """
            program version 1 trainable {
              %0 = pd_op.recv_v2() {op_role = 0 : i32, chunk_id = 0 : i32, ring_id = 7 : i32, \
            dynamic_shape = false, use_calc_stream = true, execution_stream = "recv_stream_7", \
            scheduling_priority = 0 : i64} : tensor<8x8xf32>
            }
            """);
    assertThat(text(new ProgramSplitterTest().sendOnly(), 1))
        .contains("execution_stream = \"send_stream_9\"");
  }

  private SplitResult sendOnly() {
    send(0);
    return program.splitBackward(1);
  }

  @Test
  void waits_ofOneOperation_addUp() {
    Value one = receive(0);
    Value other = receive(0);
    program.forward("pd_op.add", 0, one, other, one);
    program.forward("pd_op.later", 0, one);

    SplitResult split = program.split(1);

    assertThat(split.eventWaits())
        .extracting(EventWait::toString)
        .containsExactly(
            "forward0 op 2 waits for recv_forward0 op 0: var_0_pd_op.recv_v2_0",
            "forward0 op 2 waits for recv_forward0 op 1: var_1_pd_op.recv_v2_0");
    assertThat(
            split
                .subPrograms()
                .get(1)
                .program()
                .operations()
                .get(0)
                .attributes()
                .get("events_to_wait"))
        .hasValue(
            Attribute.array(
                Attribute.of("var_1_pd_op.recv_v2_0"), Attribute.of("var_0_pd_op.recv_v2_0")));
    assertThat(
            split
                .subPrograms()
                .get(1)
                .program()
                .operations()
                .get(1)
                .attributes()
                .get("events_to_wait"))
        .isEmpty();
  }

  @Test
  void event_ofSeveralResults_isNamedByTheLastThatNeedsOne() {
    Operation triple =
        program
            .begin("pd_op.triple", OpRole.BACKWARD, 0)
            .result(TENSOR)
            .result(TENSOR)
            .result(TENSOR)
            .add();
    send(0, triple.result(0));
    send(0, triple.result(1));
    program.begin("pd_op.sgd_", OpRole.OPTIMIZE, NO_CHUNK, triple.result(2)).add();

    SplitResult split = program.split(1);

    assertThat(split.eventWaits())
        .extracting(EventWait::toString)
        .containsExactly(
            "send_backward0 op 1 waits for backward0 op 0: var_0_pd_op.triple_1",
            "send_backward0 op 2 waits for backward0 op 0: var_0_pd_op.triple_1");
  }

  @Test
  void events_thatWereThereBefore_stay() {
    Value received =
        program
            .begin("pd_op.recv_v2", OpRole.FORWARD, 0)
            .attribute("ring_id", Attribute.int32(7))
            .attribute("event_to_record", Attribute.of("mine"))
            .result(TENSOR)
            .add()
            .result(0);
    program
        .begin("pd_op.relu", OpRole.FORWARD, 0, received)
        .attribute("events_to_wait", Attribute.array(Attribute.of("theirs")))
        .add();

    SplitResult split = program.split(1);

    assertThat(
            split
                .subPrograms()
                .get(0)
                .program()
                .operations()
                .get(0)
                .attributes()
                .text("event_to_record"))
        .hasValue("mine");
    assertThat(
            split
                .subPrograms()
                .get(1)
                .program()
                .operations()
                .get(0)
                .attributes()
                .get("events_to_wait"))
        .hasValue(Attribute.array(Attribute.of("theirs"), Attribute.of("mine")));
  }

  // Refusals

  private void assertRefused(int chunks, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> program.split(chunks))
        .withMessage(message);
  }

  @Test
  void split_programWithoutOperations_isRefused() {
    assertRefused(1, "The program has no operations; there is nothing to split.");
  }

  @Test
  void split_programWithPositionalArguments_isRefused() {
    program.forward("pd_op.relu", 0, program.body().argument(TENSOR));

    assertRefused(
        1,
        "The block of the program has 1 positional arguments, which nothing says how to pass to the"
            + " programs of jobs. Make them pd_op.data or keyword arguments.");
  }

  @Test
  void split_operationWithoutRole_isRefused() {
    program.body().operation("pd_op.full").add();

    assertRefused(
        1,
        "op 0 (pd_op.full) has no op_role; give it one of 0 (forward), 1 (backward) or 2"
            + " (optimize), or split with a default role.");
  }

  @Test
  void split_operationOfUnknownRole_isRefused() {
    program.body().operation("pd_op.full").attribute("op_role", Attribute.int32(256)).add();

    assertRefused(
        1,
        "The op_role of op 0 (pd_op.full) is 256 : i32; it must be 0 (forward), 1 (backward) or 2"
            + " (optimize).");
  }

  @Test
  void split_unknownRoleDespiteDefault_isRefused() {
    program.body().operation("pd_op.full").attribute("op_role", Attribute.of("forward")).add();

    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                ProgramSplitter.builder(SmallProgram.config(1, false))
                    .defaultRole(OpRole.FORWARD)
                    .build()
                    .split(program.build()))
        .withMessage(
            "The op_role of op 0 (pd_op.full) is \"forward\"; it must be 0 (forward), 1 (backward)"
                + " or 2 (optimize).");
  }

  @Test
  void split_chunkBeyondTheLast_isRefused() {
    program.forward("pd_op.full", 0);
    program.forward("pd_op.full", 2);

    assertRefused(
        2,
        "The chunk_id of op 1 (pd_op.full) is 2, outside 0 to 1 for 2 chunks. Split into as many"
            + " chunks as the model has on a stage.");
  }

  @Test
  void split_negativeOrHugeChunk_isRefused() {
    program
        .begin("pd_op.full", OpRole.FORWARD, NO_CHUNK)
        .attribute("chunk_id", Attribute.int64(1L << 32))
        .add();

    assertRefused(
        2,
        "The chunk_id of op 0 (pd_op.full) is 4294967296, outside 0 to 1 for 2 chunks. Split into"
            + " as many chunks as the model has on a stage.");
  }

  @Test
  void split_valueUsedByAnEarlierProgram_isRefused() {
    Value x = program.forward("pd_op.full", 1);
    program.forward("pd_op.relu", 0, x);

    assertRefused(
        2,
        "Result 0 of op 0 (pd_op.full), which forward1 computes, is used by op 1 (pd_op.relu) of"
            + " forward0, which runs before. Check the op_role and chunk_id of both.");
  }

  @Test
  void split_valueUsedByAnEarlierProgramInsideARegion_isRefused() {
    Value x = program.backward("pd_op.full", 0);
    BlockBuilder inner = program.body().nested();
    inner.operation("pd_op.print").operands(x).add();
    program.begin("pd_op.if", OpRole.FORWARD, 0).region(inner).add();

    assertRefused(
        1,
        "Result 0 of op 0 (pd_op.full), which backward0 computes, is used by op 1 (pd_op.if) of"
            + " forward0, which runs before. Check the op_role and chunk_id of both.");
  }

  @Test
  void split_twoInputsUnderOneKeyword_isRefused() {
    Value one = program.input("x", 0);
    Value other = program.input("x", 1);
    program.backward("pd_op.relu_grad", 0, one, other);

    assertRefused(
        2,
        "The keyword \"x\" of backward0 would stand for two values: result 0 of op 1 (pd_op.data) of"
            + " forward1 and result 0 of op 0 (pd_op.data) of forward0. Rename one of them.");
  }

  @Test
  void split_twoInputsOfOneNameInDifferentPrograms_areTheSameThing() {
    program.backward("pd_op.relu_grad", 0, program.input("x", 0));
    program.backward("pd_op.relu_grad", 1, program.input("x", 1));

    assertThat(program.split(2).subPrograms()).hasSize(9);
  }

  @Test
  void split_twoValuesKeptUnderOneName_isRefused() {
    Value one = program.forward("pd_op.full", 0);
    Value other = program.forward("pd_op.ones", 1);
    program.keep(one, "loss", OpRole.FORWARD, 0);
    program.keep(other, "loss", OpRole.FORWARD, 1);
    program.backward("pd_op.relu_grad", 0, one);

    assertRefused(
        2,
        "The keyword \"loss\" of backward0 would stand for two values: result 0 of op 1 (pd_op.ones)"
            + " of forward1 and result 0 of op 0 (pd_op.full) of forward0. Rename one of them.");
  }

  @Test
  void split_twoValuesKeptUnderOneNameThatDoNotCross_isFine() {
    program.keep(program.forward("pd_op.full", 0), "loss", OpRole.FORWARD, 0);
    program.keep(program.forward("pd_op.ones", 1), "loss", OpRole.FORWARD, 1);

    assertThat(program.split(2).persistedValues()).isEmpty();
  }

  @Test
  void split_givenNameThatAnInputHas_isRefused() {
    Value x = program.forward("pd_op.full", 0);
    program.input("var_0_pd_op.full_0", 0);
    program.backward("pd_op.relu_grad", 0, x);

    assertRefused(
        1,
        "The keyword \"var_0_pd_op.full_0\" of backward0 would stand for two values: result 0 of op 1"
            + " (pd_op.data) of forward0 and result 0 of op 0 (pd_op.full) of forward0. Rename one"
            + " of them.");
  }

  @Test
  void split_nameKeptInsideARegionToo_isRefused() {
    Value x = program.forward("pd_op.full", 0);
    program.keep(x, "kept", OpRole.FORWARD, 0);
    BlockBuilder inner = program.body().nested();
    Value y = inner.operation("pd_op.ones").result(TENSOR).add().result(0);
    inner
        .operation(Operation.SHADOW_OUTPUT)
        .operands(y)
        .attribute(Operation.OUTPUT_NAME, Attribute.of("kept"))
        .add();
    program.begin("pd_op.if", OpRole.FORWARD, 0).region(inner).add();
    program.backward("pd_op.relu_grad", 0, x);

    assertRefused(
        1,
        "The keyword \"kept\" of backward0 would stand for two values: a value inside op 2 (pd_op.if)"
            + " of forward0 and result 0 of op 0 (pd_op.full) of forward0. Rename one of them.");
  }

  @Test
  void split_nameOfAKeywordArgument_isRefused() {
    Value outer = program.body().keywordArgument("kept", TENSOR);
    Value x = program.forward("pd_op.relu", 0, outer);
    program.keep(x, "kept", OpRole.FORWARD, 0);

    assertRefused(
        1,
        "The keyword \"kept\" of forward0 would stand for two values: result 0 of op 0 (pd_op.relu) of"
            + " forward0 and the keyword argument \"kept\" of the program. Rename one of them.");
  }

  @Test
  void split_sendWithoutRing_isRefused() {
    program.begin("pd_op.send_v2", OpRole.FORWARD, 0).add();

    assertRefused(
        1,
        "op 0 (pd_op.send_v2) has no integer attribute ring_id, which its stream is named after.");
  }

  @Test
  void split_eventRecordedTwice_isRefused() {
    for (int chunk = 0; chunk < 2; chunk++) {
      Value received =
          program
              .begin("pd_op.recv_v2", OpRole.FORWARD, chunk)
              .attribute("ring_id", Attribute.int32(7))
              .attribute("event_to_record", Attribute.of("mine"))
              .result(TENSOR)
              .add()
              .result(0);
      program.forward("pd_op.relu", chunk, received);
    }

    assertRefused(
        2,
        "The event \"mine\" would be recorded by two operations: op 0 (pd_op.recv_v2) of"
            + " recv_forward0 and op 2 (pd_op.recv_v2) of recv_forward1. Rename what they compute or"
            + " record.");
  }

  @Test
  void create_legacyDialect_isRefused() {
    VppConfig legacy = SmallProgram.config(1, false).toBuilder().dialect(Dialect.LEGACY).build();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> ProgramSplitter.create(legacy))
        .withMessage(
            "The dialect is legacy, whose programs are of the old IR; only those of the pir dialect"
                + " can be split.");
  }

  @Test
  void build_sendRecvOverlap_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                ProgramSplitter.builder(SmallProgram.config(1, false))
                    .enableSendRecvOverlap(true)
                    .build())
        .withMessage(
            "enable_send_recv_overlap is on, which a virtual pipeline's programs do not support;"
                + " sends and receives have streams of their own without it. Turn it off.");
  }

  @Test
  void create_tooManyChunks_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ProgramSplitter.create(SmallProgram.config(2_000_000, false)))
        .withMessage("chunks (2000000) is above the limit of 1048576 for splitting a program.");
  }
}
