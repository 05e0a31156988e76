package org.vppscheduler.split;

import java.util.List;
import java.util.Optional;
import org.vppscheduler.program.Attribute;
import org.vppscheduler.program.OpRole;
import org.vppscheduler.program.Operation;
import org.vppscheduler.program.Program;

/** The chunks that attributes state. */
final class StatedChunks {
  static final String CHUNK_ID = "chunk_id";
  static final int UNKNOWN = -1;
  private static final String DISTRIBUTION = "op_dist_attr";

  private StatedChunks() {}

  /**
   * Returns the chunk of each operation, {@link #UNKNOWN} where attributes state none. Those of
   * optimizer operations do not count.
   *
   * @throws IllegalArgumentException if a chunk is not one of {@code chunks}
   */
  static int[] of(Program program, OpRole[] roles, int chunks) {
    List<Operation> operations = program.operations();
    int[] stated = new int[roles.length];
    for (int i = 0; i < stated.length; i++) {
      stated[i] = roles[i] == OpRole.OPTIMIZE ? UNKNOWN : checked(operations.get(i), chunks);
    }
    return stated;
  }

  private static int checked(Operation operation, int chunks) {
    long chunk = of(operation);
    if (chunk != UNKNOWN && (chunk < 0 || chunk >= chunks)) {
      throw new IllegalArgumentException(
          "The chunk_id of "
              + operation
              + " is "
              + chunk
              + ", outside 0 to "
              + (chunks - 1)
              + " for "
              + chunks
              + " chunks. Split into as many chunks as the model has on a stage.");
    }
    return (int) chunk;
  }

  /** Returns the chunk as it is stated, {@link #UNKNOWN} if there is none. */
  static long of(Operation operation) {
    Optional<Attribute> own = operation.attributes().get(CHUNK_ID);
    if (own.isPresent() && own.get() instanceof Attribute.Int32 chunk) {
      return chunk.value();
    }
    if (own.isPresent() && own.get() instanceof Attribute.Int64 chunk) {
      return chunk.value();
    }
    Optional<Attribute> distribution = operation.attributes().get(DISTRIBUTION);
    if (distribution.isPresent() && distribution.get() instanceof Attribute.OpDist placed) {
      return placed.chunkId();
    }
    return UNKNOWN;
  }
}
