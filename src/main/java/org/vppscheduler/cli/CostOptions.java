package org.vppscheduler.cli;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.vppscheduler.simulate.CostModel;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The options that say what jobs cost: the same for every stage and chunk. */
final class CostOptions {
  private static final String TIME = "TIME";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--forward",
      paramLabel = TIME,
      defaultValue = "1",
      converter = TimeConverter.class,
      description =
          "Time of a chunk's forward; 1 by default, as those of the other two parts. A TIME is a"
              + " number of nanoseconds, or of what its suffix says: ns, us, ms or s.")
  private long forward;

  @Option(
      names = "--backward",
      paramLabel = TIME,
      defaultValue = "1",
      converter = TimeConverter.class,
      description = "Time of a chunk's input gradient.")
  private long backward;

  @Option(
      names = "--weight",
      paramLabel = TIME,
      defaultValue = "1",
      converter = TimeConverter.class,
      description = "Time of a chunk's weight gradients. A backward takes --backward and --weight.")
  private long weight;

  @Option(
      names = "--hop",
      paramLabel = TIME,
      defaultValue = "0",
      converter = TimeConverter.class,
      description = "Latency between two stages; 0 by default.")
  private long hop;

  @Option(
      names = "--optimizer",
      paramLabel = TIME,
      defaultValue = "0",
      converter = TimeConverter.class,
      description = "Time of the optimizer step; 0 by default.")
  private long optimizer;

  /** Returns the cost model that the options describe. */
  CostModel costs() {
    return CostModel.uniform(forward, backward, weight).toBuilder()
        .hop(hop)
        .optimizer(optimizer)
        .build();
  }

  /**
   * Returns the unit of the costs: nanoseconds if any of them is given with a unit; else none, as
   * then only their proportions matter.
   */
  Optional<TimeUnit> timeUnit() {
    boolean haveUnit =
        spec.commandLine().getParseResult().matchedOptions().stream()
            .filter(option -> option.paramLabel().equals(TIME))
            .flatMap(option -> option.originalStringValues().stream())
            .anyMatch(time -> time.endsWith("s"));
    return haveUnit ? Optional.of(TimeUnit.NANOSECONDS) : Optional.empty();
  }

  /** Reads {@code 20}, {@code 1.5ms} and the like, in nanoseconds. */
  static final class TimeConverter implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      String digits = text;
      int exponent = 0;
      if (text.endsWith("ns")) {
        digits = text.substring(0, text.length() - 2);
      } else if (text.endsWith("us")) {
        digits = text.substring(0, text.length() - 2);
        exponent = 3;
      } else if (text.endsWith("ms")) {
        digits = text.substring(0, text.length() - 2);
        exponent = 6;
      } else if (text.endsWith("s")) {
        digits = text.substring(0, text.length() - 1);
        exponent = 9;
      }
      // Nothing that only BigDecimal takes for a number: no signs, no exponents, no other digits.
      if (!digits.matches("[0-9]{1,19}(\\.[0-9]{1,9})?")) {
        throw new TypeConversionException(
            "'" + text + "' is not a time such as 20, 300ns, 1.5us, 2ms or 1s");
      }
      try {
        return new BigDecimal(digits).scaleByPowerOfTen(exponent).longValueExact();
      } catch (ArithmeticException inexact) {
        throw new TypeConversionException(
            "'"
                + text
                + "' is not a whole number of nanoseconds from 0 to "
                + Long.MAX_VALUE
                + "ns");
      }
    }
  }
}
