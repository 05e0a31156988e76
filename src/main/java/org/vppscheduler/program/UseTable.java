package org.vppscheduler.program;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Who uses which value: the uses of all values in three parallel arrays, those of one value next to
 * each other. An object for each use would take several times the memory.
 */
final class UseTable {
  /** At n, where the uses of value n begin; one element more than there are values. */
  private final int[] starts;

  private final @Nullable Operation[] users;
  private final int[] operandIndices;

  /** The same array as {@link #users} if no region uses a value from outside itself. */
  private final @Nullable Operation[] holders;

  private UseTable(
      int[] starts,
      @Nullable Operation[] users,
      int[] operandIndices,
      @Nullable Operation[] holders) {
    this.starts = starts;
    this.users = users;
    this.operandIndices = operandIndices;
    this.holders = holders;
  }

  /** Returns the uses in {@code body}, which has {@code values} values, regions included. */
  static UseTable of(Block body, int values) {
    int[] starts = new int[values + 1];
    boolean captures = count(body, starts);
    for (int i = 0; i < values; i++) {
      starts[i + 1] += starts[i];
    }
    int total = starts[values];
    Operation[] users = new Operation[total];
    Collector collector =
        new Collector(
            Arrays.copyOf(starts, values),
            users,
            new int[total],
            captures ? new Operation[total] : users);
    collector.collect(body);
    return new UseTable(starts, users, collector.operandIndices, collector.holders);
  }

  /**
   * Counts at n + 1 the uses of value n; returns whether a region uses a value from outside itself.
   * Recursion goes as deep as regions are nested, which builders limit.
   */
  private static boolean count(Block block, int[] uses) {
    boolean captures = false;
    for (Operation operation : block.operations()) {
      for (int i = 0; i < operation.operandCount(); i++) {
        Value operand = operation.operandOrNull(i);
        if (operand != null) {
          uses[operand.number() + 1]++;
          captures |= Scope.of(operand) != block.scope();
        }
      }
      for (Region region : operation.regions()) {
        for (Block inner : region.blocks()) {
          captures |= count(inner, uses);
        }
      }
    }
    return captures;
  }

  int valueCount() {
    return starts.length - 1;
  }

  int count(int value) {
    return starts[value + 1] - starts[value];
  }

  Use get(int value, int index) {
    int at = starts[value] + Objects.checkIndex(index, count(value));
    return new Use(requireNonNull(users[at]), operandIndices[at], requireNonNull(holders[at]));
  }

  private static final class Collector {
    private final int[] next;
    private final @Nullable Operation[] users;
    private final int[] operandIndices;
    private final @Nullable Operation[] holders;

    /** At each depth, the operation being visited. */
    private final @Nullable Operation[] path = new Operation[BlockBuilder.MAX_DEPTH + 1];

    Collector(
        int[] next,
        @Nullable Operation[] users,
        int[] operandIndices,
        @Nullable Operation[] holders) {
      this.next = next;
      this.users = users;
      this.operandIndices = operandIndices;
      this.holders = holders;
    }

    void collect(Block block) {
      for (Operation operation : block.operations()) {
        path[block.depth()] = operation;
        for (int i = 0; i < operation.operandCount(); i++) {
          Value operand = operation.operandOrNull(i);
          if (operand != null) {
            int at = next[operand.number()]++;
            users[at] = operation;
            operandIndices[at] = i;
            holders[at] = path[Scope.of(operand).depth()];
          }
        }
        for (Region region : operation.regions()) {
          region.blocks().forEach(this::collect);
        }
      }
    }
  }
}
