package org.vppscheduler.draw;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Optional;
import org.vppscheduler.check.Hang;
import org.vppscheduler.check.Wait;
import org.vppscheduler.simulate.Simulation;
import org.vppscheduler.simulate.StageTimeline;
import org.vppscheduler.simulate.Timeline;

/** The words of a picture, the same in every format. */
final class Captions {
  private static final String PREFIXES = "kMGTPE";

  private final Timeline timeline;
  private final Optional<Hang> hang;
  private final TimeScale scale;

  /** By stage. */
  private final ImmutableMap<Integer, Wait> waits;

  private Captions(Timeline timeline, Optional<Hang> hang, TimeScale scale) {
    this.timeline = timeline;
    this.hang = hang;
    this.scale = scale;
    this.waits =
        hang.map(found -> Maps.uniqueIndex(found.waits(), wait -> wait.waiting().stage()))
            .orElse(ImmutableMap.of());
  }

  static Captions of(Drawing drawing) {
    Simulation simulation = drawing.simulation();
    Timeline timeline = simulation.timeline();
    return new Captions(
        timeline,
        simulation instanceof Simulation.Hung hung ? Optional.of(hung.hang()) : Optional.empty(),
        TimeScale.of(timeline.makespan(), drawing.timeUnit()));
  }

  TimeScale scale() {
    return scale;
  }

  boolean isHung() {
    return hang.isPresent();
  }

  /** Returns one line on the whole pipeline. */
  String summary() {
    long listed = timeline.pipeline().jobCount();
    if (hang.isPresent()) {
      return "hangs at "
          + scale.label(timeline.makespan())
          + " after "
          + timeline.jobCount()
          + " of "
          + listed
          + " jobs";
    }
    return "makespan "
        + scale.label(timeline.makespan())
        + ", bubble "
        + percent(timeline.bubbleRatio())
        + ", "
        + listed
        + " jobs";
  }

  String bubble(StageTimeline stage) {
    return percent(stage.bubbleRatio());
  }

  /** Returns the peak as activations, and as their size where that says more. */
  String peak(StageTimeline stage) {
    return stage.peakActivations() == stage.peakActivationSize()
        ? Integer.toString(stage.peakActivations())
        : stage.peakActivations() + " (" + compact(stage.peakActivationSize()) + ")";
  }

  /** Returns a number in three digits and the SI prefix that they need, such as {@code 50.7G}. */
  static String compact(long number) {
    if (number < 1000) {
      return Long.toString(number);
    }
    BigDecimal rounded = new BigDecimal(number).round(new MathContext(3, RoundingMode.HALF_EVEN));
    int thousands = (rounded.precision() - rounded.scale() - 1) / 3;
    return rounded.movePointLeft(3 * thousands).stripTrailingZeros().toPlainString()
        + PREFIXES.charAt(thousands - 1);
  }

  static String percent(double ratio) {
    return String.format(Locale.ROOT, "%.1f%%", 100 * ratio);
  }

  /** Returns with what a stage waits for ever. */
  Optional<Wait> wait(int stage) {
    return Optional.ofNullable(waits.get(stage));
  }

  /** Returns who waits for whom: a heading and one wait a line; empty unless hung. */
  ImmutableList<String> hangLines() {
    if (hang.isEmpty()) {
      return ImmutableList.of();
    }
    ImmutableList.Builder<String> lines = ImmutableList.builder();
    lines.add(hang.get().headline());
    for (Wait wait : hang.get().cause()) {
      lines.add(wait.toString());
    }
    return lines.build();
  }
}
