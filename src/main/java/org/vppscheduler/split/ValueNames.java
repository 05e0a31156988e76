package org.vppscheduler.split;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.vppscheduler.program.Block;
import org.vppscheduler.program.OpResult;
import org.vppscheduler.program.Operation;
import org.vppscheduler.program.Program;
import org.vppscheduler.program.Region;
import org.vppscheduler.program.Value;

/**
 * The names under which values outlive the run of a program, which is how they get from one program
 * to another: a value's own name, or what a {@code builtin.shadow_output} keeps it as.
 */
final class ValueNames {
  /**
   * The values that shadow outputs keep under one name: one of them, and another one if there is.
   */
  private record Kept(Value one, Optional<Value> another) {
    Kept and(Value value) {
      return value == one || another.isPresent() ? this : new Kept(one, Optional.of(value));
    }

    Optional<Value> otherThan(Value value) {
      return value == one ? another : Optional.of(one);
    }
  }

  private final Program program;
  private final Map<String, Kept> kept = new HashMap<>();
  private final Map<String, Value> own = new HashMap<>();
  private final Set<String> repeated = new HashSet<>();

  private ValueNames(Program program) {
    this.program = program;
  }

  static ValueNames of(Program program) {
    ValueNames names = new ValueNames(program);
    program.body().keywordArguments().forEach(names::addOwn);
    names.addAll(program.body());
    return names;
  }

  private void addAll(Block block) {
    for (Operation operation : block.operations()) {
      switch (operation.name()) {
        case Operation.DATA, Operation.PARAMETER -> operation.results().forEach(this::addOwn);
        case Operation.SHADOW_OUTPUT -> addKept(operation);
        default -> {}
      }
      for (Region region : operation.regions()) {
        region.blocks().forEach(this::addAll);
      }
    }
  }

  private void addOwn(Value value) {
    Optional<String> name = value.name();
    if (name.isPresent() && own.putIfAbsent(name.get(), value) != null) {
      repeated.add(name.get());
    }
  }

  private void addKept(Operation shadowOutput) {
    Optional<String> name = shadowOutput.attributes().text(Operation.OUTPUT_NAME);
    Optional<Value> value =
        shadowOutput.operandCount() == 0 ? Optional.empty() : shadowOutput.operand(0);
    if (name.isPresent() && value.isPresent()) {
      kept.merge(
          name.get(),
          new Kept(value.get(), Optional.empty()),
          (before, now) -> before.and(now.one()));
    }
  }

  /** Returns the name that a result has or, if it has none, the one that it is given. */
  String of(OpResult result) {
    return program
        .nameOf(result)
        .orElseGet(
            () ->
                "var_"
                    + result.operation().index()
                    + "_"
                    + result.operation().name()
                    + "_"
                    + result.index());
  }

  /**
   * Returns another value that is kept under the name of a value, and would be found, or find
   * itself replaced, in its place. Inputs and parameters of one name are the same thing, so they
   * are no others to each other.
   */
  Optional<Value> rivalOf(Value value, String name) {
    Optional<Value> rival = Optional.ofNullable(kept.get(name)).flatMap(k -> k.otherThan(value));
    if (rival.isPresent() || value.name().isPresent()) {
      return rival;
    }
    return Optional.ofNullable(own.get(name));
  }

  /** Returns whether several inputs or parameters have a name. */
  boolean isRepeated(String name) {
    return repeated.contains(name);
  }
}
