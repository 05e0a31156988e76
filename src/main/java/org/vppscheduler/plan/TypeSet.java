package org.vppscheduler.plan;

import com.google.common.collect.ImmutableSet;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A set of job types, by number, that a walk over a job list has met in one micro-batch. Equal sets
 * of one family are one object: micro-batches that run the same types in the same order, as nearly
 * all do, share them, and with them whatever is found out about them.
 */
final class TypeSet {
  private final Map<BitSet, TypeSet> family;
  private final BitSet types;
  private final Map<Integer, TypeSet> larger = new HashMap<>();
  private final Map<Integer, ImmutableSet<String>> names = new HashMap<>();

  private TypeSet(Map<BitSet, TypeSet> family, BitSet types) {
    this.family = family;
    this.types = types;
  }

  /** Returns the empty set of a new family. */
  static TypeSet empty() {
    Map<BitSet, TypeSet> family = new HashMap<>();
    TypeSet empty = new TypeSet(family, new BitSet());
    family.put(empty.types, empty);
    return empty;
  }

  boolean contains(int type) {
    return types.get(type);
  }

  /** Returns this set with a type; in constant time but for the first time. */
  TypeSet with(int type) {
    if (contains(type)) {
      return this;
    }
    TypeSet known = larger.get(type);
    if (known == null) {
      BitSet union = (BitSet) types.clone();
      union.set(type);
      known = family.computeIfAbsent(union, key -> new TypeSet(family, key));
      larger.put(type, known);
    }
    return known;
  }

  /** Returns the names that belong to this set and a type; computed when first asked for. */
  ImmutableSet<String> names(int type, Supplier<ImmutableSet<String>> computation) {
    ImmutableSet<String> known = names.get(type);
    if (known == null) {
      known = computation.get();
      names.put(type, known);
    }
    return known;
  }
}
