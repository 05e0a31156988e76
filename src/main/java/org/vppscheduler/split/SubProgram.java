package org.vppscheduler.split;

import com.google.common.primitives.ImmutableIntArray;
import java.util.OptionalInt;
import org.vppscheduler.program.Program;
import org.vppscheduler.schedule.JobKind;

/**
 * The program of one job type: the operations of the whole program that belong to it, in their
 * order. Values of earlier programs are {@linkplain
 * org.vppscheduler.program.Block#keywordArguments() keyword arguments} of its block, ordered by
 * producer, from the last operation of the whole program to the first, results of one operation
 * ascending; keyword arguments of the whole program's own block come after them.
 */
public final class SubProgram {
  /** The origin of an operation that is not one of the whole program. */
  public static final int INSERTED = -1;

  private final JobType jobType;
  private final Program program;
  private final ImmutableIntArray origins;

  SubProgram(JobType jobType, Program program, ImmutableIntArray origins) {
    this.jobType = jobType;
    this.program = program;
    this.origins = origins;
  }

  /** Returns the job type, such as {@code recv_forward0}. */
  public String type() {
    return jobType.name();
  }

  /** Returns what its jobs do. */
  public JobKind kind() {
    return jobType.kind();
  }

  /** Returns the chunk, from 0, or empty for the optimizer. */
  public OptionalInt chunk() {
    return jobType.kind() == JobKind.OPTIMIZER
        ? OptionalInt.empty()
        : OptionalInt.of(jobType.chunk());
  }

  /** Returns the program; it has no operations if there is nothing to do. */
  public Program program() {
    return program;
  }

  /**
   * Returns for each operation of the program its index in the whole program; {@link #INSERTED} for
   * a {@code builtin.shadow_output} that was inserted.
   */
  public ImmutableIntArray origins() {
    return origins;
  }

  /** Returns a description for messages, such as {@code forward0 (12 ops)}. */
  @Override
  public String toString() {
    return type() + " (" + program.operations().size() + " ops)";
  }
}
