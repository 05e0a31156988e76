/**
 * Training programs as immutable graphs of operations in SSA form.
 *
 * <p>A {@link org.vppscheduler.program.Program} has one {@link org.vppscheduler.program.Block}; a
 * block has arguments and, in order, {@link org.vppscheduler.program.Operation}s; an operation has
 * operands, results, {@link org.vppscheduler.program.Attributes} and possibly {@link
 * org.vppscheduler.program.Region}s of further blocks. Operands are {@link
 * org.vppscheduler.program.Value}s: results of earlier operations or arguments of a block around
 * the operation. Values have a {@link org.vppscheduler.program.Type}.
 *
 * <p>{@link org.vppscheduler.program.Program#builder()} is the only way to make these objects.
 * Programs are compared by structure; operations, blocks, regions and values by identity. A built
 * program never changes and may be shared between threads.
 *
 * <p>Symbols in the cost notes: n = operations, u = uses, that is operands that are not null.
 */
@NullMarked
@CheckReturnValue
package org.vppscheduler.program;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
