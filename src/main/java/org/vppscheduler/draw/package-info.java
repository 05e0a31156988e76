/**
 * Pictures of simulated pipelines.
 *
 * <p>A {@link org.vppscheduler.draw.Drawing} is what is to be seen: a {@link
 * org.vppscheduler.simulate.Simulation} with a title and a unit of time. Each {@link
 * org.vppscheduler.draw.TimelineFormat} writes it in one form: {@link
 * org.vppscheduler.draw.TimelineText} for terminals, {@link org.vppscheduler.draw.TimelineSvg} for
 * documents, {@link org.vppscheduler.draw.TimelineHtml} for browsers, {@link
 * org.vppscheduler.draw.TimelineTrace} for trace viewers.
 *
 * <p>The first three show the same picture: a lane for each stage, a box for each job that takes
 * time, the chunk as the colour and the kind as the lightness of the box, idle time as the bare
 * lane, and beside each lane its bubble and its peak of live activations. A hung simulation is
 * drawn up to the hang, with the waiting jobs marked and the cycle of waits named. Whatever the
 * number of jobs, boxes too small to be seen are merged, so that size and time stay bounded.
 *
 * <p>Equal drawings make equal bytes. Every type here is immutable and thread-safe.
 *
 * @since 0.1.0
 */
@NullMarked
@CheckReturnValue
package org.vppscheduler.draw;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
