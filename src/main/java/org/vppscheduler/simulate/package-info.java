/**
 * What a pipeline costs: when each job starts and ends, how long stages idle, what they hold in
 * memory.
 *
 * <p>A {@link org.vppscheduler.simulate.CostModel} says how long jobs and hops take; the {@link
 * org.vppscheduler.simulate.Simulator} turns it and any {@link
 * org.vppscheduler.schedule.PipelineSchedule} into a {@link org.vppscheduler.simulate.Simulation},
 * completed or hung, with a {@link org.vppscheduler.simulate.Timeline} of everything that ran; a
 * {@link org.vppscheduler.simulate.SimulationReport} shows it as a table or JSON.
 *
 * <p>All times are whole numbers in one unit of the caller's choice, exact to the last digit: a
 * time that does not fit a {@code long} is refused, never rounded. Every type here is immutable and
 * thread-safe, except builders. {@code docs/simulation.md} says what is modelled and what is not.
 */
@NullMarked
@CheckReturnValue
package org.vppscheduler.simulate;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
