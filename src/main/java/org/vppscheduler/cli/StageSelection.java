package org.vppscheduler.cli;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ContiguousSet;
import com.google.common.collect.DiscreteDomain;
import com.google.common.collect.Range;
import com.google.common.primitives.Ints;
import java.util.OptionalInt;
import org.vppscheduler.schedule.VppConfig;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * What {@code --stage N|all} asks for.
 *
 * @param only the one stage, or empty for all
 */
record StageSelection(OptionalInt only) {
  /** Returns the selected stages of a pipeline, ascending. */
  ContiguousSet<Integer> of(VppConfig config) {
    int last = config.stages() - 1;
    checkArgument(
        only.isEmpty() || only.getAsInt() <= last,
        "--stage (%s) must be all or from 0 to %s, for %s stages.",
        only.isEmpty() ? "all" : only.getAsInt(),
        last,
        config.stages());
    return ContiguousSet.create(
        only.isEmpty() ? Range.closed(0, last) : Range.singleton(only.getAsInt()),
        DiscreteDomain.integers());
  }

  /** Reads the option's value. */
  static final class Converter implements ITypeConverter<StageSelection> {
    @Override
    public StageSelection convert(String text) {
      if (text.equals("all")) {
        return new StageSelection(OptionalInt.empty());
      }
      Integer stage = Ints.tryParse(text);
      if (stage == null || stage < 0) {
        throw new TypeConversionException("'" + text + "' is neither all nor a stage from 0");
      }
      return new StageSelection(OptionalInt.of(stage));
    }
  }
}
