package org.vppscheduler.cli;

import com.google.common.primitives.Ints;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What standard output can show.
 *
 * @param columns characters in a line
 * @param showsColours whether people see it, and want colours
 */
record Terminal(int columns, boolean showsColours) {
  /** Where nothing is known: a file or a pipe has no width, so lines may be somewhat longer. */
  private static final int PIPE_COLUMNS = 100;

  private static final int TERMINAL_COLUMNS = 80;

  /** What the kernel calls standard output. */
  private static final Path STANDARD_OUTPUT = Path.of("/proc/self/fd/1");

  /** Returns a pipe. */
  static Terminal none() {
    return new Terminal(PIPE_COLUMNS, false);
  }

  /** Returns what this process writes to. */
  static Terminal ofProcess() {
    return of(System.getenv(), isTerminal());
  }

  /**
   * Returns what an environment tells: {@code COLUMNS} is the width; {@code NO_COLOR}, if not
   * empty, and a {@code TERM} that is dumb forbid colours.
   */
  static Terminal of(Map<String, String> environment, boolean isTerminal) {
    Optional<Integer> columns =
        Optional.ofNullable(environment.get("COLUMNS")).map(Ints::tryParse).filter(c -> c > 0);
    boolean forbidsColours =
        !environment.getOrDefault("NO_COLOR", "").isEmpty()
            || environment.getOrDefault("TERM", "").equals("dumb");
    return new Terminal(
        columns.orElse(isTerminal ? TERMINAL_COLUMNS : PIPE_COLUMNS),
        isTerminal && !forbidsColours);
  }

  @SuppressWarnings("SystemConsoleNull")
  private static boolean isTerminal() {
    if (Files.isSymbolicLink(STANDARD_OUTPUT)) {
      try {
        String device = Files.readSymbolicLink(STANDARD_OUTPUT).toString();
        return device.startsWith("/dev/pts/") || device.startsWith("/dev/tty");
      } catch (IOException unreadable) {
        return false;
      }
    }
    // From Java 22 on there is a console even without a terminal.
    return Runtime.version().feature() < 22 && System.console() != null;
  }
}
