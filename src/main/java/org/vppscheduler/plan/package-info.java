/**
 * Plans: all that a training framework needs to run a stage.
 *
 * <p>A {@link org.vppscheduler.plan.Plan} joins the {@linkplain
 * org.vppscheduler.schedule.StageSchedule jobs} of a stage with the {@linkplain
 * org.vppscheduler.program.Program program} of each job type and tells for each job which values
 * the framework must not free after it. What does not fit is refused; what fits but looks odd is
 * told by {@link org.vppscheduler.plan.PlanFinding}s. Everything here is immutable and may be
 * shared between threads.
 *
 * @since 0.1.0
 */
@NullMarked
@CheckReturnValue
package org.vppscheduler.plan;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
