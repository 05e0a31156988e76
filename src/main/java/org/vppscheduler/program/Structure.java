package org.vppscheduler.program;

import com.google.common.collect.ImmutableList;

/** Equality of programs up to the identity of their values; numbers take the place of values. */
final class Structure {
  private Structure() {}

  static boolean equal(Block a, Block b) {
    if (!equalArguments(a.arguments(), b.arguments())
        || !equalArguments(a.keywordArguments(), b.keywordArguments())
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

  private static boolean equalArguments(
      ImmutableList<BlockArgument> a, ImmutableList<BlockArgument> b) {
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
    }
    return true;
  }

  private static boolean equal(Operation a, Operation b) {
    if (!a.name().equals(b.name())
        || a.operandCount() != b.operandCount()
        || a.resultCount() != b.resultCount()
        || a.regions().size() != b.regions().size()
        || !a.attributes().equals(b.attributes())) {
      return false;
    }
    for (int i = 0; i < a.operandCount(); i++) {
      if (operandNumber(a, i) != operandNumber(b, i)) {
        return false;
      }
    }
    for (int i = 0; i < a.resultCount(); i++) {
      if (!a.result(i).type().equals(b.result(i).type())) {
        return false;
      }
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

  static int hash(Block block) {
    int hash = block.arguments().size() * 31 + block.keywordArguments().size();
    for (Operation operation : block.operations()) {
      hash = hash * 31 + operation.name().hashCode();
      hash = hash * 31 + operation.attributes().hashCode();
      for (int i = 0; i < operation.operandCount(); i++) {
        hash = hash * 31 + operandNumber(operation, i);
      }
      for (int i = 0; i < operation.resultCount(); i++) {
        hash = hash * 31 + operation.result(i).type().hashCode();
      }
      for (Region region : operation.regions()) {
        for (Block inner : region.blocks()) {
          hash = hash * 31 + hash(inner);
        }
      }
    }
    return hash;
  }

  private static int operandNumber(Operation operation, int index) {
    return operation.operand(index).map(Value::number).orElse(-1);
  }
}
