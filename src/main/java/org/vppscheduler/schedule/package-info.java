/**
 * Job lists: what each pipeline stage runs, in which order.
 *
 * <p>{@link org.vppscheduler.schedule.VppConfig} holds the settings, {@link
 * org.vppscheduler.schedule.VppScheduler} turns them into a {@link
 * org.vppscheduler.schedule.StageSchedule} for one stage or a {@link
 * org.vppscheduler.schedule.PipelineSchedule} for all of them; both are lists of {@link
 * org.vppscheduler.schedule.Job}s. Every type here is immutable and thread-safe.
 *
 * <p>Symbols used throughout: S = stages, C = chunks a stage, M = micro-batches, s = a stage's id.
 *
 * @since 0.1.0
 */
@NullMarked
@CheckReturnValue
package org.vppscheduler.schedule;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
