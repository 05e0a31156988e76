package org.vppscheduler.split;

import static org.vppscheduler.split.StatedChunks.UNKNOWN;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
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
  /** The chunks that attributes state, and those that are inferred from them. */
  static Chunks byAttribute(
      MatmulGrads.TakenApart apart, OpRole[] roles, int count, MatmulGradParts parts) {
    Program whole = apart.whole();
    int[] chunks = StatedChunks.of(whole, roles, count);
    ChunkInference inference =
        new ChunkInference(whole, chunks.clone(), new OpLabels(apart.given()));
    ImmutableList.Builder<InferredChunk> inferred = ImmutableList.builder();
    for (Operation operation : whole.operations()) {
      int i = operation.index();
      if (chunks[i] == UNKNOWN && roles[i] != OpRole.OPTIMIZE) {
        InferredChunk chunk = inference.infer(operation);
        chunks[i] = chunk.chunk();
        inferred.add(chunk);
      } else if (!apart.given().isEmpty()) {
        parts.inferredChunkOf(operation, apart.given().get(i)).ifPresent(inferred::add);
      }
    }
    return new Chunks(ImmutableIntArray.copyOf(chunks), inferred.build());
  }

  /** The chunks by place. */
  static Chunks even(Program whole, OpRole[] roles, int count) {
    return new Chunks(
        ImmutableIntArray.copyOf(EvenChunks.of(whole, roles, count)), ImmutableList.of());
  }
}
