package org.vppscheduler.split;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import org.vppscheduler.program.Attribute;
import org.vppscheduler.program.BlockBuilder;
import org.vppscheduler.program.DenseTensorType;
import org.vppscheduler.program.OpRole;
import org.vppscheduler.program.Operation;
import org.vppscheduler.program.OperationBuilder;
import org.vppscheduler.program.Program;
import org.vppscheduler.program.ProgramBuilder;
import org.vppscheduler.program.ScalarType;
import org.vppscheduler.program.Type;
import org.vppscheduler.program.Value;
import org.vppscheduler.schedule.VppConfig;

/** Writes programs for tests by hand. */
final class SmallProgram {
  static final int NO_CHUNK = -1;
  static final Type TENSOR = DenseTensorType.of(ScalarType.FLOAT32, 8, 8);

  private final ProgramBuilder program = Program.builder();

  BlockBuilder body() {
    return program.body();
  }

  /** Begins an operation of a role and, unless it is {@link #NO_CHUNK}, a chunk. */
  OperationBuilder begin(String name, OpRole role, int chunk, Value... operands) {
    OperationBuilder operation =
        body()
            .operation(name)
            .operands(operands)
            .attribute(OpRole.ATTRIBUTE, Attribute.int32(role.code()));
    return chunk == NO_CHUNK ? operation : operation.attribute("chunk_id", Attribute.int32(chunk));
  }

  /** Adds an operation with one result and returns that. */
  @CanIgnoreReturnValue
  Value add(String name, OpRole role, int chunk, Value... operands) {
    return begin(name, role, chunk, operands).result(TENSOR).add().result(0);
  }

  @CanIgnoreReturnValue
  Value forward(String name, int chunk, Value... operands) {
    return add(name, OpRole.FORWARD, chunk, operands);
  }

  @CanIgnoreReturnValue
  Value backward(String name, int chunk, Value... operands) {
    return add(name, OpRole.BACKWARD, chunk, operands);
  }

  /** Adds an input. */
  @CanIgnoreReturnValue
  Value input(String name, int chunk) {
    return begin(Operation.DATA, OpRole.FORWARD, chunk)
        .attribute("name", Attribute.of(name))
        .result(TENSOR)
        .add()
        .result(0);
  }

  /** Keeps a value. */
  void keep(Value value, String name, OpRole role, int chunk) {
    begin(Operation.SHADOW_OUTPUT, role, chunk, value)
        .attribute(Operation.OUTPUT_NAME, Attribute.of(name))
        .add();
  }

  Program build() {
    return program.build();
  }

  /** Returns a configuration whose backward is split or not, as asked. */
  static VppConfig config(int chunks, boolean splitBackward) {
    return VppConfig.builder()
        .stages(1)
        .chunks(chunks)
        .microBatches(1)
        .splitBackward(splitBackward)
        .build();
  }

  /** Builds the program and splits it, backward not split. */
  SplitResult split(int chunks) {
    return ProgramSplitter.create(config(chunks, false)).split(build());
  }

  /** Builds the program and splits it, backward split. */
  SplitResult splitBackward(int chunks) {
    return ProgramSplitter.create(config(chunks, true)).split(build());
  }
}
