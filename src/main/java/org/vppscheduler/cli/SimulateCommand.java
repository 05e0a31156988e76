package org.vppscheduler.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.vppscheduler.simulate.Simulation;
import org.vppscheduler.simulate.SimulationReport;
import org.vppscheduler.simulate.Simulator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code vpp simulate}: what a pipeline costs. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    versionProvider = Vpp.Version.class,
    sortOptions = false,
    header = "Tells how long a pipeline runs and idles, and what it keeps in memory.",
    footer = {
      "",
      "Exit code 0: it runs to its end; 1: it hangs.",
      "Example: vpp simulate -s 4 -c 2 -m 8 --forward 2ms --backward 2.1ms --weight 1.8ms --hop 50us"
    })
final class SimulateCommand implements Callable<Integer> {
  @Mixin private PipelineSource source;

  @Mixin private CostOptions costs;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "table (default): for people, times in ns. json: one object.")
  private ReportFormat format;

  private final Streams streams;

  SimulateCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() throws IOException {
    Simulation simulation = Simulator.create(costs.costs()).simulate(source.pipeline(streams));
    SimulationReport report = simulation.report();
    String text =
        switch (format) {
          case TABLE -> report.toString();
          case JSON -> report.toJson();
        };
    streams.out().write(text + "\n");
    return simulation instanceof Simulation.Completed ? ExitCode.OK : ExitCode.NO;
  }
}
