/** The {@code vpp} command: arguments in, text and files out. It holds no logic of its own. */
@NullMarked
package org.vppscheduler.cli;

import org.jspecify.annotations.NullMarked;
