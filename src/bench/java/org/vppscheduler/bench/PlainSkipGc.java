package org.vppscheduler.bench;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.vppscheduler.program.BlockArgument;
import org.vppscheduler.program.OpResult;
import org.vppscheduler.program.Operation;
import org.vppscheduler.program.Program;
import org.vppscheduler.schedule.Job;

/** Skip-gc names the plain way: from the last job back, with a growing set for each micro-batch. */
final class PlainSkipGc {
  private PlainSkipGc() {}

  /** Returns the names of each job, the last job first. */
  static List<Set<String>> of(List<Job> jobs, Map<String, Program> programs) {
    Map<String, Set<String>> required = new HashMap<>();
    programs.forEach((type, program) -> required.put(type, required(program)));
    Map<Integer, Set<String>> later = new HashMap<>();
    List<Set<String>> kept = new ArrayList<>();
    for (int i = jobs.size() - 1; i >= 0; i--) {
      Set<String> own = required.get(jobs.get(i).type());
      Set<String> after = later.computeIfAbsent(jobs.get(i).microBatch(), key -> new HashSet<>());
      Set<String> both = new HashSet<>(own);
      both.retainAll(after);
      kept.add(both);
      after.addAll(own);
    }
    return kept;
  }

  private static Set<String> required(Program program) {
    Set<String> names = new HashSet<>();
    for (BlockArgument argument : program.body().keywordArguments()) {
      if (!argument.persistable()) {
        names.add(argument.keyword().orElseThrow());
      }
    }
    for (Operation operation : program.operations()) {
      for (OpResult result : operation.results()) {
        if (!result.persistable()) {
          result.name().ifPresent(names::add);
        }
      }
      if (operation.name().equals(Operation.SHADOW_OUTPUT)
          && !operation.operand(0).orElseThrow().persistable()) {
        operation.attributes().text(Operation.OUTPUT_NAME).ifPresent(names::add);
      }
    }
    return names;
  }
}
