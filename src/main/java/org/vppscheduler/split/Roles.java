package org.vppscheduler.split;

import java.util.List;
import java.util.Optional;
import org.vppscheduler.program.Attribute;
import org.vppscheduler.program.OpRole;
import org.vppscheduler.program.Operation;
import org.vppscheduler.program.Program;

/** The roles of the operations of a program. */
final class Roles {
  private Roles() {}

  /**
   * Returns the role of each operation.
   *
   * @param fallback the role of operations that have no attribute for it
   * @throws IllegalArgumentException if an operation has no role
   */
  static OpRole[] of(Program program, Optional<OpRole> fallback) {
    List<Operation> operations = program.operations();
    OpRole[] roles = new OpRole[operations.size()];
    for (int i = 0; i < roles.length; i++) {
      Operation operation = operations.get(i);
      Optional<Attribute> stated = operation.attributes().get(OpRole.ATTRIBUTE);
      Optional<OpRole> role = stated.isPresent() ? operation.role() : fallback;
      roles[i] = role.orElseThrow(() -> refusal(operation, stated));
    }
    return roles;
  }

  private static IllegalArgumentException refusal(Operation operation, Optional<Attribute> stated) {
    String kinds = "0 (forward), 1 (backward) or 2 (optimize)";
    return new IllegalArgumentException(
        stated.isPresent()
            ? "The op_role of " + operation + " is " + stated.get() + "; it must be " + kinds + "."
            : operation
                + " has no op_role; give it one of "
                + kinds
                + ", or split with a default role.");
  }
}
