package org.vppscheduler.split;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.vppscheduler.program.Attribute;
import org.vppscheduler.program.AttributeGroup;
import org.vppscheduler.program.Attributes;
import org.vppscheduler.program.BlockBuilder;
import org.vppscheduler.program.DenseTensorType;
import org.vppscheduler.program.NamedAttribute;
import org.vppscheduler.program.OpRole;
import org.vppscheduler.program.Operation;
import org.vppscheduler.program.OperationBuilder;
import org.vppscheduler.program.Program;
import org.vppscheduler.program.ProgramBuilder;
import org.vppscheduler.program.ScalarType;
import org.vppscheduler.program.Type;
import org.vppscheduler.program.Value;
import org.vppscheduler.program.VectorType;

/**
 * Random training programs of the stages of a pipeline; the same ones for the same seed. Chunk c of
 * stage s is the virtual stage c·S + s: its forward takes {@code x} or receives from the virtual
 * stage before and computes the loss from {@code y} or sends to the one after, its backward the
 * other way round. Messages of one virtual stage have a {@code ring_id} of their own in each
 * direction: {@code 10 + v} for what v sends forward, {@code 100000 + v} for what it sends back.
 *
 * <p>Layers are random: products whose gradients come in every form, results in pairs, values that
 * are taken apart and put together, regions in regions that use values from outside, values that
 * the program keeps itself, a parameter that several chunks share.
 */
final class TrainingPrograms {
  static final DenseTensorType ACTIVATION = DenseTensorType.of(ScalarType.FLOAT32, 2, 4, 8);
  static final DenseTensorType WEIGHT = DenseTensorType.of(ScalarType.FLOAT32, 8, 8);
  private static final DenseTensorType SCALAR = DenseTensorType.of(ScalarType.FLOAT32, 1);
  private static final DenseTensorType FOLDED = WEIGHT;
  private static final int RING_FORWARD = 10;
  private static final int RING_BACK = 100_000;

  private final int stages;
  private final int chunks;
  private final int stage;
  private final ProgramBuilder program = Program.builder();
  private final BlockBuilder body = program.body();
  private final Map<Value, Value> mergedGradients = new HashMap<>();
  private final List<Value> weights = new ArrayList<>();
  private final List<Value> shared = new ArrayList<>();

  private Random random;
  private OpRole role = OpRole.FORWARD;
  private int chunk;
  private int layer;
  private int marker;

  private TrainingPrograms(long seed, int stages, int chunks, int stage) {
    this.stages = stages;
    this.chunks = chunks;
    this.stage = stage;
    this.random = new Random(seed);
  }

  /**
   * Returns the program of a stage. Every operation, inside regions too, has another {@code
   * marker}.
   *
   * @param seed decides everything
   * @param layers up to how many layers a chunk has
   */
  static Program ofStage(long seed, int stages, int chunks, int stage, int layers) {
    checkArgument(stage >= 0 && stage < stages, "stage %s of %s", stage, stages);
    return new TrainingPrograms(seed, stages, chunks, stage).build(seed, layers);
  }

  private Program build(long seed, int layers) {
    role = OpRole.OPTIMIZE;
    Value rate = input("learning_rate", SCALAR);
    role = OpRole.FORWARD;
    chunk = 0;
    shared.add(parameter("shared"));
    List<Deque<UnaryOperator<Value>>> tapes = new ArrayList<>();
    List<Value> ends = new ArrayList<>();
    for (chunk = 0; chunk < chunks; chunk++) {
      // The last virtual stage of a seed is the same whatever the number of stages.
      random = new Random(seed * 1_000_003 + virtualStage());
      Deque<UnaryOperator<Value>> tape = new ArrayDeque<>();
      ends.add(forward(tape, 1 + random.nextInt(layers)));
      tapes.add(tape);
    }
    role = OpRole.BACKWARD;
    for (chunk = chunks - 1; chunk >= 0; chunk--) {
      backward(tapes.get(chunk), ends.get(chunk));
    }
    role = OpRole.OPTIMIZE;
    optimize(rate);
    return program.build();
  }

  private int virtualStage() {
    return chunk * stages + stage;
  }

  private boolean isFirst() {
    return virtualStage() == 0;
  }

  private boolean isLast() {
    return virtualStage() == stages * chunks - 1;
  }

  private Value forward(Deque<UnaryOperator<Value>> tape, int layers) {
    Value value = isFirst() ? input("x", ACTIVATION) : receive(RING_FORWARD + virtualStage() - 1);
    for (layer = 0; layer < layers; layer++) {
      value = layer(value, tape);
    }
    if (isLast()) {
      Value label = input("y", ACTIVATION);
      Value loss = op("pd_op.mse").operands(value, label).result(SCALAR).add().result(0);
      keep(loss, "loss");
      Value predicted = value;
      tape.push(
          gradient ->
              op("pd_op.mse_grad")
                  .operands(predicted, label, gradient)
                  .result(ACTIVATION)
                  .add()
                  .result(0));
      return loss;
    }
    op("pd_op.send_v2")
        .operands(value)
        .attribute("ring_id", Attribute.int32(RING_FORWARD + virtualStage()))
        .add();
    return value;
  }

  private void backward(Deque<UnaryOperator<Value>> tape, Value end) {
    Value gradient =
        isLast()
            ? op("pd_op.full_like").operands(end).result(SCALAR).add().result(0)
            : receive(RING_BACK + virtualStage() + 1);
    while (!tape.isEmpty()) {
      gradient = tape.pop().apply(gradient);
    }
    if (!isFirst()) {
      op("pd_op.send_v2")
          .operands(gradient)
          .attribute("ring_id", Attribute.int64(RING_BACK + virtualStage()))
          .add();
    }
  }

  private void optimize(Value rate) {
    for (Value weight : weights) {
      Value gradient = mergedGradients.get(weight);
      if (gradient != null) {
        OperationBuilder update =
            op("pd_op.sgd_").operands(weight, rate, gradient).nullOperand().result(WEIGHT);
        if (random.nextBoolean()) {
          // Means nothing on an optimizer operation.
          update.attribute("chunk_id", Attribute.int32(random.nextInt(2 * chunks)));
        }
        update.add();
      }
    }
  }

  private Value layer(Value in, Deque<UnaryOperator<Value>> tape) {
    return switch (random.nextInt(7)) {
      case 0, 1 -> linear(in, tape);
      case 2 -> unary("gelu", in, tape);
      case 3 -> dropout(in, tape);
      case 4 -> takenApart(in, tape);
      case 5 -> inRegions(in, tape);
      default -> keptAndShared(in, tape);
    };
  }

  private Value unary(String name, Value in, Deque<UnaryOperator<Value>> tape) {
    Value out = op("pd_op." + name).operands(in).result(ACTIVATION).add().result(0);
    tape.push(
        gradient ->
            op("pd_op." + name + "_grad")
                .operands(in, gradient)
                .result(ACTIVATION)
                .add()
                .result(0));
    return out;
  }

  private Value dropout(Value in, Deque<UnaryOperator<Value>> tape) {
    Operation dropout =
        op("pd_op.dropout").operands(in).nullOperand().result(ACTIVATION).result(ACTIVATION).add();
    tape.push(
        gradient ->
            op("pd_op.dropout_grad")
                .operands(dropout.result(1), gradient)
                .result(ACTIVATION)
                .add()
                .result(0));
    return dropout.result(0);
  }

  private Value takenApart(Value in, Deque<UnaryOperator<Value>> tape) {
    Type pair = VectorType.of(List.of(ACTIVATION, ACTIVATION));
    Value parts = op("pd_op.split_with_num").operands(in).result(pair).add().result(0);
    Operation split =
        op("builtin.split").operands(parts).result(ACTIVATION).result(ACTIVATION).add();
    Value left = op("pd_op.relu").operands(split.result(0)).result(ACTIVATION).add().result(0);
    Value both = op("builtin.combine").operands(split.result(1), left).result(pair).add().result(0);
    Value out = op("pd_op.concat").operands(both).result(ACTIVATION).add().result(0);
    tape.push(
        gradient -> {
          Value gradients =
              op("builtin.combine").operands(gradient, left).result(pair).add().result(0);
          return op("pd_op.concat_grad")
              .operands(gradients, both)
              .result(ACTIVATION)
              .add()
              .result(0);
        });
    return out;
  }

  private Value inRegions(Value in, Deque<UnaryOperator<Value>> tape) {
    Value condition = op("pd_op.any").operands(in).result(SCALAR).add().result(0);
    Value out = branch("pd_op.if", condition, in, shared.get(0));
    tape.push(gradient -> branch("pd_op.if_grad", condition, gradient, in));
    return out;
  }

  /** An operation that uses two values only inside regions, one of them two levels down. */
  private Value branch(String name, Value condition, Value one, Value other) {
    BlockBuilder then = body.nested();
    Value argument = then.argument(SCALAR);
    Operation inside =
        marked(then.operation("pd_op.add")).operands(one, argument).result(ACTIVATION).add();
    BlockBuilder deeper = then.nested();
    marked(deeper.operation("pd_op.multiply"))
        .operands(inside.result(0), other)
        .result(ACTIVATION)
        .add();
    marked(then.operation("pd_op.while")).operands(inside.result(0)).region(deeper).add();
    BlockBuilder otherwise = body.nested();
    marked(otherwise.operation("cf.yield")).operands(one).add();
    return op(name)
        .operands(condition)
        .result(ACTIVATION)
        .region(then)
        .region(otherwise)
        .add()
        .result(0);
  }

  private Value keptAndShared(Value in, Deque<UnaryOperator<Value>> tape) {
    Value out = op("pd_op.add").operands(in, shared.get(0)).result(ACTIVATION).add().result(0);
    keep(out, "kept_" + virtualStage() + "_" + layer);
    tape.push(
        gradient ->
            op("pd_op.add_grad")
                .operands(out, shared.get(0), gradient)
                .result(ACTIVATION)
                .add()
                .result(0));
    return out;
  }

  private Value linear(Value in, Deque<UnaryOperator<Value>> tape) {
    String name = "linear_" + virtualStage() + "_" + layer + ".w_0";
    Value weight = parameter(name);
    Value sum = parameter(name + "@GRAD@MERGE");
    weights.add(weight);
    boolean transposed = random.nextInt(4) == 0;
    Value out =
        op("pd_op.matmul")
            .operands(in, weight)
            .attribute("transpose_y", Attribute.of(transposed))
            .result(ACTIVATION)
            .add()
            .result(0);
    int form = transposed ? 0 : random.nextInt(3);
    tape.push(
        gradient ->
            switch (form) {
              case 0, 1 -> matmulGrad(in, weight, gradient, sum, transposed);
              default -> matmulGradTakenApart(in, weight, gradient, sum);
            });
    return out;
  }

  private Value matmulGrad(Value x, Value y, Value dout, Value sum, boolean transposed) {
    Operation grad =
        op("pd_op.matmul_grad")
            .operands(x, y, dout)
            .attribute("transpose_x", Attribute.of(false))
            .attribute("transpose_y", Attribute.of(transposed))
            .result(ACTIVATION)
            .result(WEIGHT)
            .add();
    merge(y, sum, grad.result(1));
    return grad.result(0);
  }

  private Value matmulGradTakenApart(Value x, Value y, Value dout, Value sum) {
    Value dx = op("pd_op.matmul").operands(dout, y).result(ACTIVATION).add().result(0);
    Value foldedX = reshape(x);
    Value foldedDout = reshape(dout);
    Value dy = op("pd_op.matmul").operands(foldedX, foldedDout).result(WEIGHT).add().result(0);
    merge(y, sum, reshape(dy));
    return dx;
  }

  private Value reshape(Value value) {
    Value target =
        op("pd_op.full_int_array").result(DenseTensorType.of(ScalarType.INT64, 2)).add().result(0);
    return op("pd_op.reshape").operands(value, target).result(FOLDED).add().result(0);
  }

  private void merge(Value weight, Value sum, Value gradient) {
    Operation merged =
        op("pd_op.add_")
            .operands(sum, gradient)
            .attribute("grad_merge_add", Attribute.of(true))
            .result(WEIGHT)
            .add();
    mergedGradients.put(weight, merged.result(0));
  }

  private Value receive(int ring) {
    return op("pd_op.recv_v2")
        .attribute("ring_id", Attribute.int32(ring))
        .result(ACTIVATION)
        .add()
        .result(0);
  }

  private Value input(String name, Type type) {
    return op(Operation.DATA).attribute("name", Attribute.of(name)).result(type).add().result(0);
  }

  private Value parameter(String name) {
    Attributes.Builder attributes = Attributes.builder();
    for (String flag : List.of("is_distributed", "is_parameter", "need_clip")) {
      attributes.set(flag, Attribute.array(Attribute.of(true)));
    }
    attributes.set("parameter_name", Attribute.of(name));
    for (String flag : List.of(Attributes.PERSISTABLE, Attributes.STOP_GRADIENT, "trainable")) {
      Attribute value = Attribute.array(Attribute.of(!flag.equals(Attributes.STOP_GRADIENT)));
      attributes.add(new NamedAttribute(AttributeGroup.RESULTS, flag, value));
    }
    return stated(body.operation(Operation.PARAMETER).attributes(attributes.build()))
        .result(WEIGHT)
        .add()
        .result(0);
  }

  private void keep(Value value, String name) {
    op(Operation.SHADOW_OUTPUT)
        .operands(value)
        .attribute(Operation.OUTPUT_NAME, Attribute.of(name))
        .add();
  }

  private OperationBuilder op(String name) {
    return stated(body.operation(name));
  }

  private OperationBuilder stated(OperationBuilder operation) {
    marked(operation).attribute(OpRole.ATTRIBUTE, Attribute.int32(role.code()));
    return role == OpRole.OPTIMIZE
        ? operation
        : operation.attribute("chunk_id", Attribute.int32(chunk));
  }

  @CanIgnoreReturnValue
  private OperationBuilder marked(OperationBuilder operation) {
    return operation.attribute("marker", Attribute.int32(marker++));
  }
}
