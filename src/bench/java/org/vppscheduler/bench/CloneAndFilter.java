package org.vppscheduler.bench;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.vppscheduler.program.OpRole;
import org.vppscheduler.program.Operation;
import org.vppscheduler.program.Program;
import org.vppscheduler.program.ProgramBuilder;
import org.vppscheduler.program.Value;

/**
 * Splitting as the reference pass does it: for each job type, copy the whole program, then strike
 * out what is of other types. It leaves out names, keywords and events, so it does less than the
 * library's splitter.
 */
final class CloneAndFilter {
  private CloneAndFilter() {}

  /** Returns a copy of a program: the least that a splitter for one type costs. */
  static Program copy(Program program) {
    ProgramBuilder copy =
        Program.builder().version(program.version()).trainable(program.trainable());
    Map<Value, Value> values = new HashMap<>();
    for (Operation operation : program.operations()) {
      Operation made = copy.body().copyOf(operation, values::get).add();
      for (int i = 0; i < made.resultCount(); i++) {
        values.put(operation.result(i), made.result(i));
      }
    }
    return copy.build();
  }

  /** Returns how many operations each type has. */
  static List<Integer> split(Program program, int chunks) {
    List<Integer> sizes = new ArrayList<>();
    for (OpRole role : OpRole.values()) {
      for (int chunk = 0; chunk < (role == OpRole.OPTIMIZE ? 1 : chunks); chunk++) {
        List<Operation> left = new ArrayList<>(copy(program).operations());
        int type = chunk;
        left.removeIf(
            operation ->
                !operation.role().orElseThrow().equals(role)
                    || (role != OpRole.OPTIMIZE
                        && operation.attributes().integer("chunk_id").orElseThrow() != type));
        sizes.add(left.size());
      }
    }
    return sizes;
  }
}
