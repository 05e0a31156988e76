/** Files: what the library reads and writes, each format in one class. */
@NullMarked
@CheckReturnValue
package org.vppscheduler.format;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
