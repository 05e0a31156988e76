package org.vppscheduler.split;

import static org.vppscheduler.split.StatedChunks.UNKNOWN;

import com.google.common.base.Joiner;
import com.google.common.collect.ImmutableMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.vppscheduler.program.OpResult;
import org.vppscheduler.program.Operation;
import org.vppscheduler.program.Program;
import org.vppscheduler.program.Use;
import org.vppscheduler.program.Value;

/** Infers the chunks that attributes do not state, in the order of {@link ChunkSource}. */
final class ChunkInference {
  /** Operations that only regroup values: the reference puts them where the first user is. */
  private static final Set<String> REGROUPING = Set.of("builtin.combine", "builtin.split");

  private final Program program;
  private final int[] stated;
  private final OpLabels labels;

  ChunkInference(Program program, int[] stated, OpLabels labels) {
    this.program = program;
    this.stated = stated;
    this.labels = labels;
  }

  /**
   * Returns the chunk of an operation without a stated one. Takes time linear in its operands and
   * the uses of its results.
   *
   * @throws IllegalArgumentException if no source says a chunk, or the first that does says several
   */
  InferredChunk infer(Operation operation) {
    int i = operation.index();
    int previous = statedAt(i - 1);
    int next = statedAt(i + 1);
    int afterNext = statedAt(i + 2);
    if (previous == next && next != UNKNOWN) {
      return inferred(operation, next, ChunkSource.BOTH_NEIGHBOURS);
    }
    if (next == afterNext && next != UNKNOWN) {
      return inferred(operation, next, ChunkSource.FOLLOWERS);
    }
    if (REGROUPING.contains(operation.name()) && operation.resultCount() > 0) {
      for (Use use : program.usesOf(operation.result(0))) {
        int chunk = stated[use.holder().index()];
        if (chunk != UNKNOWN) {
          return inferred(operation, chunk, ChunkSource.FIRST_USER);
        }
      }
    }
    SortedSet<Integer> users = usersOf(operation);
    SortedSet<Integer> producers = producersOf(operation);
    ImmutableMap<ChunkSource, SortedSet<Integer>> sources =
        ImmutableMap.of(
            ChunkSource.USERS, users,
            ChunkSource.PRODUCERS, producers,
            ChunkSource.ONLY_NEIGHBOUR, known(previous, next));
    for (Map.Entry<ChunkSource, SortedSet<Integer>> source : sources.entrySet()) {
      SortedSet<Integer> said = source.getValue();
      if (said.size() == 1) {
        return inferred(operation, said.first(), source.getKey());
      }
      if (said.size() > 1) {
        // Asking the next source would be a guess.
        break;
      }
    }
    throw refusal(operation, users, producers);
  }

  private IllegalArgumentException refusal(
      Operation operation, SortedSet<Integer> users, SortedSet<Integer> producers) {
    int i = operation.index();
    return new IllegalArgumentException(
        "Cannot infer chunk_id for op "
            + operation.name()
            + " at index "
            + i
            + labels.givenIndex(operation)
            + ": its users say "
            + saying(users)
            + ", the producers of its operands "
            + saying(producers)
            + ", the op before it "
            + saying(known(statedAt(i - 1)))
            + ", the op after it "
            + saying(known(statedAt(i + 1)))
            + ". Give it the attribute chunk_id.");
  }

  private int statedAt(int index) {
    return index < 0 || index >= stated.length ? UNKNOWN : stated[index];
  }

  private SortedSet<Integer> usersOf(Operation operation) {
    SortedSet<Integer> chunks = new TreeSet<>();
    for (int i = 0; i < operation.resultCount(); i++) {
      for (Use use : program.usesOf(operation.result(i))) {
        addKnown(stated[use.holder().index()], chunks);
      }
    }
    return chunks;
  }

  private SortedSet<Integer> producersOf(Operation operation) {
    SortedSet<Integer> chunks = new TreeSet<>();
    for (Optional<Value> operand : operation.operands()) {
      if (operand.isPresent() && operand.get() instanceof OpResult result) {
        addKnown(stated[result.operation().index()], chunks);
      }
    }
    return chunks;
  }

  private static SortedSet<Integer> known(int... chunks) {
    SortedSet<Integer> known = new TreeSet<>();
    for (int chunk : chunks) {
      addKnown(chunk, known);
    }
    return known;
  }

  private static void addKnown(int chunk, SortedSet<Integer> chunks) {
    if (chunk != UNKNOWN) {
      chunks.add(chunk);
    }
  }

  private static InferredChunk inferred(Operation operation, int chunk, ChunkSource source) {
    return new InferredChunk(operation.index(), operation.name(), chunk, source);
  }

  private static String saying(Set<Integer> chunks) {
    return chunks.isEmpty() ? "nothing" : Joiner.on(" and ").join(chunks);
  }
}
