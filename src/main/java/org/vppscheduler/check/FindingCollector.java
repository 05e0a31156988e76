package org.vppscheduler.check;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import java.util.EnumMap;
import java.util.Map;

/**
 * Collects findings, of each kind the first few only, and counts the rest: lists with millions of
 * faults stay checked in linear time, and reports readable.
 */
final class FindingCollector {
  private final ImmutableList.Builder<Finding> listed = ImmutableList.builder();
  private final Map<Finding.Kind, Long> counts = new EnumMap<>(Finding.Kind.class);

  /** Counts a finding and returns whether it is to be listed too, with {@link #list}. */
  boolean count(Finding.Kind kind) {
    return counts.merge(kind, 1L, Long::sum) <= CheckReport.MAX_LISTED;
  }

  /** Counts findings of which the caller lists the first ones itself. */
  void countAll(Finding.Kind kind, long count) {
    if (count > 0) {
      counts.merge(kind, count, Long::sum);
    }
  }

  void list(Finding finding) {
    listed.add(finding);
  }

  /** Returns the findings in the order of their kinds, and within a kind as they were listed. */
  ImmutableList<Finding> findings() {
    return ImmutableList.sortedCopyOf(
        (one, other) -> one.kind().compareTo(other.kind()), listed.build());
  }

  ImmutableMap<Finding.Kind, Long> counts() {
    return Maps.immutableEnumMap(counts);
  }
}
