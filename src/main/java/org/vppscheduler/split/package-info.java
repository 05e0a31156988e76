/**
 * Splitting a training program into the programs that the jobs of a stage run.
 *
 * <p>{@link org.vppscheduler.split.ProgramSplitter} takes the {@link
 * org.vppscheduler.program.Program} of one stage and returns a {@link
 * org.vppscheduler.split.SplitResult}: a {@link org.vppscheduler.split.SubProgram} for each job
 * type, in the order in which they run, and what was decided on the way — {@link
 * org.vppscheduler.split.InferredChunk}s, {@link org.vppscheduler.split.PersistedValue}s, {@link
 * org.vppscheduler.split.EventWait}s and {@link org.vppscheduler.split.MatmulGrad}s. Everything
 * here is immutable and may be shared between threads; programs that go in never change.
 *
 * <p>The <em>whole program</em> is the given one after its {@code pd_op.matmul_grad}s were taken
 * apart, which happens only where backward is split. Operations are numbered by their index in it.
 *
 * <p>Symbols in the cost notes: n = operations, u = uses, C = chunks.
 */
@NullMarked
@CheckReturnValue
package org.vppscheduler.split;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
