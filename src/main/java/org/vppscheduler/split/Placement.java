package org.vppscheduler.split;

import com.google.common.primitives.ImmutableIntArray;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.vppscheduler.program.Block;
import org.vppscheduler.program.OpResult;
import org.vppscheduler.program.OpRole;
import org.vppscheduler.program.Operation;
import org.vppscheduler.program.Program;
import org.vppscheduler.program.Value;
import org.vppscheduler.schedule.JobKind;

/** Which operation of the whole program belongs to which job type. */
final class Placement {
  static final String SEND = "pd_op.send_v2";
  static final String RECEIVE = "pd_op.recv_v2";

  private final JobTypes types;

  /** For each operation, the position of its type. */
  private final int[] positions;

  private Placement(JobTypes types, int[] positions) {
    this.types = types;
    this.positions = positions;
  }

  static Placement of(
      Program whole,
      OpRole[] roles,
      ImmutableIntArray chunks,
      JobTypes types,
      boolean backwardIsSplit) {
    BitSet weightGradients = backwardIsSplit ? WeightGradients.of(whole, roles) : new BitSet();
    List<Operation> operations = whole.operations();
    int[] positions = new int[roles.length];
    for (int i = 0; i < positions.length; i++) {
      String name = operations.get(i).name();
      JobKind kind =
          switch (roles[i]) {
            case OPTIMIZE -> JobKind.OPTIMIZER;
            case BACKWARD ->
                backwardIsSplit
                    ? weightGradients.get(i) ? JobKind.BACKWARD_W : JobKind.BACKWARD_B
                    : name.equals(SEND) ? JobKind.SEND_BACKWARD : JobKind.BACKWARD;
            case FORWARD ->
                !backwardIsSplit && name.equals(RECEIVE) ? JobKind.RECV_FORWARD : JobKind.FORWARD;
          };
      positions[i] = types.position(kind, kind == JobKind.OPTIMIZER ? 0 : chunks.get(i));
    }
    return new Placement(types, positions);
  }

  JobTypes types() {
    return types;
  }

  /** Returns the position of the type of an operation of the top block. */
  int positionOf(Operation operation) {
    return positions[operation.index()];
  }

  /** Returns the type of an operation of the top block. */
  JobType typeOf(Operation operation) {
    return types.at(positionOf(operation));
  }

  /** Returns the operation of the top block that computes a value, or has it inside. */
  static Optional<Operation> topOperationOf(Value value) {
    Optional<Operation> operation =
        value instanceof OpResult result ? Optional.of(result.operation()) : value.block().holder();
    while (operation.map(Operation::block).flatMap(Block::holder).isPresent()) {
      operation = operation.map(Operation::block).flatMap(Block::holder);
    }
    return operation;
  }

  /** Returns the indices of the operations of each type, ascending, the types in order. */
  int[][] operationsByType() {
    int[] counts = new int[types.count()];
    for (int position : positions) {
      counts[position]++;
    }
    int[][] operations = new int[counts.length][];
    for (int type = 0; type < counts.length; type++) {
      operations[type] = new int[counts[type]];
    }
    for (int i = positions.length - 1; i >= 0; i--) {
      int type = positions[i];
      operations[type][--counts[type]] = i;
    }
    return operations;
  }
}
