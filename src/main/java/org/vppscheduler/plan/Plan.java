package org.vppscheduler.plan;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import java.util.Map;
import org.vppscheduler.program.Program;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.StageSchedule;
import org.vppscheduler.schedule.VppConfig;
import org.vppscheduler.schedule.VppScheduler;
import org.vppscheduler.split.ProgramSplitter;
import org.vppscheduler.split.SplitResult;

/**
 * A stage's jobs with their programs, and for each job the names that must survive it.
 *
 * <p>The framework runs the jobs in order. Each job runs the program of its type in the scope of
 * its micro-batch, where programs find each other's values by name; after a job, the framework
 * frees what the program has touched, save persistable values, which live outside, and the job's
 * <em>skip-gc names</em>: what a later job of the same micro-batch still needs.
 *
 * <p>A program <em>requires</em> the keywords of its block and the names of its values: of inputs
 * and parameters, and those under which a {@code builtin.shadow_output} keeps a value, regions
 * included; all less those of persistable values. The skip-gc names of a job are those that its
 * program and at least one of a later job of its micro-batch require.
 *
 * <p>A {@link Job#isReduce() reduce} job runs the program of the type without the mark, {@code
 * backward_w1} for {@code backward_w1_reduce}, unless there is one of its own.
 *
 * <p>Making a plan takes time and memory linear in jobs, operations, uses, and names times the
 * number of different pairs of a job type and the set of types that precede or follow it in a
 * micro-batch. In generated schedules a type has at most two of those, as all micro-batches but
 * that of the optimizer go the same way; jobs with equal skip-gc names share one set.
 */
public final class Plan {
  private final StageSchedule schedule;
  private final ImmutableMap<String, Program> programs;
  private final ImmutableList<ImmutableSet<String>> skipGcNames;
  private final int microBatches;
  private final ImmutableList<PlanFinding> findings;

  Plan(
      StageSchedule schedule,
      ImmutableMap<String, Program> programs,
      ImmutableList<ImmutableSet<String>> skipGcNames,
      int microBatches,
      ImmutableList<PlanFinding> findings) {
    this.schedule = schedule;
    this.programs = programs;
    this.skipGcNames = skipGcNames;
    this.microBatches = microBatches;
    this.findings = findings;
  }

  /**
   * Schedules a stage, splits its program, and returns the plan. For splits with further settings,
   * such as a role for operations without one, take {@link #of(StageSchedule, SplitResult)}.
   *
   * @param config the pipeline
   * @param stage the stage, from 0
   * @param program the stage's program, with the operations of all its chunks
   * @throws IllegalArgumentException if {@code stage} is not from 0 to S-1, or as {@link
   *     ProgramSplitter#create} and {@link ProgramSplitter#split} do
   */
  public static Plan create(VppConfig config, int stage, Program program) {
    StageSchedule schedule = VppScheduler.create(config).stage(stage);
    return of(schedule, ProgramSplitter.create(config).split(program));
  }

  /**
   * Returns the plan of a stage whose program is split.
   *
   * @param schedule the stage's jobs
   * @param split the programs of their types
   * @throws IllegalArgumentException as {@link #of(StageSchedule, Map)} does; so if one was made
   *     for a split backward and the other was not
   */
  public static Plan of(StageSchedule schedule, SplitResult split) {
    return of(schedule, split.programs());
  }

  /**
   * Returns the plan of jobs and programs of any origin.
   *
   * @param schedule the stage's jobs; see {@link StageSchedule#of} for lists from elsewhere
   * @param programs the programs by job type; the order of the map has no effect
   * @throws IllegalArgumentException if there are no jobs, a job's type has no program, a
   *     micro-batch is above 2,147,483,646, or a program has a keyword whose value is made by
   *     another program and no job that runs one such comes before it in its micro-batch; the
   *     message names all of these
   */
  public static Plan of(StageSchedule schedule, Map<String, Program> programs) {
    return new PlanAssembly(schedule, programs).assemble();
  }

  /** Returns the stage's schedule. */
  public StageSchedule schedule() {
    return schedule;
  }

  /** Returns the jobs in the order in which they run. */
  public ImmutableList<Job> jobs() {
    return schedule.jobs();
  }

  /**
   * Returns the program of each job type, in the order in which the types first run. Types with the
   * reduce mark have an entry of their own, with the same program object as those without if they
   * share it.
   */
  public ImmutableMap<String, Program> programs() {
    return programs;
  }

  /**
   * Returns the program that a job runs.
   *
   * @param job a job of this plan
   * @throws IllegalArgumentException if no job of the plan has its type
   */
  public Program program(Job job) {
    Program program = programs.get(job.type());
    checkArgument(
        program != null,
        "The plan of stage %s has no job of the type of %s; it has %s.",
        schedule.stage(),
        job,
        programs.keySet());
    return program;
  }

  /**
   * Returns the names that must survive a job, in the order of its program: keywords, then values.
   * In constant time.
   *
   * @param index the job's index in {@link #jobs()}
   * @throws IndexOutOfBoundsException if there is no such job
   */
  public ImmutableSet<String> skipGcNames(int index) {
    return skipGcNames.get(index);
  }

  /** Returns how many micro-batches, and so scopes, the jobs need: the highest id plus one. */
  public int microBatches() {
    return microBatches;
  }

  /**
   * Returns what looks odd: first programs that no job runs, by type; then names that must come
   * from outside, then unexpected skip-gc names, both in the order of {@link #programs()}.
   */
  public ImmutableList<PlanFinding> findings() {
    return findings;
  }

  /** Returns the sizes, for people. */
  @Override
  public String toString() {
    return "plan of stage "
        + schedule.stage()
        + ": "
        + jobs().size()
        + " jobs, "
        + programs.size()
        + " job types, "
        + microBatches
        + " micro-batches, "
        + findings.size()
        + " findings";
  }
}
