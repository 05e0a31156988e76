package org.vppscheduler.split;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import org.vppscheduler.program.Program;

/**
 * The programs of a split, and what was decided to get them. Lists are ordered by operation, as the
 * whole program has them.
 */
public final class SplitResult {
  private final Program whole;
  private final ImmutableList<SubProgram> subPrograms;
  private final ImmutableList<InferredChunk> inferredChunks;
  private final ImmutableList<PersistedValue> persistedValues;
  private final ImmutableList<EventWait> eventWaits;
  private final ImmutableList<MatmulGrad> matmulGrads;

  SplitResult(
      Program whole,
      ImmutableList<SubProgram> subPrograms,
      ImmutableList<InferredChunk> inferredChunks,
      ImmutableList<PersistedValue> persistedValues,
      ImmutableList<EventWait> eventWaits,
      ImmutableList<MatmulGrad> matmulGrads) {
    this.whole = whole;
    this.subPrograms = subPrograms;
    this.inferredChunks = inferredChunks;
    this.persistedValues = persistedValues;
    this.eventWaits = eventWaits;
    this.matmulGrads = matmulGrads;
  }

  /**
   * Returns the whole program: the given one after its {@code pd_op.matmul_grad}s were taken apart,
   * or the given one itself if none was.
   */
  public Program whole() {
    return whole;
  }

  /**
   * Returns the programs in the order in which they run: {@code recv_forward0, forward0,
   * recv_forward1, …, backward1, send_backward1, backward0, send_backward0, optimizer}; if backward
   * is split, {@code forward0, forward1, …, backward_b1, backward_b0, backward_w1, backward_w0,
   * optimizer}. There is one for every job type, even if it has nothing to do.
   */
  public ImmutableList<SubProgram> subPrograms() {
    return subPrograms;
  }

  /**
   * Returns the programs by job type, in the order of {@link #subPrograms()}. Takes time linear in
   * their number.
   */
  public ImmutableMap<String, Program> programs() {
    return subPrograms.stream()
        .collect(ImmutableMap.toImmutableMap(SubProgram::type, SubProgram::program));
  }

  /** Returns the chunks that had to be inferred. */
  public ImmutableList<InferredChunk> inferredChunks() {
    return inferredChunks;
  }

  /** Returns the values for which a {@code builtin.shadow_output} was inserted. */
  public ImmutableList<PersistedValue> persistedValues() {
    return persistedValues;
  }

  /** Returns who waits for whom, ordered by the operation that is waited for. */
  public ImmutableList<EventWait> eventWaits() {
    return eventWaits;
  }

  /**
   * Returns what became of each {@code pd_op.matmul_grad}; nothing if backward is not split, since
   * they all stay then.
   */
  public ImmutableList<MatmulGrad> matmulGrads() {
    return matmulGrads;
  }

  /** Returns the programs with their sizes, for people. */
  @Override
  public String toString() {
    return subPrograms.toString();
  }
}
