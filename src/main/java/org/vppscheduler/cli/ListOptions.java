package org.vppscheduler.cli;

import com.google.common.base.Joiner;
import com.google.common.collect.ImmutableList;
import java.util.List;
import org.vppscheduler.schedule.Dialect;
import org.vppscheduler.schedule.Grouping;
import org.vppscheduler.schedule.JobKind;
import org.vppscheduler.schedule.VppConfig;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options that say how the lists of a pipeline are made, apart from its sizes. */
final class ListOptions {
  @Option(
      names = "--dialect",
      paramLabel = "DIALECT",
      defaultValue = "pir",
      description = "pir (default), with receive and send jobs, or legacy.")
  private Dialect dialect;

  @Option(
      names = "--grouping",
      paramLabel = "GROUPING",
      defaultValue = "balanced",
      converter = GroupingConverter.class,
      description = "balanced (default), reference, or a group size.")
  private Grouping grouping;

  @Option(
      names = "--split-backward",
      description = "Split backward into backward_b and backward_w; only where M = S.")
  private boolean splitBackward;

  @Option(
      names = "--overlap-sharding-reduce",
      description = "Start the sharding reduce with the last backward_w of each chunk.")
  private boolean overlapShardingReduce;

  @Option(
      names = "--steady-order",
      paramLabel = "KIND",
      split = ",",
      converter = KindConverter.class,
      description =
          "Order of a steady step in the pir dialect; by default"
              + " backward,recv_forward,send_backward,forward.")
  private List<JobKind> steadyOrder = ImmutableList.of();

  /** Returns the configuration of these options for a pipeline of given sizes. */
  VppConfig config(int stages, int chunks, int microBatches) {
    VppConfig.Builder builder =
        VppConfig.builder()
            .stages(stages)
            .chunks(chunks)
            .microBatches(microBatches)
            .dialect(dialect)
            .grouping(grouping)
            .splitBackward(splitBackward)
            .overlapShardingReduce(overlapShardingReduce);
    if (!steadyOrder.isEmpty()) {
      builder.steadyOrder(steadyOrder);
    }
    return builder.build();
  }

  private static final class GroupingConverter implements ITypeConverter<Grouping> {
    @Override
    public Grouping convert(String text) {
      try {
        return Grouping.parse(text);
      } catch (IllegalArgumentException unknown) {
        throw new TypeConversionException(unknown.getMessage());
      }
    }
  }

  private static final class KindConverter implements ITypeConverter<JobKind> {
    @Override
    public JobKind convert(String text) {
      for (JobKind kind : JobKind.values()) {
        if (kind.label().equals(text)) {
          return kind;
        }
      }
      throw new TypeConversionException(
          "'" + text + "' is none of " + Joiner.on(", ").join(JobKind.values()));
    }
  }
}
