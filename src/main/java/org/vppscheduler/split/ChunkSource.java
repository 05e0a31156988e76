package org.vppscheduler.split;

/**
 * What an operation's chunk was inferred from. The constants stand in the order in which the
 * sources are asked; only chunks that attributes state count, not inferred ones, and those of
 * optimizer operations never.
 *
 * <p>The first three are the reference's. A source of the other three that says several chunks at
 * once is a contradiction, and the operation is refused.
 */
public enum ChunkSource {
  /** The operations before and after it agree. */
  BOTH_NEIGHBOURS("the operations before and after it"),
  /** The two operations after it agree. */
  FOLLOWERS("the two operations after it"),
  /** For {@code builtin.combine} and {@code builtin.split}: the first user that has a chunk. */
  FIRST_USER("its first user"),
  /** All users of its results that have a chunk agree. */
  USERS("its users"),
  /** All producers of its operands that have a chunk agree. */
  PRODUCERS("the producers of its operands"),
  /** Of the operations before and after it, one has a chunk. */
  ONLY_NEIGHBOUR("its only neighbour with a chunk");

  private final String label;

  ChunkSource(String label) {
    this.label = label;
  }

  /** Returns a description for people, such as {@code its users}. */
  @Override
  public String toString() {
    return label;
  }
}
