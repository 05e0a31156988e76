package org.vppscheduler.program;

/** The text form of programs. */
final class ProgramText {
  private final StringBuilder text = new StringBuilder();

  private final ValueOrder order;

  private ProgramText(int values) {
    order = new ValueOrder(values);
  }

  static String of(Program program) {
    ProgramText writer = new ProgramText(program.valueCount());
    writer.text.append("program version ").append(program.version());
    if (program.trainable()) {
      writer.text.append(" trainable");
    }
    writer.block(program.body(), 0);
    return writer.text.append('\n').toString();
  }

  private void block(Block block, int indent) {
    order.define(block.arguments());
    order.define(block.keywordArguments());
    if (!block.arguments().isEmpty() || !block.keywordArguments().isEmpty()) {
      text.append(" (");
      String separator = "";
      for (BlockArgument argument : block.arguments()) {
        text.append(separator);
        argument(argument);
        separator = ", ";
      }
      for (BlockArgument argument : block.keywordArguments()) {
        text.append(separator);
        Texts.quote(argument.keyword().orElseThrow(), text);
        text.append(" = ");
        argument(argument);
        separator = ", ";
      }
      text.append(')');
    }
    text.append(" {\n");
    for (Operation operation : block.operations()) {
      operation(operation, indent + 1);
    }
    indent(indent);
    text.append('}');
  }

  private void argument(BlockArgument argument) {
    number(argument);
    text.append(": ").append(argument.type());
    if (argument.persistable()) {
      text.append(" persistable");
    }
    if (argument.stopGradient()) {
      text.append(" stop_gradient");
    }
  }

  private void operation(Operation operation, int indent) {
    order.define(operation.results());
    indent(indent);
    for (int i = 0; i < operation.resultCount(); i++) {
      text.append(i == 0 ? "" : ", ");
      number(operation.result(i));
    }
    text.append(operation.resultCount() == 0 ? "" : " = ").append(operation.name()).append('(');
    for (int i = 0; i < operation.operandCount(); i++) {
      text.append(i == 0 ? "" : ", ");
      operation.operand(i).ifPresentOrElse(this::number, () -> text.append("null"));
    }
    text.append(')');
    if (operation.attributes().size() > 0) {
      text.append(' ').append(operation.attributes());
    }
    for (int i = 0; i < operation.resultCount(); i++) {
      text.append(i == 0 ? " : " : ", ").append(operation.result(i).type());
    }
    for (Region region : operation.regions()) {
      text.append(" region");
      for (Block inner : region.blocks()) {
        block(inner, indent);
      }
    }
    text.append('\n');
  }

  private void number(Value value) {
    text.append('%').append(order.of(value));
  }

  private void indent(int levels) {
    text.append("  ".repeat(levels));
  }
}
