package org.vppscheduler.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.vppscheduler.format.PirJson;
import org.vppscheduler.program.OpRole;
import org.vppscheduler.schedule.VppConfig;
import org.vppscheduler.split.ChunkAssignment;
import org.vppscheduler.split.ProgramSplitter;
import org.vppscheduler.split.SplitResult;
import picocli.CommandLine.Option;

/** The options that say what a program does not: roles and chunks of operations. */
final class SplitOptions {
  @Option(
      names = "--default-role",
      paramLabel = "ROLE",
      description =
          "Role of operations without op_role: forward, backward or optimize. Left out, such are"
              + " refused.")
  private Optional<OpRole> defaultRole = Optional.empty();

  @Option(
      names = "--assign-chunks",
      paramLabel = "HOW",
      defaultValue = "by-attribute",
      description =
          "by-attribute (default): chunk_id, inferred where missing. even: contiguous parts of equal"
              + " size, for forward programs without chunks.")
  private ChunkAssignment chunkAssignment;

  /** Returns a splitter with these settings. */
  ProgramSplitter splitter(VppConfig config) {
    ProgramSplitter.Builder splitter =
        ProgramSplitter.builder(config).chunkAssignment(chunkAssignment);
    defaultRole.ifPresent(splitter::defaultRole);
    return splitter.build();
  }

  /** Splits the program of a file; what is wrong with it is said with the file's name. */
  static SplitResult split(ProgramSplitter splitter, Path file) throws IOException {
    try {
      return splitter.split(PirJson.read(file));
    } catch (IllegalArgumentException refused) {
      throw new IllegalArgumentException(file + ": " + refused.getMessage(), refused);
    }
  }
}
