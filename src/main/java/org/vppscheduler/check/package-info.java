/**
 * Proof that a pipeline's job lists fit together, or findings that say where they do not.
 *
 * <p>{@link org.vppscheduler.check.PipelineCheck} takes any {@link
 * org.vppscheduler.schedule.PipelineSchedule} and returns a {@link
 * org.vppscheduler.check.CheckReport}: proven, or a list of {@link
 * org.vppscheduler.check.Finding}s. What has to wait for what is the {@link
 * org.vppscheduler.check.JobGraph}, which simulation and drawing share; where waiting never ends, a
 * {@link org.vppscheduler.check.Hang} tells how far each stage comes and shows a shortest {@link
 * org.vppscheduler.check.WaitCycle}. {@link org.vppscheduler.check.ChannelModel} says how many
 * messages a channel between two stages can hold.
 *
 * <p>Symbols: S = stages, C = chunks a stage, M = micro-batches; chunk c of stage s is <em>virtual
 * stage</em> c·S + s of S·C. Every type here is immutable and thread-safe. {@code docs/checking.md}
 * explains the properties and shows worked examples.
 */
@NullMarked
@CheckReturnValue
package org.vppscheduler.check;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
