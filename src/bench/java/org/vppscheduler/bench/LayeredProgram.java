package org.vppscheduler.bench;

import com.google.common.collect.Interner;
import com.google.common.collect.Interners;
import java.util.Arrays;
import org.vppscheduler.program.Attribute;
import org.vppscheduler.program.Attributes;
import org.vppscheduler.program.BlockBuilder;
import org.vppscheduler.program.DenseTensorType;
import org.vppscheduler.program.OpRole;
import org.vppscheduler.program.Operation;
import org.vppscheduler.program.OperationBuilder;
import org.vppscheduler.program.Program;
import org.vppscheduler.program.ProgramBuilder;
import org.vppscheduler.program.ScalarType;
import org.vppscheduler.program.Value;

/** A stage's training program: linear layers with their activations, all chunks of one size. */
final class LayeredProgram {
  static final int CHUNKS = 8;

  /** In all roles: two parameters, two forward, three backward, one update. */
  private static final int OPERATIONS_OF_A_LAYER = 8;

  private static final DenseTensorType ACTIVATION =
      DenseTensorType.of(ScalarType.FLOAT32, 8, 1024, 4096);
  private static final DenseTensorType WEIGHT = DenseTensorType.of(ScalarType.FLOAT32, 4096, 4096);

  private final ProgramBuilder program = Program.builder().trainable(true);
  private final BlockBuilder body = program.body();
  private final int layers;

  /** Equal attributes are shared, as reading a file shares them. */
  private final Interner<Attributes> shared = Interners.newStrongInterner();

  private final Value[] inputs;
  private final Value[] weights;
  private final Value[] sums;
  private final Value[] products;
  private final Value[] merged;

  private LayeredProgram(int operations) {
    this.layers = Math.max(1, operations / OPERATIONS_OF_A_LAYER / CHUNKS);
    this.inputs = new Value[CHUNKS * layers];
    this.weights = new Value[CHUNKS * layers];
    this.sums = new Value[CHUNKS * layers];
    this.products = new Value[CHUNKS * layers];
    this.merged = new Value[CHUNKS * layers];
  }

  /** Returns a program of about that many operations: {@link #size} tells how many exactly. */
  static Program of(int operations) {
    return new LayeredProgram(operations).build();
  }

  /** Returns how many operations {@link #of} makes: whole layers, and four for each chunk. */
  static int size(int operations) {
    int layers = Math.max(1, operations / OPERATIONS_OF_A_LAYER / CHUNKS);
    return CHUNKS * (layers * OPERATIONS_OF_A_LAYER + 4);
  }

  private Program build() {
    for (int chunk = 0; chunk < CHUNKS; chunk++) {
      forward(chunk);
    }
    for (int chunk = CHUNKS - 1; chunk >= 0; chunk--) {
      backward(chunk);
    }
    for (int i = 0; i < weights.length; i++) {
      body.operation("pd_op.sgd_")
          .operands(weights[i], merged[i])
          .attributes(attributes(OpRole.OPTIMIZE, i, 1).build())
          .result(WEIGHT)
          .add();
    }
    return program.build();
  }

  private void forward(int chunk) {
    Value value = receive(OpRole.FORWARD, chunk);
    for (int i = chunk * layers; i < (chunk + 1) * layers; i++) {
      inputs[i] = value;
      weights[i] = parameter("w" + i, i);
      sums[i] = parameter("w" + i + "@GRAD@MERGE", i);
      products[i] =
          op("pd_op.matmul", OpRole.FORWARD, i, 1, value, weights[i])
              .result(ACTIVATION)
              .add()
              .result(0);
      value =
          op("pd_op.gelu", OpRole.FORWARD, i, 1, products[i]).result(ACTIVATION).add().result(0);
    }
    send(OpRole.FORWARD, chunk, value);
  }

  private void backward(int chunk) {
    Value gradient = receive(OpRole.BACKWARD, chunk);
    for (int i = (chunk + 1) * layers - 1; i >= chunk * layers; i--) {
      gradient =
          op("pd_op.gelu_grad", OpRole.BACKWARD, i, 1, products[i], gradient)
              .result(ACTIVATION)
              .add()
              .result(0);
      Operation grads =
          op("pd_op.matmul_grad", OpRole.BACKWARD, i, 2, inputs[i], weights[i], gradient)
              .result(ACTIVATION)
              .result(WEIGHT)
              .add();
      merged[i] =
          op("pd_op.add_", OpRole.BACKWARD, i, 1, sums[i], grads.result(1))
              .attribute("grad_merge_add", Attribute.of(true))
              .result(WEIGHT)
              .add()
              .result(0);
      gradient = grads.result(0);
    }
    send(OpRole.BACKWARD, chunk, gradient);
  }

  private OperationBuilder op(String name, OpRole role, int layer, int results, Value... operands) {
    return body.operation(name)
        .operands(operands)
        .attributes(shared.intern(attributes(role, layer, results).build()));
  }

  /** Returns what frameworks write on every operation. */
  private Attributes.Builder attributes(OpRole role, int layer, int results) {
    Attribute[] no = new Attribute[results];
    Arrays.fill(no, Attribute.of(false));
    return Attributes.builder()
        .set("struct_name", Attribute.of("/Model/Layer_" + layer + "/"))
        .set(OpRole.ATTRIBUTE, Attribute.int32(role.code()))
        .set("chunk_id", Attribute.int32(layer / layers))
        .set(Attributes.PERSISTABLE, Attribute.array(no))
        .set(Attributes.STOP_GRADIENT, Attribute.array(no));
  }

  private Value parameter(String name, int layer) {
    return body.operation(Operation.PARAMETER)
        .attributes(
            Attributes.builder()
                .set("is_distributed", Attribute.array(Attribute.of(false)))
                .set("is_parameter", Attribute.array(Attribute.of(true)))
                .set("need_clip", Attribute.array(Attribute.of(true)))
                .set("parameter_name", Attribute.of(name))
                .set("trainable", Attribute.array(Attribute.of(true)))
                .set(OpRole.ATTRIBUTE, Attribute.int32(OpRole.FORWARD.code()))
                .set("chunk_id", Attribute.int32(layer / layers))
                .set(Attributes.PERSISTABLE, Attribute.array(Attribute.of(true)))
                .set(Attributes.STOP_GRADIENT, Attribute.array(Attribute.of(false)))
                .build())
        .result(WEIGHT)
        .add()
        .result(0);
  }

  private Value receive(OpRole role, int chunk) {
    return op("pd_op.recv_v2", role, chunk * layers, 1)
        .attribute("ring_id", Attribute.int32(0))
        .result(ACTIVATION)
        .add()
        .result(0);
  }

  private void send(OpRole role, int chunk, Value value) {
    op("pd_op.send_v2", role, chunk * layers, 0, value)
        .attribute("ring_id", Attribute.int32(1))
        .add();
  }
}
