package org.vppscheduler.plan;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableIntArray;
import java.util.HashMap;
import java.util.Map;
import org.vppscheduler.program.BlockArgument;
import org.vppscheduler.program.Operation;
import org.vppscheduler.program.Program;
import org.vppscheduler.program.ProgramBuilder;
import org.vppscheduler.program.Value;
import org.vppscheduler.schedule.JobKind;
import org.vppscheduler.split.SplitResult;
import org.vppscheduler.split.SubProgram;

/**
 * A program of a job type that knows where its operations come from.
 *
 * @param origins for each operation its index in the whole program, or {@link SubProgram#INSERTED}
 */
record JobProgram(Program program, ImmutableIntArray origins) {
  static ImmutableMap<String, JobProgram> of(SplitResult split) {
    ImmutableMap.Builder<String, JobProgram> programs = ImmutableMap.builder();
    for (SubProgram part : split.subPrograms()) {
      programs.put(part.type(), new JobProgram(part.program(), part.origins()));
    }
    return programs.buildOrThrow();
  }

  /**
   * Returns the programs of the legacy dialect, in which a chunk's forward job receives too, and
   * its backward job sends.
   */
  static ImmutableMap<String, JobProgram> legacy(SplitResult split, int chunks) {
    ImmutableMap<String, JobProgram> parts = of(split);
    ImmutableMap.Builder<String, JobProgram> programs = ImmutableMap.builder();
    for (int chunk = 0; chunk < chunks; chunk++) {
      for (JobKind kind : new JobKind[] {JobKind.FORWARD, JobKind.BACKWARD}) {
        boolean forward = kind == JobKind.FORWARD;
        JobKind other = forward ? JobKind.RECV_FORWARD : JobKind.SEND_BACKWARD;
        JobProgram own = requireNonNull(parts.get(kind.type(chunk)));
        JobProgram messages = requireNonNull(parts.get(other.type(chunk)));
        programs.put(
            kind.type(chunk), forward ? messages.followedBy(own) : own.followedBy(messages));
      }
    }
    String optimizer = JobKind.OPTIMIZER.label();
    programs.put(optimizer, requireNonNull(parts.get(optimizer)));
    return programs.buildOrThrow();
  }

  /** Returns this program and another as one: what one keeps for the other, the other finds. */
  JobProgram followedBy(JobProgram next) {
    ProgramBuilder merged = Program.builder();
    ImmutableIntArray.Builder mergedOrigins = ImmutableIntArray.builder();
    Map<String, Value> named = new HashMap<>();
    for (JobProgram part : new JobProgram[] {this, next}) {
      for (BlockArgument argument : part.program().body().keywordArguments()) {
        named.computeIfAbsent(
            argument.keyword().orElseThrow(),
            keyword -> merged.body().keywordArgumentLike(keyword, argument));
      }
      Map<Value, Value> copies = new HashMap<>();
      for (BlockArgument argument : part.program().body().keywordArguments()) {
        copies.put(argument, named.get(argument.keyword().orElseThrow()));
      }
      for (Operation operation : part.program().operations()) {
        Operation copy = merged.body().copyOf(operation, copies::get).add();
        for (int i = 0; i < copy.resultCount(); i++) {
          Value kept = copy.result(i);
          copies.put(operation.result(i), kept);
          part.program().nameOf(operation.result(i)).ifPresent(name -> named.put(name, kept));
        }
      }
      mergedOrigins.addAll(part.origins());
    }
    return new JobProgram(merged.build(), mergedOrigins.build());
  }
}
