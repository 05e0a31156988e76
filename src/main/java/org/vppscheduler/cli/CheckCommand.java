package org.vppscheduler.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.vppscheduler.check.ChannelModel;
import org.vppscheduler.check.CheckReport;
import org.vppscheduler.check.PipelineCheck;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code vpp check}: is a pipeline proven? */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    versionProvider = Vpp.Version.class,
    sortOptions = false,
    header = "Proves that a pipeline's lists fit together, or says what is wrong.",
    footer = {
      "",
      "Exit code 0: proven; 1: there are findings.",
      "Examples: vpp check -s 4 -c 3 -m 5 --grouping reference",
      "          vpp check --jobs lists.txt --channels 1"
    })
final class CheckCommand implements Callable<Integer> {
  @Mixin private PipelineSource source;

  @Option(
      names = "--channels",
      paramLabel = "CHANNELS",
      defaultValue = "unbounded",
      converter = ChannelConverter.class,
      description =
          "What a channel between two stages holds: unbounded (default), a number of slots, or"
              + " rendezvous, where a send waits for its receive.")
  private ChannelModel channels;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "table (default): for people. json: one object.")
  private ReportFormat format;

  private final Streams streams;

  CheckCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() throws IOException {
    CheckReport report = PipelineCheck.create(channels).check(source.pipeline(streams));
    String text =
        switch (format) {
          case TABLE -> report.toString();
          case JSON -> report.toJson();
        };
    streams.out().write(text + "\n");
    return report.isProven() ? ExitCode.OK : ExitCode.NO;
  }

  private static final class ChannelConverter implements ITypeConverter<ChannelModel> {
    @Override
    public ChannelModel convert(String text) {
      try {
        return ChannelModel.parse(text);
      } catch (IllegalArgumentException unknown) {
        throw new TypeConversionException(unknown.getMessage());
      }
    }
  }
}
