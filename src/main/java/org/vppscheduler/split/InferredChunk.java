package org.vppscheduler.split;

/**
 * A chunk that no attribute states.
 *
 * @param operation the index of the operation in the whole program
 * @param name the operation's name
 * @param chunk the chunk, from 0
 * @param source what it was inferred from; for a part of a {@code pd_op.matmul_grad} that was taken
 *     apart, what the chunk of the matmul_grad was inferred from
 */
public record InferredChunk(int operation, String name, int chunk, ChunkSource source) {
  /** Returns a line for people, such as {@code op 7 (pd_op.add): chunk 1, from its users}. */
  @Override
  public String toString() {
    return "op " + operation + " (" + name + "): chunk " + chunk + ", from " + source;
  }
}
