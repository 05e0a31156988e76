package org.vppscheduler.program;

import java.util.Optional;

/** A result of an operation. */
public final class OpResult implements Value {
  private final Operation operation;
  private final int index;
  private final int number;
  private final Type type;

  OpResult(Operation operation, int index, int number, Type type) {
    this.operation = operation;
    this.index = index;
    this.number = number;
    this.type = type;
  }

  /** Returns the operation whose result it is. */
  public Operation operation() {
    return operation;
  }

  @Override
  public Type type() {
    return type;
  }

  @Override
  public int number() {
    return number;
  }

  @Override
  public Block block() {
    return operation.block();
  }

  @Override
  public int index() {
    return index;
  }

  /** Returns what the operation's attribute {@value Attributes#PERSISTABLE} says; else false. */
  @Override
  public boolean persistable() {
    return operation.attributes().isTrueAt(Attributes.PERSISTABLE, index);
  }

  /** Returns what the operation's attribute {@value Attributes#STOP_GRADIENT} says; else false. */
  @Override
  public boolean stopGradient() {
    return operation.attributes().isTrueAt(Attributes.STOP_GRADIENT, index);
  }

  @Override
  public Optional<String> name() {
    return switch (operation.name()) {
      case Operation.DATA -> operation.attributes().text("name");
      case Operation.PARAMETER -> operation.attributes().text("parameter_name");
      default -> Optional.empty();
    };
  }

  /** Returns a description for messages, such as {@code result 0 of op 12 (pd_op.matmul)}. */
  @Override
  public String toString() {
    return "result " + index + " of op " + operation.index() + " (" + operation.name() + ")";
  }
}
