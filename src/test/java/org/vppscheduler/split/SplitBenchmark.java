package org.vppscheduler.split;

import java.util.Arrays;
import java.util.Locale;
import org.vppscheduler.program.Attribute;
import org.vppscheduler.program.BlockBuilder;
import org.vppscheduler.program.DenseTensorType;
import org.vppscheduler.program.OpRole;
import org.vppscheduler.program.Operation;
import org.vppscheduler.program.OperationBuilder;
import org.vppscheduler.program.Program;
import org.vppscheduler.program.ProgramBuilder;
import org.vppscheduler.program.ScalarType;
import org.vppscheduler.program.Value;
import org.vppscheduler.schedule.VppConfig;

/**
 * Measures splitting of large training programs: {@code SplitBenchmark [OPERATIONS …]}. It is no
 * test: it takes as long as it takes, and prints what it found.
 */
public final class SplitBenchmark {
  private static final int CHUNKS = 8;
  private static final DenseTensorType ACTIVATION =
      DenseTensorType.of(ScalarType.FLOAT32, 8, 1024, 4096);
  private static final DenseTensorType WEIGHT = DenseTensorType.of(ScalarType.FLOAT32, 4096, 4096);

  /**
   * Operations of a layer in all roles: two parameters, two forward, three backward, one update.
   */
  private static final int OPERATIONS_OF_A_LAYER = 8;

  private SplitBenchmark() {}

  /**
   * Measures and prints.
   *
   * @param args about how many operations the programs have; by default 10⁴, 10⁵ and 10⁶
   */
  public static void main(String[] args) {
    String[] sizes = args.length > 0 ? args : new String[] {"10000", "100000", "1000000"};
    for (String size : sizes) {
      Program program = program(Integer.parseInt(size));
      for (boolean splitBackward : new boolean[] {false, true}) {
        measure(program, splitBackward);
      }
    }
  }

  private static void measure(Program program, boolean splitBackward) {
    VppConfig config =
        VppConfig.builder()
            .stages(1)
            .chunks(CHUNKS)
            .microBatches(1)
            .splitBackward(splitBackward)
            .build();
    ProgramSplitter splitter = ProgramSplitter.create(config);
    int operations = program.operations().size();
    int rounds = Math.max(5, 1_000_000 / operations);
    double[] seconds = new double[rounds];
    int persisted = 0;
    for (int round = 0; round < rounds; round++) {
      long start = System.nanoTime();
      SplitResult split = splitter.split(program);
      seconds[round] = (System.nanoTime() - start) / 1e9;
      persisted = split.persistedValues().size();
    }
    Arrays.sort(seconds);
    double median = seconds[rounds / 2];
    System.out.println(
        String.format(
            Locale.ROOT,
            "%,9d ops, %d chunks, backward %-9s %8.4f s, %.2f µs an op (best %.2f), %,d values kept",
            operations,
            CHUNKS,
            splitBackward ? "split:" : "not split:",
            median,
            median * 1e6 / operations,
            seconds[0] * 1e6 / operations,
            persisted));
  }

  /** Returns a program of linear layers with their activations, all chunks of the same size. */
  private static Program program(int operations) {
    int layers = Math.max(1, operations / OPERATIONS_OF_A_LAYER / CHUNKS);
    ProgramBuilder program = Program.builder();
    BlockBuilder body = program.body();
    Value[] inputs = new Value[CHUNKS * layers];
    Value[] products = new Value[CHUNKS * layers];
    Value[] weights = new Value[CHUNKS * layers];
    Value[] sums = new Value[CHUNKS * layers];
    Value[] merged = new Value[CHUNKS * layers];
    for (int chunk = 0; chunk < CHUNKS; chunk++) {
      Value value = receive(body, OpRole.FORWARD, chunk);
      for (int i = chunk * layers; i < (chunk + 1) * layers; i++) {
        inputs[i] = value;
        weights[i] = parameter(body, "w" + i, chunk);
        sums[i] = parameter(body, "w" + i + "@GRAD@MERGE", chunk);
        products[i] =
            op(body, "pd_op.matmul", OpRole.FORWARD, chunk, value, weights[i])
                .result(ACTIVATION)
                .add()
                .result(0);
        value =
            op(body, "pd_op.gelu", OpRole.FORWARD, chunk, products[i])
                .result(ACTIVATION)
                .add()
                .result(0);
      }
      send(body, OpRole.FORWARD, chunk, value);
    }
    for (int chunk = CHUNKS - 1; chunk >= 0; chunk--) {
      Value gradient = receive(body, OpRole.BACKWARD, chunk);
      for (int i = (chunk + 1) * layers - 1; i >= chunk * layers; i--) {
        gradient =
            op(body, "pd_op.gelu_grad", OpRole.BACKWARD, chunk, products[i], gradient)
                .result(ACTIVATION)
                .add()
                .result(0);
        Operation grads =
            op(body, "pd_op.matmul_grad", OpRole.BACKWARD, chunk, inputs[i], weights[i], gradient)
                .result(ACTIVATION)
                .result(WEIGHT)
                .add();
        merged[i] =
            op(body, "pd_op.add_", OpRole.BACKWARD, chunk, sums[i], grads.result(1))
                .attribute("grad_merge_add", Attribute.of(true))
                .result(WEIGHT)
                .add()
                .result(0);
        gradient = grads.result(0);
      }
      send(body, OpRole.BACKWARD, chunk, gradient);
    }
    for (int i = 0; i < weights.length; i++) {
      body.operation("pd_op.sgd_")
          .operands(weights[i], merged[i])
          .attribute(OpRole.ATTRIBUTE, Attribute.int32(OpRole.OPTIMIZE.code()))
          .result(WEIGHT)
          .add();
    }
    return program.build();
  }

  private static OperationBuilder op(
      BlockBuilder body, String name, OpRole role, int chunk, Value... operands) {
    return body.operation(name)
        .operands(operands)
        .attribute(OpRole.ATTRIBUTE, Attribute.int32(role.code()))
        .attribute("chunk_id", Attribute.int32(chunk));
  }

  private static Value parameter(BlockBuilder body, String name, int chunk) {
    return op(body, Operation.PARAMETER, OpRole.FORWARD, chunk)
        .attribute("parameter_name", Attribute.of(name))
        .result(WEIGHT)
        .add()
        .result(0);
  }

  private static Value receive(BlockBuilder body, OpRole role, int chunk) {
    return op(body, "pd_op.recv_v2", role, chunk)
        .attribute("ring_id", Attribute.int32(0))
        .result(ACTIVATION)
        .add()
        .result(0);
  }

  private static void send(BlockBuilder body, OpRole role, int chunk, Value value) {
    op(body, "pd_op.send_v2", role, chunk, value).attribute("ring_id", Attribute.int32(1)).add();
  }
}
