package org.vppscheduler.split;

import static org.vppscheduler.split.StatedChunks.UNKNOWN;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.vppscheduler.program.OpRole;
import org.vppscheduler.program.Operation;
import org.vppscheduler.program.Program;

/**
 * The chunk of each operation of the whole program.
 *
 * @param ofOperations by index; that of an optimizer operation means nothing
 * @param inferred those that no attribute states
 */
record Chunks(ImmutableIntArray ofOperations, ImmutableList<InferredChunk> inferred) {
  /**
   * The chunks that attributes state, and those that are inferred from them.
   *
   * @param roles the roles of the whole program's operations
   * @param givenChunks the chunks that are stated in the given program
   */
  static Chunks byAttribute(
      MatmulGrads.TakenApart apart, OpRole[] roles, int[] givenChunks, MatmulGradParts parts) {
    int[] stated = new int[roles.length];
    List<InferredChunk> inferred = new ArrayList<>();
    for (Operation operation : apart.whole().operations()) {
      int i = operation.index();
      int given = apart.givenIndex(i);
      stated[i] = givenChunks[given];
      Optional<InferredChunk> ofPart =
          stated[i] == UNKNOWN ? parts.inferredChunkOf(operation, given) : Optional.empty();
      if (ofPart.isPresent()) {
        // What a part was given counts as stated for its neighbours.
        stated[i] = ofPart.get().chunk();
        inferred.add(ofPart.get());
      }
    }
    int[] chunks = stated.clone();
    ChunkInference inference =
        new ChunkInference(apart.whole(), stated, new OpLabels(apart.given()));
    for (int i = 0; i < chunks.length; i++) {
      if (chunks[i] == UNKNOWN && roles[i] != OpRole.OPTIMIZE) {
        InferredChunk chunk = inference.infer(apart.whole().operations().get(i));
        chunks[i] = chunk.chunk();
        inferred.add(chunk);
      }
    }
    return new Chunks(
        ImmutableIntArray.copyOf(chunks),
        ImmutableList.sortedCopyOf(Comparator.comparingInt(InferredChunk::operation), inferred));
  }

  /** The chunks by place. */
  static Chunks even(Program whole, OpRole[] roles, int count) {
    return new Chunks(
        ImmutableIntArray.copyOf(EvenChunks.of(whole, roles, count)), ImmutableList.of());
  }
}
