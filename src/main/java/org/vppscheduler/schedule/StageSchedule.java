package org.vppscheduler.schedule;

import static com.google.common.base.Preconditions.checkArgument;
import static com.google.common.base.Preconditions.checkElementIndex;

import com.google.common.base.Joiner;
import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The job list of one stage, cut into its phases.
 *
 * <p>The whole list and each phase are random-access lists that share one array: a phase costs
 * nothing, and a job of a generated pipeline about one reference.
 */
public final class StageSchedule {
  private static final Joiner BLANK = Joiner.on(' ');

  private final int stage;
  private final ImmutableList<Job> jobs;

  /** The index after the last job of each phase, by ordinal. */
  private final ImmutableIntArray phaseEnds;

  private final boolean backwardIsSplit;

  StageSchedule(
      int stage, ImmutableList<Job> jobs, ImmutableIntArray phaseEnds, boolean backwardIsSplit) {
    this.stage = stage;
    this.jobs = jobs;
    this.phaseEnds = phaseEnds;
    this.backwardIsSplit = backwardIsSplit;
  }

  /**
   * Returns the schedule of a stage whose list comes from elsewhere, in any order and with any
   * faults; {@code org.vppscheduler.check} tells what is wrong with it.
   *
   * <p>Its phases follow from the kinds alone: the optimizer and weight-gradient phases are the
   * trailing runs of those jobs, the warmup is what precedes the first backward, the steady phase
   * reaches to the last forward after it, and the cooldown is the rest.
   *
   * @param stage the stage's id, from 0
   * @throws IllegalArgumentException if {@code stage} is negative
   */
  public static StageSchedule of(int stage, List<Job> jobs) {
    checkArgument(stage >= 0, "stage (%s) must not be negative.", stage);
    ImmutableList<Job> list = ImmutableList.copyOf(jobs);
    int optimizer = trailingRun(list, list.size(), job -> job.kind() == JobKind.OPTIMIZER);
    int weights = trailingRun(list, optimizer, job -> job.kind() == JobKind.BACKWARD_W);
    int steady = 0;
    while (steady < weights && list.get(steady).kind().runsForward()) {
      steady++;
    }
    int cooldown =
        trailingRun(
            list.subList(steady, weights), weights - steady, job -> !job.kind().runsForward());
    return ofList(
        stage,
        list,
        ImmutableIntArray.of(steady, steady + cooldown, weights, optimizer, list.size()));
  }

  /**
   * Returns the schedule of a stage whose phases come from elsewhere, with any faults. Its list is
   * the phases in their order; phases that the map lacks are empty.
   *
   * @param stage the stage's id, from 0
   * @throws IllegalArgumentException if {@code stage} is negative
   */
  public static StageSchedule ofPhases(int stage, Map<Phase, ? extends List<Job>> phases) {
    checkArgument(stage >= 0, "stage (%s) must not be negative.", stage);
    ImmutableList.Builder<Job> jobs = ImmutableList.builder();
    ImmutableIntArray.Builder phaseEnds = ImmutableIntArray.builder(Phase.values().length);
    int end = 0;
    for (Phase phase : Phase.values()) {
      List<Job> ofPhase = phases.get(phase);
      if (ofPhase != null) {
        jobs.addAll(ofPhase);
        end += ofPhase.size();
      }
      phaseEnds.add(end);
    }
    return ofList(stage, jobs.build(), phaseEnds.build());
  }

  private static StageSchedule ofList(
      int stage, ImmutableList<Job> jobs, ImmutableIntArray phaseEnds) {
    boolean split = jobs.stream().anyMatch(job -> job.kind() == JobKind.BACKWARD_B);
    return new StageSchedule(stage, jobs, phaseEnds, split);
  }

  /** Returns where the run of matching jobs starts that ends before {@code end}. */
  private static int trailingRun(List<Job> jobs, int end, Predicate<Job> matches) {
    int start = end;
    while (start > 0 && matches.test(jobs.get(start - 1))) {
      start--;
    }
    return start;
  }

  /** Returns the stage's id, from 0. */
  public int stage() {
    return stage;
  }

  /** Returns the whole list, in the order in which the stage runs it. */
  public ImmutableList<Job> jobs() {
    return jobs;
  }

  /** Returns the jobs of a phase; empty where the schedule has none. */
  public ImmutableList<Job> phase(Phase phase) {
    int start = phase.ordinal() == 0 ? 0 : phaseEnds.get(phase.ordinal() - 1);
    return jobs.subList(start, phaseEnds.get(phase.ordinal()));
  }

  /**
   * Returns the phase of the job at an index of {@link #jobs}.
   *
   * @throws IndexOutOfBoundsException if {@code index} is not one of {@link #jobs}
   */
  public Phase phaseAt(int index) {
    int checked = checkElementIndex(index, jobs.size(), "job index");
    int phase = 0;
    while (checked >= phaseEnds.get(phase)) {
      phase++;
    }
    return Phase.values()[phase];
  }

  /** Returns the jobs of {@link Phase#WARMUP}. */
  public ImmutableList<Job> warmup() {
    return phase(Phase.WARMUP);
  }

  /** Returns the jobs of {@link Phase#STEADY}. */
  public ImmutableList<Job> steady() {
    return phase(Phase.STEADY);
  }

  /** Returns the jobs of {@link Phase#COOLDOWN}. */
  public ImmutableList<Job> cooldown() {
    return phase(Phase.COOLDOWN);
  }

  /** Returns the jobs of {@link Phase#WEIGHT_GRADIENTS}: empty when backward is not split. */
  public ImmutableList<Job> weightGradients() {
    return phase(Phase.WEIGHT_GRADIENTS);
  }

  /** Returns the jobs of {@link Phase#OPTIMIZER}: one in every generated schedule. */
  public ImmutableList<Job> optimizer() {
    return phase(Phase.OPTIMIZER);
  }

  /**
   * Returns whether backward is split into {@link JobKind#BACKWARD_B} and {@link
   * JobKind#BACKWARD_W}. A configuration that asks for it gets it only when M = S.
   */
  public boolean backwardIsSplit() {
    return backwardIsSplit;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof StageSchedule that
        && stage == that.stage
        && phaseEnds.equals(that.phaseEnds)
        && jobs.equals(that.jobs);
  }

  @Override
  public int hashCode() {
    return stage * 31 + jobs.hashCode();
  }

  /** Returns the whole list as text, jobs separated by blanks: what {@link Job#parseList} reads. */
  @Override
  public String toString() {
    return BLANK.join(jobs);
  }
}
