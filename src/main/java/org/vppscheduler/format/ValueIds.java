package org.vppscheduler.format;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.vppscheduler.program.Value;

/** Values by their ids in a file. Ids are mostly dense, but need not be. */
final class ValueIds {
  private static final int ALWAYS_DENSE = 1024;
  private static final int DENSITY = 4;

  private @Nullable Value[] dense = new Value[ALWAYS_DENSE];
  private final Map<Integer, Value> sparse = new HashMap<>();
  private long count;

  @Nullable Value get(int id) {
    Value value = id >= 0 && id < dense.length ? dense[id] : null;
    return value != null || sparse.isEmpty() ? value : sparse.get(id);
  }

  /** Adds a value; returns false and adds nothing if the id is taken. */
  boolean add(int id, Value value) {
    if (get(id) != null) {
      return false;
    }
    count++;
    // The array stays linear in the number of values, whatever ids a file makes up.
    if (id >= 0 && id < ALWAYS_DENSE + count * DENSITY) {
      if (id >= dense.length) {
        dense = Arrays.copyOf(dense, Math.max(id + 1, dense.length * 2));
      }
      dense[id] = value;
    } else {
      sparse.put(id, value);
    }
    return true;
  }
}
