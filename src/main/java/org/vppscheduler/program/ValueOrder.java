package org.vppscheduler.program;

import java.util.List;

/**
 * The places of values in the order of a program, whatever the order in which it was built: through
 * the arguments of a block, then its operations, and for each operation through its results, then
 * its regions. Whoever walks in this order tells it each value as it comes.
 */
final class ValueOrder {
  private final int[] places;
  private int next;

  ValueOrder(int values) {
    places = new int[values];
  }

  void define(List<? extends Value> values) {
    for (Value value : values) {
      places[value.number()] = next++;
    }
  }

  int of(Value value) {
    return places[value.number()];
  }
}
