package org.vppscheduler.split;

import com.google.common.collect.ImmutableList;
import java.util.BitSet;
import java.util.List;
import org.vppscheduler.program.OpRole;
import org.vppscheduler.program.Operation;
import org.vppscheduler.program.Program;
import org.vppscheduler.program.Use;

/** Which operations of a split backward belong to backward_w: gradients of weights. */
final class WeightGradients {
  /** On the operation that adds a micro-batch's gradient to the sum over micro-batches. */
  private static final String MERGE = "grad_merge_add";

  /** What a taken apart matmul_grad leaves for the weight, up to the merge. */
  private static final ImmutableList<String> PATTERN =
      ImmutableList.of(
          "pd_op.full_int_array",
          "pd_op.reshape",
          "pd_op.full_int_array",
          "pd_op.reshape",
          "pd_op.matmul",
          "pd_op.full_int_array",
          "pd_op.reshape",
          "pd_op.add_");

  private WeightGradients() {}

  /** Returns the indices of the backward operations that belong to backward_w. */
  static BitSet of(Program program, OpRole[] roles) {
    List<Operation> operations = program.operations();
    BitSet found = new BitSet(roles.length);
    for (int i = roles.length - 1; i >= 0; i--) {
      Operation operation = operations.get(i);
      if (roles[i] != OpRole.BACKWARD || operation.resultCount() == 0) {
        continue;
      }
      if (merges(operation)) {
        int begin = endsPattern(operations, i) ? i - PATTERN.size() + 1 : i;
        found.set(begin, i + 1);
        i = begin;
      } else if (allResultsMerged(program, operation)) {
        found.set(i);
      }
    }
    return found;
  }

  private static boolean merges(Operation operation) {
    return operation.attributes().contains(MERGE);
  }

  private static boolean endsPattern(List<Operation> operations, int last) {
    int begin = last - PATTERN.size() + 1;
    if (begin < 0) {
      return false;
    }
    for (int i = 0; i < PATTERN.size(); i++) {
      if (!operations.get(begin + i).name().equals(PATTERN.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean allResultsMerged(Program program, Operation operation) {
    for (int i = 0; i < operation.resultCount(); i++) {
      boolean merged = false;
      for (Use use : program.usesOf(operation.result(i))) {
        merged |= merges(use.holder());
      }
      if (!merged) {
        return false;
      }
    }
    return true;
  }
}
