package org.vppscheduler.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;
import java.util.regex.Pattern;
import org.vppscheduler.draw.Theme;
import org.vppscheduler.program.OpRole;
import org.vppscheduler.schedule.Dialect;
import org.vppscheduler.split.ChunkAssignment;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code vpp} command, which holds the others. */
@Command(
    name = "vpp",
    mixinStandardHelpOptions = true,
    versionProvider = Vpp.Version.class,
    header = "Virtual-pipeline-parallel (interleaved 1F1B) training schedules.",
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done; for a question, the answer is yes",
      "1:the answer is no",
      "2:the command line or an input is wrong, or a file cannot be read or written"
    })
final class Vpp implements Runnable {
  /** Control characters, and those that turn the direction of text. */
  private static final Pattern CONTROL =
      Pattern.compile("[\\p{Cc}\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]");

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  private Vpp() {}

  /**
   * Runs a command line.
   *
   * @return its {@link ExitCode}
   */
  static int run(Streams streams, String... args) {
    PrintWriter out = new PrintWriter(streams.out());
    CommandLine vpp =
        new CommandLine(new Vpp())
            .addSubcommand(new JobsCommand(streams))
            .addSubcommand(new CheckCommand(streams))
            .addSubcommand(new SimulateCommand(streams))
            .addSubcommand(new DrawCommand(streams))
            .addSubcommand(new ExportCommand(streams))
            .addSubcommand(new SplitCommand(streams))
            .addSubcommand(new PlanCommand(streams))
            .setExpandAtFiles(false)
            .setOut(out)
            .setErr(streams.err())
            .registerConverter(Dialect.class, new EnumConverter<>(Dialect.class))
            .registerConverter(OpRole.class, new EnumConverter<>(OpRole.class))
            .registerConverter(ChunkAssignment.class, new EnumConverter<>(ChunkAssignment.class))
            .registerConverter(
                JobsCommand.Format.class, new EnumConverter<>(JobsCommand.Format.class))
            .registerConverter(Theme.class, new EnumConverter<>(Theme.class))
            .registerConverter(ReportFormat.class, new EnumConverter<>(ReportFormat.class))
            .registerConverter(
                ExportCommand.Format.class, new EnumConverter<>(ExportCommand.Format.class))
            .setParameterExceptionHandler(Vpp::usageError)
            .setExecutionExceptionHandler(Vpp::executionError);
    int code = execute(vpp, streams, args);
    try {
      // Before the PrintWriter, whose flush would take the error and keep it to itself.
      streams.out().flush();
    } catch (IOException failure) {
      return outputError(streams.err(), failure);
    }
    return out.checkError() ? ExitCode.USAGE : code;
  }

  private static int execute(CommandLine vpp, Streams streams, String... args) {
    try {
      return vpp.execute(args);
    } catch (OutOfMemoryError tooLarge) {
      streams
          .err()
          .printf(
              Locale.ROOT,
              "vpp: out of memory, with a limit of %d MiB. Use fewer stages, chunks or micro-batches,"
                  + " or allow more: java -Xmx8g -jar …%n",
              Runtime.getRuntime().maxMemory() >> 20);
      return ExitCode.USAGE;
    }
  }

  /** Without a command there is nothing to run: the usage goes where errors go. */
  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing COMMAND.");
  }

  private static int usageError(ParameterException error, String[] args) {
    CommandLine command = error.getCommandLine();
    String hint = "";
    if (error instanceof UnmatchedArgumentException unmatched) {
      List<String> suggestions = unmatched.getSuggestions();
      hint = suggestions.isEmpty() ? "" : "Did you mean " + String.join(" or ", suggestions) + "? ";
    }
    String name = command.getCommandSpec().qualifiedName();
    command.getErr().println(name + ": " + oneLine(messageOf(error)));
    command.getErr().println(hint + "'" + name + " --help' lists the options.");
    return ExitCode.USAGE;
  }

  private static int executionError(Exception error, CommandLine command, ParseResult parsed) {
    if (!isBrokenPipe(error)) {
      String name = command.getCommandSpec().qualifiedName();
      command.getErr().println(name + ": " + oneLine(describe(error)));
    }
    return ExitCode.USAGE;
  }

  private static int outputError(PrintWriter err, IOException failure) {
    if (!isBrokenPipe(failure)) {
      err.println("vpp: cannot write the output: " + oneLine(describe(failure)));
    }
    return ExitCode.USAGE;
  }

  /**
   * A reader of standard output that has seen enough, such as {@code head}, closes the pipe: that
   * needs no words. Errors of other files name them, so that a pipe with a name is told of.
   */
  private static boolean isBrokenPipe(Exception error) {
    return error instanceof IOException
        && !(error instanceof FileSystemException)
        && "Broken pipe".equals(error.getMessage());
  }

  private static String describe(Throwable error) {
    if (error instanceof UncheckedIOException unchecked && unchecked.getCause() != null) {
      return describe(unchecked.getCause());
    }
    if (error instanceof FileSystemException file) {
      return FileErrors.describe(file);
    }
    if (error instanceof IOException || error instanceof IllegalArgumentException) {
      return messageOf(error);
    }
    return "internal error, please report it: " + error;
  }

  private static String messageOf(Throwable error) {
    return Objects.requireNonNullElse(error.getMessage(), error.getClass().getSimpleName());
  }

  /**
   * Returns a message on one line. What files and arguments contain may be in it: other control
   * characters are shown as escapes, since a terminal would obey them.
   */
  private static String oneLine(String message) {
    return CONTROL
        .matcher(message.replaceAll("\\s*\\R\\s*", " "))
        .replaceAll(
            match -> String.format(Locale.ROOT, "\\\\u%04x", (int) match.group().charAt(0)));
  }

  /** Reads the version that the build has written into the jar. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() throws IOException {
      Properties properties = new Properties();
      try (InputStream resource = Vpp.class.getResourceAsStream("version.properties")) {
        properties.load(resource);
      }
      return new String[] {"vpp " + properties.getProperty("version")};
    }
  }
}
