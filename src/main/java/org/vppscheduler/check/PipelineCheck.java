package org.vppscheduler.check;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.Optional;
import org.vppscheduler.schedule.PipelineSchedule;

/**
 * Checks that the job lists of a pipeline fit together, before a cluster finds out.
 *
 * <p>One line gives a checked pipeline:
 *
 * <pre>{@code
 * PipelineSchedule pipeline = PipelineCheck.create().requireProven(scheduler.pipeline());
 * }</pre>
 *
 * <p>Five properties are proven, for any lists, wherever they come from:
 *
 * <ol>
 *   <li>complete: each job exactly once on each stage, nothing out of range. Which jobs that are,
 *       the lists tell: forward and backward always, recv_forward, send_backward and optimizer on
 *       all stages if on any; a backward whole or split;
 *   <li>local order: on a stage, recv_forward before forward before backward before backward_w, and
 *       backward before send_backward; the optimizer last;
 *   <li>no deadlock: lists plus dependencies ({@link JobGraph}) have no cycle, and nobody waits for
 *       a job in no list;
 *   <li>transport: on each channel, messages are received in the order in which they are sent;
 *   <li>blocking transport: no deadlock even when channels hold as little as the {@link
 *       ChannelModel} says. Checked when property 3 holds; always true for {@link
 *       ChannelModel#unbounded()}.
 * </ol>
 *
 * <p>Time and memory are linear in the number of jobs. {@code docs/checking.md} has the arguments.
 */
public final class PipelineCheck {
  private final ChannelModel channels;

  private PipelineCheck(ChannelModel channels) {
    this.channels = channels;
  }

  /** Returns the check for asynchronous communication, where a send never waits. */
  public static PipelineCheck create() {
    return create(ChannelModel.unbounded());
  }

  /** Returns the check for channels that hold as much as a model says. */
  public static PipelineCheck create(ChannelModel channels) {
    return new PipelineCheck(channels);
  }

  /**
   * Returns what is wrong with a pipeline, if anything.
   *
   * @throws IllegalArgumentException if it has more than 2147483639 jobs
   */
  public CheckReport check(PipelineSchedule pipeline) {
    FindingCollector findings = new FindingCollector();
    JobTable table = JobTable.of(pipeline);
    CompletenessChecker.check(pipeline, table, findings);
    JobGraph graph = JobGraph.of(pipeline, table);
    LocalOrderChecker.check(graph, findings);
    Optional<Hang> hang = DeadlockChecker.check(graph, findings);
    Channels messages = new Channels(graph);
    TransportOrderChecker.check(graph, messages, findings);
    if (hang.isEmpty() && !(channels instanceof ChannelModel.Unbounded)) {
      BlockingChecker.check(graph, messages, channels, findings);
    }
    return new CheckReport(pipeline, channels, findings, hang);
  }

  /**
   * Returns the pipeline itself if it is proven.
   *
   * @throws UnprovenPipelineException if it is not; it holds the report
   * @throws IllegalArgumentException if the pipeline has more than 2147483639 jobs
   */
  @CanIgnoreReturnValue
  public PipelineSchedule requireProven(PipelineSchedule pipeline) {
    CheckReport report = check(pipeline);
    if (!report.isProven()) {
      throw new UnprovenPipelineException(report);
    }
    return pipeline;
  }

  /**
   * Returns the strictest channel model with which a pipeline runs to its end: rendezvous, else the
   * smallest number of slots. Empty if it hangs whatever the channels hold.
   *
   * <p>Linear in the number of jobs, times the logarithm of the number of slots.
   *
   * @throws IllegalArgumentException if it has more than 2147483639 jobs
   */
  public static Optional<ChannelModel> leastChannels(PipelineSchedule pipeline) {
    JobGraph graph = JobGraph.of(pipeline);
    return BlockingChecker.least(new TransportGraph(graph, new Channels(graph)));
  }
}
