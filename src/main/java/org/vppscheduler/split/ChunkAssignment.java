package org.vppscheduler.split;

/** Where the chunk of an operation comes from. */
public enum ChunkAssignment {
  /**
   * From its attribute {@code chunk_id}, else from {@code op_dist_attr}; what neither tells is
   * inferred, see {@link ChunkSource}.
   */
  BY_ATTRIBUTE,

  /**
   * From its place in the program, for forward programs in which no operation has a chunk. A {@code
   * builtin.parameter} goes where its first user goes (an unused one to chunk 0), and a {@code
   * pd_op.fetch} where its operand is computed; the other operations, N of them, are cut into C
   * contiguous parts of ⌊N/C⌋ or ⌈N/C⌉: the k-th is of chunk ⌊k·C/N⌋.
   */
  EVEN
}
