package org.vppscheduler.split;

import java.util.List;
import java.util.Optional;
import org.vppscheduler.program.OpResult;
import org.vppscheduler.program.OpRole;
import org.vppscheduler.program.Operation;
import org.vppscheduler.program.Program;
import org.vppscheduler.program.Use;

/** Chunks by place, for {@link ChunkAssignment#EVEN}. */
final class EvenChunks {
  private static final String FETCH = "pd_op.fetch";

  private EvenChunks() {}

  /**
   * Returns the chunk of each operation; that of optimizer operations means nothing.
   *
   * @throws IllegalArgumentException if an operation has a chunk, or is a backward one
   */
  static int[] of(Program program, OpRole[] roles, int chunks) {
    List<Operation> operations = program.operations();
    long counted = 0;
    for (Operation operation : operations) {
      check(operation, roles[operation.index()]);
      counted += isParameter(operation) || fetched(operation).isPresent() ? 0 : 1;
    }
    int[] assigned = new int[roles.length];
    long k = 0;
    for (Operation operation : operations) {
      Optional<Operation> fetched = fetched(operation);
      if (fetched.isPresent()) {
        assigned[operation.index()] = assigned[fetched.get().index()];
      } else if (!isParameter(operation)) {
        assigned[operation.index()] = (int) (k * chunks / counted);
        k++;
      }
    }
    for (Operation operation : operations) {
      if (isParameter(operation) && operation.resultCount() > 0) {
        List<Use> uses = program.usesOf(operation.result(0));
        if (!uses.isEmpty()) {
          assigned[operation.index()] = assigned[uses.get(0).holder().index()];
        }
      }
    }
    return assigned;
  }

  /** Returns the operation whose result one fetches, if it fetches one that is no parameter. */
  private static Optional<Operation> fetched(Operation operation) {
    if (!operation.name().equals(FETCH) || operation.operandCount() == 0) {
      return Optional.empty();
    }
    return operation
        .operand(0)
        .filter(OpResult.class::isInstance)
        .map(value -> ((OpResult) value).operation())
        .filter(producer -> !isParameter(producer));
  }

  private static boolean isParameter(Operation operation) {
    return operation.name().equals(Operation.PARAMETER);
  }

  private static void check(Operation operation, OpRole role) {
    if (role == OpRole.OPTIMIZE) {
      return;
    }
    if (role == OpRole.BACKWARD) {
      throw new IllegalArgumentException(
          operation
              + " is a backward operation, whose chunk is that of a forward one; chunks by place are"
              + " for forward programs. Give all operations the attribute chunk_id.");
    }
    long stated = StatedChunks.of(operation);
    if (stated != StatedChunks.UNKNOWN) {
      throw new IllegalArgumentException(
          operation
              + " has the chunk "
              + stated
              + " already; chunks by place are for programs without any. Split by attribute.");
    }
  }
}
