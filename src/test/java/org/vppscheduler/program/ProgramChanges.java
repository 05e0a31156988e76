package org.vppscheduler.program;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;

/** Changed copies of programs. */
public final class ProgramChanges {
  private ProgramChanges() {}

  /** Returns a copy whose operations, those in regions excepted, have other attributes. */
  public static Program withAttributes(
      Program program, BiFunction<Operation, Attributes, Attributes> change) {
    ProgramBuilder changed =
        Program.builder().version(program.version()).trainable(program.trainable());
    Map<Value, Value> copies = new HashMap<>();
    for (BlockArgument argument : program.body().arguments()) {
      copies.put(argument, changed.body().argument(argument.type()));
    }
    for (BlockArgument argument : program.body().keywordArguments()) {
      copies.put(
          argument, changed.body().keywordArgumentLike(argument.keyword().orElseThrow(), argument));
    }
    for (Operation operation : program.operations()) {
      Operation copy =
          changed
              .body()
              .copyOf(operation, copies::get)
              .attributes(change.apply(operation, operation.attributes()))
              .add();
      for (int i = 0; i < copy.resultCount(); i++) {
        copies.put(operation.result(i), copy.result(i));
      }
    }
    return changed.build();
  }
}
