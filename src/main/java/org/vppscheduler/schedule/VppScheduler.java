package org.vppscheduler.schedule;

import static com.google.common.base.Preconditions.checkArgument;
import static com.google.common.base.Preconditions.checkElementIndex;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.Arrays;
import java.util.EnumMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Computes the job lists of a virtual pipeline: interleaved 1F1B, as PaddlePaddle's VPP pass does.
 *
 * <p>With S stages, C chunks a stage, M micro-batches, T = M·C micro-steps and s the stage, every
 * stage walks the same interleaved order of (chunk, micro-batch) pairs, {@link Grouping} by group:
 *
 * <pre>
 *   warmup = T                                if M = S (not for {@link Grouping#ofSize})
 *          = min(T, 2(S-s-1) + (C-1)·g)       otherwise, g the size of the largest group
 *   PIR dialect, backward not split:          warmup = min(T, warmup + 1)
 *   steady = T - warmup
 * </pre>
 *
 * The factor 2 in the warmup: a micro-batch's gradient comes back to stage s after it has gone down
 * the S-s-1 stages below and up again. {@code docs/schedules.md} derives the formulas.
 *
 * <table>
 *   <caption>The jobs of each phase</caption>
 *   <tr><th>phase</th><th>legacy dialect</th><th>PIR dialect</th><th>backward split</th></tr>
 *   <tr><td>warmup, step k</td><td>forward(k)</td><td>recv_forward(k), forward(k)</td>
 *       <td>forward(k)</td></tr>
 *   <tr><td>steady, step k</td><td>forward(warmup+k), backward(k)</td><td>backward(k),
 *       recv_forward(warmup+k), send_backward(k), forward(warmup+k)</td>
 *       <td>forward(warmup+k), backward_b(k)</td></tr>
 *   <tr><td>cooldown, k = steady … T-1</td><td>backward(k)</td><td>backward(k),
 *       send_backward(k)</td><td>backward_b(k)</td></tr>
 *   <tr><td>weight gradients</td><td></td><td></td><td>backward_w, chunk C-1 … 0 over all
 *       micro-batches</td></tr>
 *   <tr><td>last</td><td>optimizer</td><td>optimizer</td><td>optimizer</td></tr>
 * </table>
 *
 * <p>The pipelines never hang, except that those of {@link Grouping#reference()} can when S does
 * not divide M. {@code PipelineCheck.create().requireProven(scheduler.pipeline())}, from {@code
 * org.vppscheduler.check}, proves it of any pipeline or shows who waits for whom; {@code
 * org.vppscheduler.simulate} tells what it costs. Sources: {@code pipeline_scheduler_VPP} of
 * PaddlePaddle; Narayanan et al., "Efficient Large-Scale Language Model Training on GPU Clusters
 * Using Megatron-LM", SC 2021, section 2.2.
 *
 * <p>A scheduler is immutable and holds nothing but its configuration.
 */
public final class VppScheduler {
  private static final Logger logger = LoggerFactory.getLogger(VppScheduler.class);

  private final VppConfig config;
  private final InterleavedOrder order;

  private VppScheduler(VppConfig config) {
    this.config = config;
    this.order = config.grouping().order(config.stages(), config.chunks(), config.microBatches());
  }

  /**
   * Returns the scheduler of a configuration.
   *
   * <p>It logs a warning when the configuration asks for something it will not get (a split
   * backward with M ≠ S), and when its pipeline can hang ({@link Grouping#reference()} with a
   * remainder).
   */
  public static VppScheduler create(VppConfig config) {
    warnAbout(config);
    return new VppScheduler(config);
  }

  private static void warnAbout(VppConfig config) {
    int stages = config.stages();
    int microBatches = config.microBatches();
    if (config.grouping().isReferenceWithRemainder(stages, microBatches)) {
      int below = microBatches / stages * stages;
      logger.warn(
          "The reference grouping of microBatches ({}) that stages ({}) does not divide can hang the"
              + " pipeline, and idles longer where it runs. Check it, use {} or {} micro-batches, or"
              + " the balanced grouping.",
          microBatches,
          stages,
          below,
          below + stages);
    }
    if (config.splitBackward() && !config.backwardIsSplit()) {
      logger.warn(
          "Backward is not split: that needs microBatches ({}) equal to stages ({}).",
          microBatches,
          stages);
    }
    if (config.overlapShardingReduce() && !config.backwardIsSplit()) {
      logger.warn(
          "The sharding reduce is not overlapped: that needs a split backward with microBatches"
              + " ({}) equal to stages ({}).",
          microBatches,
          stages);
    }
    if (config.hasOwnSteadyOrder() && config.backwardIsSplit()) {
      logger.warn(
          "The steady order {} has no effect: a split schedule has neither recv_forward nor"
              + " send_backward jobs.",
          config.steadyOrder());
    }
  }

  /** Returns the configuration. */
  public VppConfig config() {
    return config;
  }

  /** Returns the number of jobs on each stage; it is the same for all. */
  public int jobsPerStage() {
    return kindsPerStep(config) * order.steps() + 1;
  }

  /** Returns how many jobs a stage has for each chunk and micro-batch. */
  static int kindsPerStep(VppConfig config) {
    int weightKinds = config.backwardIsSplit() ? 1 : 0;
    return forwardKinds(config).size() + backwardKinds(config).size() + weightKinds;
  }

  /**
   * Returns the job at an index of a stage's list: that of {@code stage(stage).jobs().get(index)},
   * by arithmetic alone, in constant time and without the list.
   *
   * @throws IllegalArgumentException if {@code stage} is not from 0 to S-1
   * @throws IndexOutOfBoundsException if {@code index} is not below {@link #jobsPerStage()}
   */
  public Job job(int stage, int index) {
    int offset = checkElementIndex(index, jobsPerStage(), "job index");
    for (Segment segment : segments(checkStage(stage))) {
      if (offset < segment.size()) {
        JobKind kind = segment.kinds().get(offset % segment.kinds().size());
        int step = segment.firstStep(kind) + offset / segment.kinds().size();
        return kind == JobKind.OPTIMIZER ? Job.optimizer() : marked(order.job(kind, step));
      }
      offset -= segment.size();
    }
    throw new AssertionError("the segments hold all jobsPerStage() jobs");
  }

  /**
   * Returns the schedule of one stage, in time linear in its jobs. The types of its jobs are logged
   * at debug level.
   *
   * @throws IllegalArgumentException if {@code stage} is not from 0 to S-1
   */
  public StageSchedule stage(int stage) {
    return stage(checkStage(stage), new EnumMap<>(JobKind.class));
  }

  /**
   * Returns the schedules of all stages, in time linear in their jobs. The stages share their
   * {@link Job} objects, which leaves about one reference a job.
   */
  public PipelineSchedule pipeline() {
    EnumMap<JobKind, Job[]> inOrder = new EnumMap<>(JobKind.class);
    ImmutableList.Builder<StageSchedule> schedules =
        ImmutableList.builderWithExpectedSize(config.stages());
    for (int stage = 0; stage < config.stages(); stage++) {
      schedules.add(stage(stage, inOrder));
    }
    return new PipelineSchedule(config.chunks(), config.microBatches(), schedules.build());
  }

  private int checkStage(int stage) {
    checkArgument(
        stage >= 0 && stage < config.stages(),
        "stage (%s) must be from 0 to %s, for %s stages.",
        stage,
        config.stages() - 1,
        config.stages());
    return stage;
  }

  /** Returns the number of forward micro-steps before the first backward one. */
  private int warmupSteps(int stage) {
    if (config.grouping().warmsUpWholly(config.stages(), config.microBatches())) {
      return order.steps();
    }
    int warmup = warmupSteps(stage, config.stages(), config.chunks(), order);
    boolean receives = forwardKinds(config).contains(JobKind.RECV_FORWARD);
    return receives ? Math.min(order.steps(), warmup + 1) : warmup;
  }

  /** Returns min(T, 2(S-s-1) + (C-1)·g), with g the size of the order's largest group. */
  static int warmupSteps(int stage, int stages, int chunks, InterleavedOrder order) {
    long steps = 2L * (stages - stage - 1) + (chunks - 1L) * order.largestGroup();
    return (int) Math.min(order.steps(), steps);
  }

  private static ImmutableList<JobKind> forwardKinds(VppConfig config) {
    return config.dialect() == Dialect.LEGACY || config.backwardIsSplit()
        ? ImmutableList.of(JobKind.FORWARD)
        : ImmutableList.of(JobKind.RECV_FORWARD, JobKind.FORWARD);
  }

  private static ImmutableList<JobKind> backwardKinds(VppConfig config) {
    if (config.backwardIsSplit()) {
      return ImmutableList.of(JobKind.BACKWARD_B);
    }
    return config.dialect() == Dialect.LEGACY
        ? ImmutableList.of(JobKind.BACKWARD)
        : ImmutableList.of(JobKind.BACKWARD, JobKind.SEND_BACKWARD);
  }

  /** A phase as {@code steps} repetitions of the same kinds, each at the next step of the order. */
  private record Segment(
      ImmutableList<JobKind> kinds, int steps, int firstForwardStep, int firstBackwardStep) {
    int size() {
      return kinds.size() * steps;
    }

    int firstStep(JobKind kind) {
      return kind.runsForward() ? firstForwardStep : firstBackwardStep;
    }
  }

  /** Returns the segments of a stage's list, one for each {@link Phase}, in order. */
  private ImmutableList<Segment> segments(int stage) {
    ImmutableList<JobKind> forward = forwardKinds(config);
    ImmutableList<JobKind> backward = backwardKinds(config);
    ImmutableList<JobKind> both =
        backward.contains(JobKind.SEND_BACKWARD)
            ? config.steadyOrder()
            : ImmutableList.<JobKind>builder().addAll(forward).addAll(backward).build();
    int warmup = warmupSteps(stage);
    int steady = order.steps() - warmup;
    // Backward is split only when M = S: all micro-batches are then one group, and weight gradients
    // go through the order as backward jobs do, from its start.
    int weightSteps = config.backwardIsSplit() ? order.steps() : 0;
    return ImmutableList.of(
        new Segment(forward, warmup, 0, 0),
        new Segment(both, steady, warmup, 0),
        new Segment(backward, warmup, 0, steady),
        new Segment(ImmutableList.of(JobKind.BACKWARD_W), weightSteps, 0, 0),
        new Segment(ImmutableList.of(JobKind.OPTIMIZER), 1, 0, 0));
  }

  /** Returns the jobs of a kind in the order in which every stage runs them. */
  private Job[] inOrder(JobKind kind) {
    if (kind == JobKind.OPTIMIZER) {
      return new Job[] {Job.optimizer()};
    }
    Job[] jobs = order.jobs(kind);
    Arrays.setAll(jobs, step -> marked(jobs[step]));
    return jobs;
  }

  /** Returns the job, with the reduce mark if it is the one that starts its chunk's reduce. */
  private Job marked(Job job) {
    boolean reduces =
        config.overlapShardingReduce()
            && job.kind() == JobKind.BACKWARD_W
            && job.microBatch() == config.microBatches() - 1;
    return reduces ? Job.backwardWReduce(job.chunk().getAsInt(), job.microBatch()) : job;
  }

  /**
   * @param inOrder what {@link #inOrder(JobKind)} has returned so far; other stages add to it
   */
  private StageSchedule stage(int stage, EnumMap<JobKind, Job[]> inOrder) {
    Job[] jobs = new Job[jobsPerStage()];
    ImmutableIntArray.Builder phaseEnds = ImmutableIntArray.builder(Phase.values().length);
    int next = 0;
    for (Segment segment : segments(stage)) {
      int width = segment.kinds().size();
      for (int slot = 0; slot < width && segment.steps() > 0; slot++) {
        JobKind kind = segment.kinds().get(slot);
        Job[] source = inOrder.computeIfAbsent(kind, this::inOrder);
        int first = segment.firstStep(kind);
        for (int step = 0; step < segment.steps(); step++) {
          jobs[next + step * width + slot] = source[first + step];
        }
      }
      next += segment.size();
      phaseEnds.add(next);
    }
    ImmutableList<Job> list = ImmutableList.copyOf(jobs);
    if (logger.isDebugEnabled()) {
      logger.debug("Job types of stage {}: {}", stage, list.stream().map(Job::type).toList());
    }
    return new StageSchedule(stage, list, phaseEnds.build(), config.backwardIsSplit());
  }
}
