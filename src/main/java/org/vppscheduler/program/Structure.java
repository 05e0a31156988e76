package org.vppscheduler.program;

import com.google.common.collect.ImmutableList;

/** Equality of programs up to the identity of their values. */
final class Structure {
  private Structure() {}

  static boolean equal(Program a, Program b) {
    return a.valueCount() == b.valueCount()
        && new Comparison(a.valueCount()).equal(a.body(), b.body());
  }

  static int hash(Program program) {
    return new Hash(program.valueCount()).of(program.body());
  }

  /** One walk through two programs side by side. */
  private static final class Comparison {
    /** At the number of a value of the one program, the number of its counterpart. */
    private final int[] counterparts;

    Comparison(int values) {
      counterparts = new int[values];
    }

    boolean equal(Block a, Block b) {
      if (!arguments(a.arguments(), b.arguments())
          || !arguments(a.keywordArguments(), b.keywordArguments())
          || a.operations().size() != b.operations().size()) {
        return false;
      }
      for (int i = 0; i < a.operations().size(); i++) {
        if (!equal(a.operations().get(i), b.operations().get(i))) {
          return false;
        }
      }
      return true;
    }

    private boolean arguments(ImmutableList<BlockArgument> a, ImmutableList<BlockArgument> b) {
      if (a.size() != b.size()) {
        return false;
      }
      for (int i = 0; i < a.size(); i++) {
        BlockArgument x = a.get(i);
        BlockArgument y = b.get(i);
        if (!x.type().equals(y.type())
            || !x.keyword().equals(y.keyword())
            || x.persistable() != y.persistable()
            || x.stopGradient() != y.stopGradient()) {
          return false;
        }
        counterparts[x.number()] = y.number();
      }
      return true;
    }

    private boolean equal(Operation a, Operation b) {
      if (!a.name().equals(b.name())
          || a.operandCount() != b.operandCount()
          || a.resultCount() != b.resultCount()
          || a.regions().size() != b.regions().size()
          || !a.attributes().equals(b.attributes())) {
        return false;
      }
      for (int i = 0; i < a.operandCount(); i++) {
        int expected = a.operand(i).map(value -> counterparts[value.number()]).orElse(-1);
        if (b.operand(i).map(Value::number).orElse(-1) != expected) {
          return false;
        }
      }
      for (int i = 0; i < a.resultCount(); i++) {
        if (!a.result(i).type().equals(b.result(i).type())) {
          return false;
        }
        counterparts[a.result(i).number()] = b.result(i).number();
      }
      for (int i = 0; i < a.regions().size(); i++) {
        ImmutableList<Block> x = a.regions().get(i).blocks();
        ImmutableList<Block> y = b.regions().get(i).blocks();
        if (x.size() != y.size()) {
          return false;
        }
        for (int j = 0; j < x.size(); j++) {
          if (!equal(x.get(j), y.get(j))) {
            return false;
          }
        }
      }
      return true;
    }
  }

  private static final class Hash {
    private final ValueOrder order;

    Hash(int values) {
      order = new ValueOrder(values);
    }

    int of(Block block) {
      int hash = block.arguments().size() * 31 + block.keywordArguments().size();
      order.define(block.arguments());
      order.define(block.keywordArguments());
      for (Operation operation : block.operations()) {
        hash = hash * 31 + operation.name().hashCode();
        hash = hash * 31 + operation.attributes().hashCode();
        for (int i = 0; i < operation.operandCount(); i++) {
          hash = hash * 31 + operation.operand(i).map(order::of).orElse(-1);
        }
        for (int i = 0; i < operation.resultCount(); i++) {
          hash = hash * 31 + operation.result(i).type().hashCode();
        }
        order.define(operation.results());
        for (Region region : operation.regions()) {
          for (Block inner : region.blocks()) {
            hash = hash * 31 + of(inner);
          }
        }
      }
      return hash;
    }
  }
}
