package org.vppscheduler.split;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableMap;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.vppscheduler.program.Attribute;
import org.vppscheduler.program.Attributes;
import org.vppscheduler.program.DenseTensorType;
import org.vppscheduler.program.OpRole;
import org.vppscheduler.program.OpaqueType;
import org.vppscheduler.program.Operation;
import org.vppscheduler.program.OperationBuilder;
import org.vppscheduler.program.Program;
import org.vppscheduler.program.ScalarType;
import org.vppscheduler.program.Type;
import org.vppscheduler.program.Value;
import org.vppscheduler.split.MatmulGrad.Outcome;

/** Taking {@code pd_op.matmul_grad} apart: the gradients stay right, or it stays whole. */
final class MatmulGradTest {
  private static final Type NONE = new OpaqueType("NULL", "");

  /** The types of x, y, dout, dx and dy. */
  private record Types(Type x, Type y, Type dout, Type dx, Type dy) {
    static Types of(long[] x, long[] y, long[] dout) {
      return new Types(tensor(x), tensor(y), tensor(dout), tensor(x), tensor(y));
    }
  }

  private static DenseTensorType tensor(long... dimensions) {
    return DenseTensorType.of(ScalarType.FLOAT32, dimensions);
  }

  private static long[] dims(long... dimensions) {
    return dimensions;
  }

  private static Program program(Types types, Map<String, Attribute> attributes) {
    SmallProgram small = new SmallProgram();
    Value x = input(small, "x", types.x());
    Value y = input(small, "y", types.y());
    Value dout = input(small, "dout", types.dout());
    OperationBuilder grad =
        small
            .begin("pd_op.matmul_grad", OpRole.BACKWARD, 0, x, y, dout)
            .result(types.dx())
            .result(types.dy())
            .attribute(Attributes.STOP_GRADIENT, flags(false, false));
    attributes.forEach(grad::attribute);
    Operation added = grad.add();
    small.keep(added.result(0), "dx", OpRole.BACKWARD, 0);
    small.keep(added.result(1), "dy", OpRole.BACKWARD, 0);
    return small.build();
  }

  private static Attribute flags(boolean... flags) {
    Attribute[] elements = new Attribute[flags.length];
    Arrays.setAll(elements, i -> Attribute.of(flags[i]));
    return Attribute.array(elements);
  }

  private static Value input(SmallProgram small, String name, Type type) {
    return small
        .begin(Operation.DATA, OpRole.FORWARD, 0)
        .attribute("name", Attribute.of(name))
        .result(type)
        .add()
        .result(0);
  }

  private static SplitResult split(Program program) {
    return ProgramSplitter.create(SmallProgram.config(1, true)).split(program);
  }

  static Stream<Arguments> takenApart() {
    return Stream.of(
        // the shapes at run time, then the types that the program knows
        Arguments.of(new int[] {3, 4}, Types.of(dims(3, 4), dims(4, 5), dims(3, 5))),
        Arguments.of(new int[] {2, 3, 4}, Types.of(dims(2, 3, 4), dims(4, 5), dims(2, 3, 5))),
        Arguments.of(
            new int[] {2, 2, 3, 4}, Types.of(dims(2, 2, 3, 4), dims(4, 5), dims(2, 2, 3, 5))),
        Arguments.of(new int[] {3, 4}, Types.of(dims(-1, -1), dims(-1, -1), dims(-1, -1))),
        Arguments.of(new int[] {2, 3, 4}, Types.of(dims(-1, 3, 4), dims(4, 5), dims(-1, 3, 5))),
        Arguments.of(new int[] {2, 3, 4}, Types.of(dims(-1, -1, -1), dims(4, 5), dims(-1, -1, -1))),
        Arguments.of(new int[] {2, 3, 4}, Types.of(dims(2, 3, -1), dims(-1, 5), dims(2, -1, 5))),
        Arguments.of(
            new int[] {2, 2, 3, 4}, Types.of(dims(2, -1, 3, 4), dims(4, 5), dims(2, 2, 3, 5))),
        Arguments.of(
            new int[] {1, 1, 1, 4}, Types.of(dims(1, 1, 1, 4), dims(4, 5), dims(1, 1, 1, 5))),
        Arguments.of(
            new int[] {2, 3, 4},
            new Types(tensor(2, 3, 4), tensor(4, 5), tensor(2, 3, 5), NONE, tensor(4, 5))));
  }

  @ParameterizedTest
  @MethodSource("takenApart")
  void matmulGrad_takenApart_givesTheGradients(int[] shape, Types types) {
    SplitResult split = split(program(types, ImmutableMap.of()));

    assertThat(split.matmulGrads()).containsExactly(new MatmulGrad(3, 3, Outcome.TAKEN_APART));
    Random random = new Random(7);
    Tensor x = Tensor.random(random, shape);
    Tensor y = Tensor.random(random, 4, 5);
    int[] shapeOut = shape.clone();
    shapeOut[shapeOut.length - 1] = 5;
    Tensor dout = Tensor.random(random, shapeOut);
    Map<String, Tensor> kept =
        evaluate(split.whole(), ImmutableMap.of("x", x, "y", y, "dout", dout));
    assertThat(known(kept, "dx").shape).isEqualTo(x.shape);
    assertThat(known(kept, "dx").data)
        .containsExactly(
            derivative(x, changed -> Tensor.matmul(changed, y, false, false).dot(dout)),
            within(1e-6));
    assertThat(known(kept, "dy").shape).isEqualTo(y.shape);
    assertThat(known(kept, "dy").data)
        .containsExactly(
            derivative(y, changed -> Tensor.matmul(x, changed, false, false).dot(dout)),
            within(1e-6));
  }

  /** By central differences, exact for what is linear. */
  private static double[] derivative(Tensor at, ToDoubleFunction<Tensor> function) {
    double step = 0.5;
    double[] derivative = new double[at.data.length];
    for (int i = 0; i < derivative.length; i++) {
      double[] above = at.data.clone();
      double[] below = at.data.clone();
      above[i] += step;
      below[i] -= step;
      derivative[i] =
          (function.applyAsDouble(new Tensor(at.shape, above))
                  - function.applyAsDouble(new Tensor(at.shape, below)))
              / (2 * step);
    }
    return derivative;
  }

  private static <K, V> V known(Map<K, V> map, K key) {
    return requireNonNull(map.get(key), key::toString);
  }

  private static Map<String, Tensor> evaluate(Program program, Map<String, Tensor> inputs) {
    Map<Value, Tensor> values = new HashMap<>();
    Map<Value, long[]> targets = new HashMap<>();
    Map<String, Tensor> kept = new HashMap<>();
    for (Operation operation : program.operations()) {
      List<Value> operands = operation.operands().stream().map(o -> o.orElseThrow()).toList();
      Attributes attributes = operation.attributes();
      switch (operation.name()) {
        case Operation.DATA ->
            values.put(
                operation.result(0), known(inputs, operation.result(0).name().orElseThrow()));
        case "pd_op.matmul" ->
            values.put(
                operation.result(0),
                Tensor.matmul(
                    known(values, operands.get(0)),
                    known(values, operands.get(1)),
                    attributes.isTrue("transpose_x"),
                    attributes.isTrue("transpose_y")));
        case "pd_op.full_int_array" ->
            targets.put(
                operation.result(0),
                ((Attribute.Array) attributes.get("value").orElseThrow())
                    .elements().stream()
                        .mapToLong(element -> ((Attribute.Int64) element).value())
                        .toArray());
        case "pd_op.reshape" ->
            values.put(
                operation.result(0),
                known(values, operands.get(0)).reshape(known(targets, operands.get(1))));
        case Operation.SHADOW_OUTPUT ->
            kept.put(
                attributes.text(Operation.OUTPUT_NAME).orElseThrow(),
                known(values, operands.get(0)));
        default -> throw new AssertionError("No part is a " + operation.name());
      }
    }
    return kept;
  }

  @Test
  void matmulGrad_ofRank3_becomesEightOperationsInItsPlace() {
    Program program =
        program(Types.of(dims(-1, 3, 4), dims(4, 5), dims(-1, 3, 5)), ImmutableMap.of());

    assertThat(split(program).whole())
        .hasToString(
            """
            program version 1 trainable {
              %0 = pd_op.data() {op_role = 0 : i32, chunk_id = 0 : i32, name = "x"} : tensor<-1x3x4xf32>
              %1 = pd_op.data() {op_role = 0 : i32, chunk_id = 0 : i32, name = "y"} : tensor<4x5xf32>
              %2 = pd_op.data() {op_role = 0 : i32, chunk_id = 0 : i32, name = "dout"} : tensor<-1x3x5xf32>
              %3 = pd_op.matmul(%2, %1) {transpose_x = false, transpose_y = true, op_role = 1 : i32, chunk_id = 0 : i32} results {stop_gradient = [false]} : tensor<-1x3x4xf32>
              %4 = pd_op.full_int_array() {value = [-1 : i64, 4 : i64], dtype = dtype "int64", place = place [1, 0, ""], op_role = 1 : i32, chunk_id = 0 : i32} results {stop_gradient = [true]} : tensor<2xi64>
              %5 = pd_op.reshape(%0, %4) {op_role = 1 : i32, chunk_id = 0 : i32} results {stop_gradient = [false]} : tensor<-1x4xf32>
              %6 = pd_op.full_int_array() {value = [-1 : i64, 5 : i64], dtype = dtype "int64", place = place [1, 0, ""], op_role = 1 : i32, chunk_id = 0 : i32} results {stop_gradient = [true]} : tensor<2xi64>
              %7 = pd_op.reshape(%2, %6) {op_role = 1 : i32, chunk_id = 0 : i32} results {stop_gradient = [false]} : tensor<-1x5xf32>
              %8 = pd_op.matmul(%5, %7) {transpose_x = true, transpose_y = false, op_role = 1 : i32, chunk_id = 0 : i32} results {stop_gradient = [false]} : tensor<4x5xf32>
              %9 = pd_op.full_int_array() {value = [4 : i64, 5 : i64], dtype = dtype "int64", place = place [1, 0, ""], op_role = 1 : i32, chunk_id = 0 : i32} results {stop_gradient = [true]} : tensor<2xi64>
              %10 = pd_op.reshape(%8, %9) {op_role = 1 : i32, chunk_id = 0 : i32} results {stop_gradient = [false]} : tensor<4x5xf32>
              builtin.shadow_output(%3) {op_role = 1 : i32, chunk_id = 0 : i32, output_name = "dx"}
              builtin.shadow_output(%10) {op_role = 1 : i32, chunk_id = 0 : i32, output_name = "dy"}
            }
            """);
  }

  static Stream<Arguments> leftWhole() {
    Types matrices = Types.of(dims(3, 4), dims(4, 5), dims(3, 5));
    Attribute yes = Attribute.of(true);
    return Stream.of(
        Arguments.of(Outcome.TRANSPOSED, matrices, ImmutableMap.of("transpose_x", yes)),
        Arguments.of(Outcome.TRANSPOSED, matrices, ImmutableMap.of("transpose_y", yes)),
        Arguments.of(Outcome.TRANSPOSED, matrices, ImmutableMap.of("trans_y", yes)),
        Arguments.of(
            Outcome.TRANSPOSED, matrices, ImmutableMap.of("transpose_x", Attribute.int32(1))),
        leftWhole(Outcome.BATCHED, Types.of(dims(2, 3, 4), dims(2, 4, 5), dims(2, 3, 5))),
        leftWhole(Outcome.UNFIT_SHAPES, Types.of(dims(4), dims(4, 5), dims(5))),
        leftWhole(Outcome.UNFIT_SHAPES, Types.of(dims(3, 4), dims(4), dims(3))),
        leftWhole(Outcome.UNFIT_SHAPES, Types.of(dims(3, 4), dims(5, 5), dims(3, 5))),
        leftWhole(Outcome.UNFIT_SHAPES, Types.of(dims(3, 4), dims(4, 5), dims(3, 6))),
        leftWhole(Outcome.UNFIT_SHAPES, Types.of(dims(2, 3, 4), dims(4, 5), dims(3, 3, 5))),
        leftWhole(Outcome.UNFIT_SHAPES, Types.of(dims(-2, 4), dims(4, 5), dims(-2, 5))),
        leftWhole(
            Outcome.UNFIT_SHAPES,
            new Types(tensor(3, 4), tensor(4, 5), tensor(3, 5), tensor(4, 4), tensor(4, 5))),
        leftWhole(
            Outcome.UNFIT_SHAPES,
            new Types(tensor(3, 4), tensor(4, 5), tensor(3, 5), tensor(3, 4), tensor(5, 4))),
        leftWhole(
            Outcome.UNFIT_SHAPES,
            new Types(NONE, tensor(4, 5), tensor(3, 5), tensor(3, 4), tensor(4, 5))),
        leftWhole(Outcome.DYNAMIC_SHAPES, Types.of(dims(-1, 3, -1), dims(-1, 5), dims(-1, 3, 5))),
        leftWhole(Outcome.DYNAMIC_SHAPES, Types.of(dims(2, 3, -1), dims(-1, -1), dims(2, 3, -1))),
        leftWhole(Outcome.DYNAMIC_SHAPES, Types.of(dims(2, 0, 4), dims(4, 5), dims(2, 0, 5))));
  }

  private static Arguments leftWhole(Outcome outcome, Types types) {
    return Arguments.of(outcome, types, ImmutableMap.of("transpose_x", Attribute.of(false)));
  }

  @ParameterizedTest
  @MethodSource("leftWhole")
  void matmulGrad_thatCouldGoWrong_isLeftWholeAndReported(
      Outcome outcome, Types types, Map<String, Attribute> attributes) {
    Program program = program(types, attributes);

    SplitResult split = split(program);

    assertThat(split.matmulGrads()).containsExactly(new MatmulGrad(3, 3, outcome));
    assertThat(split.whole()).isSameAs(program);
    assertThat(split.subPrograms().get(1).program().operations())
        .extracting(Operation::name)
        .containsExactly("pd_op.matmul_grad", "builtin.shadow_output", "builtin.shadow_output");
    assertThat(split.matmulGrads().get(0).isTakenApart()).isFalse();
    assertThat(split.matmulGrads().get(0))
        .asString()
        .startsWith("op 3 (pd_op.matmul_grad): left whole: ");
  }

  @Test
  void matmulGrad_withoutOneOperand_isLeftWhole() {
    SmallProgram small = new SmallProgram();
    Value x = small.input("x", 0);
    small
        .begin("pd_op.matmul_grad", OpRole.BACKWARD, 0, x, x)
        .nullOperand()
        .result(SmallProgram.TENSOR)
        .result(SmallProgram.TENSOR)
        .add();

    assertThat(small.splitBackward(1).matmulGrads())
        .containsExactly(new MatmulGrad(1, 1, Outcome.UNUSUAL_FORM));
  }

  @Test
  void matmulGrad_backwardNotSplit_staysAndIsNotReported() {
    Program program = program(Types.of(dims(3, 4), dims(4, 5), dims(3, 5)), ImmutableMap.of());

    SplitResult split = ProgramSplitter.create(SmallProgram.config(1, false)).split(program);

    assertThat(split.whole()).isSameAs(program);
    assertThat(split.matmulGrads()).isEmpty();
  }

  @Test
  void matmulGrad_ofUnknownChunk_givesItsPartsTheInferredOne() {
    SmallProgram small = new SmallProgram();
    Value x = small.input("x", 0);
    Value dout = small.backward("pd_op.gelu_grad", 1, x);
    Operation grad =
        small
            .begin("pd_op.matmul_grad", OpRole.BACKWARD, SmallProgram.NO_CHUNK, x, x, dout)
            .result(SmallProgram.TENSOR)
            .result(SmallProgram.TENSOR)
            .add();
    small.backward("pd_op.gelu_grad", 1, grad.result(0));

    SplitResult split = small.splitBackward(2);

    assertThat(split.inferredChunks())
        .containsExactly(
            new InferredChunk(2, "pd_op.matmul", 1, ChunkSource.BOTH_NEIGHBOURS),
            new InferredChunk(3, "pd_op.matmul", 1, ChunkSource.BOTH_NEIGHBOURS));
    assertThat(split.matmulGrads()).containsExactly(new MatmulGrad(2, 2, Outcome.TAKEN_APART));
  }

  @Test
  void matmulGrad_severalInARow_areNumberedInTheWholeProgram() {
    SmallProgram small = new SmallProgram();
    Value x = small.input("x", 0);
    Value weight = small.input("w", 0);
    Value dout = x;
    for (int i = 0; i < 2; i++) {
      Operation grad =
          small
              .begin("pd_op.matmul_grad", OpRole.BACKWARD, 0, x, weight, dout)
              .result(SmallProgram.TENSOR)
              .result(SmallProgram.TENSOR)
              .add();
      small
          .begin("pd_op.add_", OpRole.BACKWARD, 0, weight, grad.result(1))
          .attribute("grad_merge_add", Attribute.of(true))
          .result(SmallProgram.TENSOR)
          .add();
      dout = grad.result(0);
    }

    SplitResult split = small.splitBackward(1);

    assertThat(split.matmulGrads())
        .containsExactly(
            new MatmulGrad(2, 2, Outcome.TAKEN_APART), new MatmulGrad(4, 5, Outcome.TAKEN_APART));
    assertThat(split.subPrograms().get(1).origins().asList()).containsExactly(2, -1, 5);
    assertThat(split.persistedValues())
        .containsExactly(
            new PersistedValue(2, "pd_op.matmul", 0, "var_2_pd_op.matmul_0", "backward_b0"));
    assertThat(split.subPrograms().get(2).origins().asList()).containsExactly(3, 4, 6, 7);
  }
}
