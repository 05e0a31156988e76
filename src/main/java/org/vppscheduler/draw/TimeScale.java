package org.vppscheduler.draw;

import com.google.common.collect.ImmutableList;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The numbers along the time axis: round steps, and labels in the unit that suits the makespan.
 * Exact, and the same in every locale.
 */
final class TimeScale {
  /** A unit of labels: its name and how many decimal places it lies above the nanosecond. */
  private record LabelUnit(String name, int places) {}

  private static final ImmutableList<LabelUnit> UNITS =
      ImmutableList.of(new LabelUnit("s", 9), new LabelUnit("ms", 6), new LabelUnit("µs", 3));
  private static final LabelUnit NANOSECONDS = new LabelUnit("ns", 0);

  private final long end;
  private final Optional<BigDecimal> nanos;
  private final LabelUnit unit;

  private TimeScale(long end, Optional<BigDecimal> nanos) {
    this.end = end;
    this.nanos = nanos;
    this.unit = nanos.map(n -> unitFor(n.multiply(BigDecimal.valueOf(end)))).orElse(NANOSECONDS);
  }

  /** Returns the scale from 0 to a time. */
  static TimeScale of(long end, Optional<TimeUnit> timeUnit) {
    return new TimeScale(end, timeUnit.map(u -> BigDecimal.valueOf(u.toNanos(1))));
  }

  private static LabelUnit unitFor(BigDecimal nanoseconds) {
    for (LabelUnit unit : UNITS) {
      if (nanoseconds.compareTo(BigDecimal.ONE.movePointRight(unit.places())) >= 0) {
        return unit;
      }
    }
    return NANOSECONDS;
  }

  /** Returns times from 0 on, a step of 1, 2 or 5 times a power of ten apart, at most so many. */
  ImmutableList<Long> marks(int atMost) {
    long step = 1;
    for (int digit = 0; end / step >= Math.max(1, atMost); digit = (digit + 1) % 3) {
      if (step > Long.MAX_VALUE / 3) {
        break;
      }
      step = digit == 1 ? step / 2 * 5 : step * 2;
    }
    ImmutableList.Builder<Long> marks = ImmutableList.builder();
    for (long count = 0; count <= end / step; count++) {
      marks.add(count * step);
    }
    return marks.build();
  }

  /** Returns a time without its unit. */
  String number(long time) {
    return nanos
        .map(n -> n.multiply(BigDecimal.valueOf(time)).movePointLeft(unit.places()))
        .orElse(BigDecimal.valueOf(time))
        .stripTrailingZeros()
        .toPlainString();
  }

  /** Returns a time with its unit, if it has one. */
  String label(long time) {
    return nanos.isPresent() ? number(time) + " " + unit.name() : number(time);
  }

  /** Returns a time of three digits, with its unit, if it has one. */
  String roundedLabel(long time) {
    BigDecimal exact = BigDecimal.valueOf(time);
    int surplus = Math.max(0, exact.precision() - 3);
    return label(exact.setScale(-surplus, RoundingMode.HALF_EVEN).longValue());
  }

  /** Returns what stands at the axis. */
  String axisName() {
    return nanos.isPresent() ? "time, " + unit.name() : "time";
  }
}
