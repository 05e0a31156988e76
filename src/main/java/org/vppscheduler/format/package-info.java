/**
 * Files: programs and schedules read and written.
 *
 * <p>{@link org.vppscheduler.format.PirJson} reads and writes programs in the JSON form of the
 * PaddlePaddle framework, {@link org.vppscheduler.format.JobListJson} and {@link
 * org.vppscheduler.format.TorchCsv} job lists; {@link org.vppscheduler.format.PlanJson} writes what
 * goes with the programs of a plan. Input is not trusted: whatever is wrong with it ends in a
 * {@link org.vppscheduler.format.FormatException} that says where, in time and memory linear in the
 * input. {@link org.vppscheduler.format.WholeFile} writes a file completely or not at all.
 *
 * @since 0.1.0
 */
@NullMarked
@CheckReturnValue
package org.vppscheduler.format;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
