package org.vppscheduler.split;

import static org.vppscheduler.split.StatedChunks.UNKNOWN;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.vppscheduler.program.Attribute;
import org.vppscheduler.program.Attributes;
import org.vppscheduler.program.OpRole;
import org.vppscheduler.program.Operation;
import org.vppscheduler.program.Program;

/**
 * What the parts of a {@code pd_op.matmul_grad} inherit from it: its role and its chunk. A chunk
 * that is not stated is inferred while the matmul_grad is still in one piece; its parts mostly have
 * only each other for neighbours and users.
 */
final class MatmulGradParts {
  private final OpRole[] roles;
  private final int[] stated;
  private final ChunkInference inference;

  /** By index in the given program. */
  private final Map<Integer, InferredChunk> inferred = new HashMap<>();

  MatmulGradParts(Program given, OpRole[] roles, int[] stated) {
    this.roles = roles;
    this.stated = stated;
    this.inference = new ChunkInference(given, stated, OpLabels.asGiven());
  }

  /**
   * Returns the attributes of the parts of an operation of the given program.
   *
   * @throws IllegalArgumentException if its chunk has to be inferred and cannot be
   */
  Attributes attributesFor(Operation matmulGrad) {
    Attributes.Builder attributes = Attributes.builder();
    matmulGrad
        .attributes()
        .get(OpRole.ATTRIBUTE)
        .ifPresent(role -> attributes.set(OpRole.ATTRIBUTE, role));
    int index = matmulGrad.index();
    Optional<Attribute> own = matmulGrad.attributes().get(StatedChunks.CHUNK_ID);
    if (stated[index] != UNKNOWN) {
      attributes.set(StatedChunks.CHUNK_ID, own.orElseGet(() -> Attribute.int32(stated[index])));
    } else if (roles[index] != OpRole.OPTIMIZE) {
      InferredChunk chunk = inference.infer(matmulGrad);
      inferred.put(index, chunk);
      attributes.set(StatedChunks.CHUNK_ID, Attribute.int32(chunk.chunk()));
    }
    return attributes.build();
  }

  /**
   * Returns that the chunk of an operation of the whole program was inferred, if it is a part of a
   * matmul_grad for which it was.
   *
   * @param given the index of the matmul_grad in the given program
   */
  Optional<InferredChunk> inferredChunkOf(Operation part, int given) {
    return Optional.ofNullable(inferred.get(given))
        .map(of -> new InferredChunk(part.index(), part.name(), of.chunk(), of.source()));
  }
}
