package org.vppscheduler.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** The options of commands that write a folder. */
final class OutputOptions {
  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "The folder to write to; it is made if it does not exist.")
  private Path out;

  @Option(
      names = "--force",
      description =
          "Write to a folder that is not empty: programs there are replaced or removed, other files"
              + " stay.")
  private boolean force;

  /** Returns the folder, as {@link OutputFolder#of} does. */
  OutputFolder folder(Pattern ownNames) throws IOException {
    return OutputFolder.of(out, force, ownNames);
  }
}
