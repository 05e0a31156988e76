package org.vppscheduler.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.vppscheduler.format.JobListJson;
import org.vppscheduler.format.TorchCsv;
import org.vppscheduler.schedule.VppScheduler;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code vpp export}: a pipeline in the form of a framework. */
@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    versionProvider = Vpp.Version.class,
    sortOptions = false,
    header = "Writes the job lists of all stages for a framework.",
    footer = {"", "Example: vpp export -s 4 -c 2 -m 8 --format torch-csv -o schedule.csv"})
final class ExportCommand implements Callable<Integer> {
  enum Format {
    TORCH_CSV,
    JSON
  }

  @Spec private CommandSpec spec;

  @Mixin private PipelineOptions pipeline;

  @Option(
      names = "--format",
      required = true,
      paramLabel = "FORMAT",
      description =
          "torch-csv: for torch.distributed.pipelining, a rank a row. json: the job lists of all"
              + " stages in an array.")
  private Format format;

  @Option(
      names = "--with-communication",
      description = "Write sends and receives too; torch-csv only. Without, torch adds them.")
  private boolean withCommunication;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "The file to write; standard output if left out.")
  private Optional<Path> output = Optional.empty();

  private final Streams streams;

  ExportCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() throws IOException {
    if (withCommunication && format != Format.TORCH_CSV) {
      throw new ParameterException(
          spec.commandLine(),
          "--with-communication is for --format torch-csv, not " + EnumConverter.label(format));
    }
    VppScheduler scheduler = VppScheduler.create(pipeline.config());
    streams.write(
        output,
        out -> {
          switch (format) {
            case TORCH_CSV ->
                TorchCsv.write(
                    scheduler.pipeline(),
                    withCommunication
                        ? TorchCsv.Form.WITH_COMMUNICATION
                        : TorchCsv.Form.COMPUTE_ONLY,
                    out);
            case JSON -> {
              JobListJson.write(scheduler, out);
              out.write("\n");
            }
          }
        });
    return ExitCode.OK;
  }
}
