package org.vppscheduler.plan;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.collect.ImmutableSet.toImmutableSet;

import com.google.common.base.Joiner;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vppscheduler.program.Program;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.JobKind;
import org.vppscheduler.schedule.StageSchedule;

/**
 * Joins jobs and programs. Job types are numbered as the list has them first, and those of programs
 * that no job runs come after them.
 *
 * <p>What a job sees of the others is the set of types that run before it, or after it, in its
 * micro-batch. All is decided once for each pair of such a set and a type, of which a pipeline has
 * few, see {@link TypeSet}.
 */
final class PlanAssembly {
  private static final Joiner SEPARATE = Joiner.on("; ");

  /** The kinds of jobs that should be the last to use what they use. */
  private static final ImmutableSet<JobKind> LAST_USERS =
      Sets.immutableEnumSet(JobKind.SEND_BACKWARD, JobKind.BACKWARD_W);

  /** Stands for a program that was not given, so that all problems are found at once. */
  private static final Program MISSING = Program.builder().build();

  private final StageSchedule schedule;
  private final ImmutableList<Job> jobs;
  private final TypeNumbers numbers;

  /** For each type of the list, its program or {@link #MISSING}. */
  private final List<Program> programs = new ArrayList<>();

  private final Map<String, Program> unused;

  /** For each number, the job type. */
  private final ImmutableList<String> labels;

  private final SharedNames names;
  private final List<String> problems = new ArrayList<>();

  PlanAssembly(StageSchedule schedule, Map<String, Program> given) {
    this.schedule = schedule;
    this.jobs = schedule.jobs();
    this.numbers = TypeNumbers.of(jobs);
    // Sorted, as the map given may have no order.
    this.unused = new TreeMap<>(given);
    for (Job first : numbers.firstJobs()) {
      String type = given.containsKey(first.type()) ? first.type() : typeWithoutReduce(first);
      @Nullable Program program = given.get(type);
      if (program == null) {
        problems.add("no program for " + first.type() + ", first run by " + first);
      }
      programs.add(program == null ? MISSING : program);
      unused.remove(type);
    }
    this.labels =
        Stream.concat(numbers.firstJobs().stream().map(Job::type), unused.keySet().stream())
            .collect(toImmutableList());
    this.names =
        SharedNames.of(
            ImmutableList.<Program>builder().addAll(programs).addAll(unused.values()).build());
  }

  private static String typeWithoutReduce(Job job) {
    return job.isReduce() ? job.kind().type(job.chunk().getAsInt()) : job.type();
  }

  /** Returns the plan, or throws IllegalArgumentException with all that does not fit. */
  Plan assemble() {
    int microBatches = microBatches();
    addUnmetNeeds();
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(
          "The programs do not fit the jobs of stage "
              + schedule.stage()
              + ": "
              + SEPARATE.join(problems)
              + ". Give every job type its program, split for the configuration that the jobs are"
              + " made for.");
    }
    ImmutableList<ImmutableSet<String>> skipGc = skipGc();
    ImmutableMap.Builder<String, Program> byType = ImmutableMap.builder();
    for (int type = 0; type < numbers.count(); type++) {
      byType.put(label(type), programs.get(type));
    }
    return new Plan(schedule, byType.buildOrThrow(), skipGc, microBatches, findings(skipGc));
  }

  private int microBatches() {
    int highest = -1;
    for (Job job : jobs) {
      highest = Math.max(highest, job.microBatch());
    }
    if (highest == -1) {
      problems.add("there are no jobs");
    } else if (highest == Integer.MAX_VALUE) {
      problems.add("micro-batch " + highest + " is above the limit of " + (highest - 1));
      return highest;
    }
    return highest + 1;
  }

  /** Adds what a program needs from others that do not run before it in the same micro-batch. */
  private void addUnmetNeeds() {
    TypeSet nothing = TypeSet.empty();
    Map<Integer, TypeSet> earlier = new HashMap<>();
    Set<String> seen = new HashSet<>();
    for (int index = 0; index < jobs.size(); index++) {
      Job job = jobs.get(index);
      int type = numbers.ofJobs().get(index);
      TypeSet before = earlier.getOrDefault(job.microBatch(), nothing);
      for (String name : before.names(type, () -> unmet(type, before))) {
        if (seen.add(type + " " + name)) {
          problems.add(unmetText(job, name));
        }
      }
      earlier.put(job.microBatch(), before.with(type));
    }
  }

  private ImmutableSet<String> unmet(int type, TypeSet before) {
    return names.keywords(type).stream()
        .filter(name -> !names.isFed(name) && !names.makers(name).isEmpty())
        .filter(name -> names.makers(name).stream().noneMatch(before::contains))
        .collect(toImmutableSet());
  }

  private String unmetText(Job job, String name) {
    String makers =
        names.makers(name).stream()
            .map(maker -> label(maker) + (maker < numbers.count() ? "" : ", which no job runs"))
            .collect(Collectors.joining(" or "));
    return job + " needs \"" + name + "\" before it is there: it comes from " + makers;
  }

  private String label(int type) {
    return labels.get(type);
  }

  private ImmutableList<ImmutableSet<String>> skipGc() {
    TypeSet nothing = TypeSet.empty();
    Map<Integer, TypeSet> later = new HashMap<>();
    // Equal sets, as of the reduce job and the others of its chunk, are kept once.
    Map<ImmutableSet<String>, ImmutableSet<String>> known = new HashMap<>();
    List<ImmutableSet<String>> skipGc = new ArrayList<>(jobs.size());
    for (int index = jobs.size() - 1; index >= 0; index--) {
      int microBatch = jobs.get(index).microBatch();
      int type = numbers.ofJobs().get(index);
      TypeSet after = later.getOrDefault(microBatch, nothing);
      skipGc.add(
          after.names(
              type,
              () -> {
                ImmutableSet<String> kept =
                    names.required(type).stream()
                        .filter(name -> names.users(name).stream().anyMatch(after::contains))
                        .collect(toImmutableSet());
                return known.computeIfAbsent(kept, set -> set);
              }));
      later.put(microBatch, after.with(type));
    }
    return ImmutableList.copyOf(skipGc).reverse();
  }

  private ImmutableList<PlanFinding> findings(List<ImmutableSet<String>> skipGc) {
    ImmutableList.Builder<PlanFinding> findings = ImmutableList.builder();
    for (String type : unused.keySet()) {
      findings.add(new PlanFinding.UnusedProgram(type));
    }
    for (int type = 0; type < numbers.count(); type++) {
      ImmutableSet<String> outside =
          names.keywords(type).stream()
              .filter(name -> names.makers(name).isEmpty())
              .collect(toImmutableSet());
      if (!outside.isEmpty()) {
        findings.add(new PlanFinding.NamesFromOutside(label(type), outside));
      }
    }
    return findings.addAll(unexpectedSkipGc(skipGc)).build();
  }

  /** Returns what jobs keep that are of kinds which should keep nothing. */
  private List<PlanFinding> unexpectedSkipGc(List<ImmutableSet<String>> skipGc) {
    // Equal sets are one object here, so that a glance at each job is enough.
    Map<Integer, Set<ImmutableSet<String>>> kept = new TreeMap<>();
    for (int index = 0; index < jobs.size(); index++) {
      if (LAST_USERS.contains(jobs.get(index).kind()) && !skipGc.get(index).isEmpty()) {
        kept.computeIfAbsent(numbers.ofJobs().get(index), type -> Sets.newIdentityHashSet())
            .add(skipGc.get(index));
      }
    }
    List<PlanFinding> findings = new ArrayList<>();
    kept.forEach(
        (type, sets) ->
            findings.add(
                new PlanFinding.UnexpectedSkipGc(
                    label(type),
                    names.required(type).stream()
                        .filter(name -> sets.stream().anyMatch(set -> set.contains(name)))
                        .collect(toImmutableSet()))));
    return findings;
  }
}
