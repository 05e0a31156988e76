/**
 * Files: programs and schedules read and written.
 *
 * <p>{@link org.vppscheduler.format.PirJson} reads and writes programs in the JSON form of the
 * PaddlePaddle framework, {@link org.vppscheduler.format.JobListJson} writes job lists. Input is
 * not trusted: whatever is wrong with it ends in a {@link org.vppscheduler.format.FormatException}
 * that says where, in time and memory linear in the input. {@link
 * org.vppscheduler.format.WholeFile} writes a file completely or not at all.
 */
@NullMarked
@CheckReturnValue
package org.vppscheduler.format;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
