package org.vppscheduler.check;

import static com.google.common.base.Preconditions.checkArgument;
import static com.google.common.base.Preconditions.checkElementIndex;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Optional;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.JobKind;
import org.vppscheduler.schedule.PipelineSchedule;

/**
 * Which job of a pipeline waits for which: the one home of the dependencies between jobs.
 *
 * <p>Jobs are <em>nodes</em>, numbered through from 0, stage after stage, each in the order of its
 * list. A node depends on at most two others; besides, it waits for its predecessor in the list,
 * which is no dependency here. With virtual stage v = c·S + s, and "backward" standing for {@link
 * JobKind#BACKWARD} or, when split, {@link JobKind#BACKWARD_B}:
 *
 * <table>
 *   <caption>What a job of virtual stage v depends on, always for the same micro-batch</caption>
 *   <tr><th>job</th><th>depends on</th></tr>
 *   <tr><td>recv_forward</td><td>forward of v-1</td></tr>
 *   <tr><td>forward</td><td>its own recv_forward if the lists have such jobs, else forward of
 *       v-1</td></tr>
 *   <tr><td>backward</td><td>its own forward; and send_backward of v+1 if the lists have such jobs,
 *       else backward of v+1</td></tr>
 *   <tr><td>backward_w</td><td>its own backward_b</td></tr>
 *   <tr><td>send_backward</td><td>its own backward</td></tr>
 *   <tr><td>optimizer</td><td>all other jobs of its stage; the last one of them stands for all</td>
 *       </tr>
 * </table>
 *
 * The first virtual stage has no v-1, the last no v+1.
 *
 * <p>Any lists will do. Where a job stands in a list more than once, others depend on its first
 * occurrence. A job whose chunk is not below C or whose micro-batch is not below M depends on
 * nothing, and nothing depends on it. A dependency that no list holds is never fulfilled: {@link
 * #missingDependencies} tells it.
 *
 * <p>About 12 bytes a job beside the pipeline itself; built in time linear in the number of jobs.
 */
public final class JobGraph {
  /** The most jobs that arrays can number, with room for a few words of the virtual machine. */
  private static final int MAX_JOBS = Integer.MAX_VALUE - 8;

  /** Is told each job that {@link #run} runs. */
  @FunctionalInterface
  public interface Visitor {
    /**
     * Takes the next job.
     *
     * @param stage the stage of the job
     * @param node the job's node
     */
    void visit(int stage, int node);
  }

  /** A job that another needs: its kind, and how many virtual stages further on it runs. */
  private record Need(JobKind kind, int shift) {}

  private final PipelineSchedule pipeline;

  /** Whether the lists have recv_forward jobs. */
  private final boolean receivesAreJobs;

  /** Whether the lists have send_backward jobs. */
  private final boolean sendsAreJobs;

  /** What a job of each kind needs, by ordinal. */
  private final ImmutableList<ImmutableList<Need>> needs;

  private final WaitGraph waits;

  private JobGraph(
      PipelineSchedule pipeline, boolean receivesAreJobs, boolean sendsAreJobs, WaitGraph waits) {
    this.pipeline = pipeline;
    this.receivesAreJobs = receivesAreJobs;
    this.sendsAreJobs = sendsAreJobs;
    this.needs = needs(receivesAreJobs, sendsAreJobs);
    this.waits = waits;
  }

  /**
   * Returns the graph of a pipeline.
   *
   * @throws IllegalArgumentException if it has more than 2147483639 jobs
   */
  public static JobGraph of(PipelineSchedule pipeline) {
    return of(pipeline, JobTable.of(pipeline));
  }

  static JobGraph of(PipelineSchedule pipeline, JobTable table) {
    boolean receivesAreJobs = table.present(JobKind.RECV_FORWARD) > 0;
    boolean sendsAreJobs = table.present(JobKind.SEND_BACKWARD) > 0;
    ImmutableList<ImmutableList<Need>> needs = needs(receivesAreJobs, sendsAreJobs);
    int[] starts = starts(pipeline);
    int[] first = new int[starts[pipeline.stages()]];
    int[] second = new int[first.length];
    for (int stage = 0; stage < pipeline.stages(); stage++) {
      List<Job> jobs = pipeline.stage(stage).jobs();
      int start = starts[stage];
      int lastOther = lastBeforeOptimizer(jobs);
      for (int index = 0; index < jobs.size(); index++) {
        Job job = jobs.get(index);
        int node = start + index;
        second[node] = WaitGraph.NONE;
        if (job.kind() == JobKind.OPTIMIZER) {
          first[node] = lastOther < 0 ? WaitGraph.NONE : start + lastOther;
          continue;
        }
        int chunk = job.chunk().orElse(-1);
        if (!table.inRange(chunk, job.microBatch())) {
          first[node] = WaitGraph.NONE;
          continue;
        }
        ImmutableList<Need> ofKind = needs.get(job.kind().ordinal());
        first[node] = find(ofKind.get(0), stage, chunk, job.microBatch(), pipeline, table);
        if (ofKind.size() > 1) {
          second[node] = find(ofKind.get(1), stage, chunk, job.microBatch(), pipeline, table);
        }
      }
    }
    return new JobGraph(
        pipeline, receivesAreJobs, sendsAreJobs, new WaitGraph(starts, first, second));
  }

  /** Returns the node of the first job of each stage, and at the end the number of nodes. */
  static int[] starts(PipelineSchedule pipeline) {
    checkArgument(
        pipeline.jobCount() <= MAX_JOBS,
        "The pipeline has %s jobs, above the limit of %s for one graph.",
        pipeline.jobCount(),
        MAX_JOBS);
    int[] starts = new int[pipeline.stages() + 1];
    for (int stage = 0; stage < pipeline.stages(); stage++) {
      starts[stage + 1] = starts[stage] + pipeline.stage(stage).jobs().size();
    }
    return starts;
  }

  private static ImmutableList<ImmutableList<Need>> needs(
      boolean receivesAreJobs, boolean sendsAreJobs) {
    Need arrival = new Need(JobKind.FORWARD, -1);
    Need ownForward = new Need(JobKind.FORWARD, 0);
    Need gradient = new Need(sendsAreJobs ? JobKind.SEND_BACKWARD : JobKind.BACKWARD, +1);
    ImmutableList.Builder<ImmutableList<Need>> needs = ImmutableList.builder();
    for (JobKind kind : JobKind.values()) {
      needs.add(
          switch (kind) {
            case RECV_FORWARD -> ImmutableList.of(arrival);
            case FORWARD ->
                ImmutableList.of(receivesAreJobs ? new Need(JobKind.RECV_FORWARD, 0) : arrival);
            case BACKWARD, BACKWARD_B -> ImmutableList.of(ownForward, gradient);
            case BACKWARD_W -> ImmutableList.of(new Need(JobKind.BACKWARD_B, 0));
            case SEND_BACKWARD -> ImmutableList.of(new Need(JobKind.BACKWARD, 0));
            case OPTIMIZER -> ImmutableList.of();
          });
    }
    return needs.build();
  }

  private static int find(
      Need need, int stage, int chunk, int microBatch, PipelineSchedule pipeline, JobTable table) {
    int neededStage = stage + need.shift();
    int neededChunk = chunk;
    if (neededStage < 0) {
      neededStage = pipeline.stages() - 1;
      neededChunk--;
    } else if (neededStage == pipeline.stages()) {
      neededStage = 0;
      neededChunk++;
    }
    if (neededChunk < 0 || neededChunk == pipeline.chunks()) {
      return WaitGraph.NONE;
    }
    int node =
        need.kind() == JobKind.BACKWARD
            ? table.backwardNode(neededStage, neededChunk, microBatch)
            : table.node(neededStage, need.kind(), neededChunk, microBatch);
    return node == JobTable.ABSENT ? WaitGraph.NEVER : node;
  }

  private static int lastBeforeOptimizer(List<Job> jobs) {
    int last = jobs.size() - 1;
    while (last >= 0 && jobs.get(last).kind() == JobKind.OPTIMIZER) {
      last--;
    }
    return last;
  }

  /** Returns the pipeline whose jobs are the nodes. */
  public PipelineSchedule pipeline() {
    return pipeline;
  }

  /** Returns the number of jobs of all stages; nodes are 0 to one less. */
  public int jobCount() {
    return waits.steps();
  }

  /**
   * Returns the node of the first job of a stage's list; where the list is empty, that of the next
   * list.
   *
   * @throws IndexOutOfBoundsException if {@code stage} is not from 0 to S-1
   */
  public int firstNode(int stage) {
    return waits.start(checkElementIndex(stage, pipeline.stages(), "stage"));
  }

  /**
   * Returns the node of the job at an index of a stage's list.
   *
   * @throws IllegalArgumentException if {@code stage} is not from 0 to S-1
   * @throws IndexOutOfBoundsException if {@code index} is not one of the stage's list
   */
  public int node(int stage, int index) {
    int size = pipeline.stage(stage).jobs().size();
    return waits.start(stage) + checkElementIndex(index, size, "job index");
  }

  /**
   * Returns the stage of a node, in time logarithmic in S.
   *
   * @throws IndexOutOfBoundsException if there is no such node
   */
  public int stage(int node) {
    return waits.stage(checkElementIndex(node, jobCount(), "node"));
  }

  /**
   * Returns the index of a node in the list of its stage.
   *
   * @throws IndexOutOfBoundsException if there is no such node
   */
  public int index(int node) {
    return node - waits.start(stage(node));
  }

  /**
   * Returns the job of a node with its stage and index.
   *
   * @throws IndexOutOfBoundsException if there is no such node
   */
  public JobAt jobAt(int node) {
    int stage = stage(node);
    int index = node - waits.start(stage);
    return JobAt.listed(stage, pipeline.stage(stage).jobs().get(index), index);
  }

  /**
   * Returns how many dependencies of a node are in the lists: 0, 1 or 2.
   *
   * @throws IndexOutOfBoundsException if there is no such node
   */
  public int dependencyCount(int node) {
    return (waits.dependency(node, 0) >= 0 ? 1 : 0) + (waits.dependency(node, 1) >= 0 ? 1 : 0);
  }

  /**
   * Returns a node that another depends on. A backward's own forward comes before the gradient's
   * producer.
   *
   * @param place which one, from 0 to one less than {@link #dependencyCount}
   * @throws IndexOutOfBoundsException if there is no such node or place
   */
  public int dependency(int node, int place) {
    int checked = checkElementIndex(place, dependencyCount(node), "place");
    int first = waits.dependency(node, 0);
    return checked == 0 && first >= 0 ? first : waits.dependency(node, 1);
  }

  /**
   * Returns the jobs that a node depends on but that are in no list, so that it can never run;
   * empty for every node of a complete pipeline.
   *
   * @throws IndexOutOfBoundsException if there is no such node
   */
  public ImmutableList<JobAt> missingDependencies(int node) {
    ImmutableList.Builder<JobAt> missing = ImmutableList.builder();
    for (int place = 0; place < 2; place++) {
      if (waits.dependency(node, place) == WaitGraph.NEVER) {
        missing.add(missing(node, place));
      }
    }
    return missing.build();
  }

  private JobAt missing(int node, int place) {
    JobAt at = jobAt(node);
    Need need = needs.get(at.job().kind().ordinal()).get(place);
    // A split backward is called by its name where the one that needs it is split too.
    JobKind kind =
        need.kind() == JobKind.BACKWARD && at.job().kind() == JobKind.BACKWARD_B
            ? JobKind.BACKWARD_B
            : need.kind();
    return missing(at, kind, need.shift());
  }

  /** Returns the job, in no list, that would receive what a node sends. */
  JobAt missingReceiver(int node) {
    JobAt at = jobAt(node);
    if (at.job().kind() == JobKind.FORWARD) {
      return missing(at, receivesAreJobs ? JobKind.RECV_FORWARD : JobKind.FORWARD, +1);
    }
    JobKind kind = at.job().kind() == JobKind.BACKWARD_B ? JobKind.BACKWARD_B : JobKind.BACKWARD;
    return missing(at, kind, -1);
  }

  private JobAt missing(JobAt neighbour, JobKind kind, int shift) {
    int stage = neighbour.stage() + shift;
    int chunk = neighbour.job().chunk().orElseThrow() + Math.floorDiv(stage, pipeline.stages());
    return JobAt.missing(
        Math.floorMod(stage, pipeline.stages()), Job.of(kind, chunk, neighbour.job().microBatch()));
  }

  /** Returns whether a job receives a message: depends on a job of another stage. */
  boolean receives(int stage, Job job) {
    return isInPipeline(job)
        && switch (job.kind()) {
          case RECV_FORWARD -> hasNeighbour(stage, job, -1);
          case FORWARD -> !receivesAreJobs && hasNeighbour(stage, job, -1);
          case BACKWARD, BACKWARD_B -> hasNeighbour(stage, job, +1);
          case BACKWARD_W, SEND_BACKWARD, OPTIMIZER -> false;
        };
  }

  /** Returns whether a job sends a message: a job of another stage is meant to depend on it. */
  boolean sends(int stage, Job job) {
    return isInPipeline(job)
        && switch (job.kind()) {
          case FORWARD -> hasNeighbour(stage, job, +1);
          case BACKWARD, BACKWARD_B -> !sendsAreJobs && hasNeighbour(stage, job, -1);
          case SEND_BACKWARD -> hasNeighbour(stage, job, -1);
          case RECV_FORWARD, BACKWARD_W, OPTIMIZER -> false;
        };
  }

  private boolean isInPipeline(Job job) {
    int chunk = job.chunk().orElse(-1);
    return chunk >= 0 && chunk < pipeline.chunks() && job.microBatch() < pipeline.microBatches();
  }

  /** Returns whether there is a virtual stage before or after a job's, and on another stage. */
  private boolean hasNeighbour(int stage, Job job, int shift) {
    int neighbour = stage + shift;
    int chunk = job.chunk().orElse(-1) + Math.floorDiv(neighbour, pipeline.stages());
    return pipeline.stages() > 1 && chunk >= 0 && chunk < pipeline.chunks();
  }

  /**
   * Runs every job that can ever run, in an order in which each comes after its predecessor in the
   * list and after its dependencies, and tells the visitor. The order is the same each time. In
   * time linear in the number of jobs.
   *
   * @return empty if all jobs have run; else where the pipeline hangs
   */
  public Optional<Hang> run(Visitor visitor) {
    int[] next = waits.run(visitor);
    return Hangs.find(
        waits,
        next,
        new Hangs.Steps() {
          @Override
          public int job(int step) {
            return step;
          }

          @Override
          public int awaitedJob(int step, int place) {
            return waits.dependency(step, place);
          }

          @Override
          public JobAt describe(int job) {
            return jobAt(job);
          }

          @Override
          public JobAt describeMissing(int step, int place) {
            return missing(step, place);
          }

          @Override
          public Wait.Reason reason(int step, int place) {
            return Wait.Reason.RESULT;
          }
        });
  }

  WaitGraph waits() {
    return waits;
  }

  /** Returns the number of jobs and the pipeline's sizes, for people. */
  @Override
  public String toString() {
    return "JobGraph of " + pipeline;
  }
}
