package org.vppscheduler.cli;

import org.vppscheduler.schedule.VppConfig;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that describe a pipeline, the same for every command that takes one. */
final class PipelineOptions {
  @Option(
      names = {"-s", "--stages"},
      required = true,
      paramLabel = "S",
      description = "Pipeline stages.")
  private int stages;

  @Option(
      names = {"-c", "--chunks"},
      required = true,
      paramLabel = "C",
      description = "Model chunks on each stage.")
  private int chunks;

  @Option(
      names = {"-m", "--micro-batches"},
      required = true,
      paramLabel = "M",
      description = "Micro-batches; any number, none of S, C or S*C need divide it.")
  private int microBatches;

  @Mixin private ListOptions lists;

  /** Returns the configuration that the options describe. */
  VppConfig config() {
    return lists.config(stages, chunks, microBatches);
  }
}
