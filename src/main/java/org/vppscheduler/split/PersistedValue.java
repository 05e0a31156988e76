package org.vppscheduler.split;

/**
 * A value for which a {@code builtin.shadow_output} was inserted, because a later program needs it.
 *
 * @param operation the index in the whole program of the operation that computes it
 * @param name that operation's name
 * @param result which of its results the value is
 * @param keyword the name under which the value is kept, and the keyword of the blocks that use it
 * @param type the type of the program that computes it, such as {@code forward0}
 */
public record PersistedValue(int operation, String name, int result, String keyword, String type) {
  /** Returns a line for people, such as {@code forward0: var_6_pd_op.matmul_0}. */
  @Override
  public String toString() {
    return type + ": " + keyword;
  }
}
