package org.vppscheduler.split;

import com.google.common.primitives.ImmutableIntArray;
import org.vppscheduler.program.OpResult;
import org.vppscheduler.program.Operation;

/**
 * How messages call the operations of the whole program: by their index there and, where that is
 * another, by the index in the given program too, which is the one a reader of the file can find.
 */
final class OpLabels {
  private final ImmutableIntArray given;

  /** For each operation of the whole program, the index in the given one; empty if it is that. */
  OpLabels(ImmutableIntArray given) {
    this.given = given;
  }

  static OpLabels asGiven() {
    return new OpLabels(ImmutableIntArray.of());
  }

  /** Returns a description such as {@code op 12 (pd_op.matmul)}. */
  String of(Operation operation) {
    return "op " + operation.index() + " (" + operation.name() + givenIndex(operation) + ")";
  }

  /** Returns a description such as {@code result 0 of op 12 (pd_op.matmul)}. */
  String of(OpResult result) {
    return "result " + result.index() + " of " + of(result.operation());
  }

  /** Returns {@code ; op 4 of the given program} where that is another index, else nothing. */
  String givenIndex(Operation operation) {
    int index = operation.index();
    return given.isEmpty() || given.get(index) == index
        ? ""
        : "; op " + given.get(index) + " of the given program";
  }
}
