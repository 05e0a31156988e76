package org.vppscheduler.draw;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("locale")
final class TimeScaleTest {
  private static TimeScale nanoseconds(long end) {
    return TimeScale.of(end, Optional.of(TimeUnit.NANOSECONDS));
  }

  @ParameterizedTest
  @CsvSource({
    "999,999 ns",
    "1000,1 µs",
    "999999,999.999 µs",
    "1000000,1 ms",
    "57000000,57 ms",
    "1000000000,1 s",
    "9223372036854775807,9223372036.854775807 s"
  })
  void label_nanoseconds_areInTheUnitThatSuits(long time, String label) {
    assertThat(nanoseconds(time).label(time)).isEqualTo(label);
  }

  @Test
  void label_otherUnits_areConverted() {
    assertThat(TimeScale.of(90, Optional.of(TimeUnit.MINUTES)).label(90)).isEqualTo("5400 s");
    assertThat(TimeScale.of(90, Optional.empty()).label(90)).isEqualTo("90");
    assertThat(TimeScale.of(90, Optional.empty()).axisName()).isEqualTo("time");
    assertThat(nanoseconds(90).axisName()).isEqualTo("time, ns");
  }

  @Test
  void roundedLabel_manyDigits_hasThree() {
    assertThat(nanoseconds(84_321_987).roundedLabel(84_321_987)).isEqualTo("84.3 ms");
    assertThat(nanoseconds(12).roundedLabel(12)).isEqualTo("12 ns");
  }

  @Test
  void marks_anyEnd_areRoundAndNotTooMany() {
    assertThat(nanoseconds(57).marks(6)).containsExactly(0L, 10L, 20L, 30L, 40L, 50L);
    assertThat(nanoseconds(57).marks(4)).containsExactly(0L, 20L, 40L);
    assertThat(nanoseconds(57).marks(60)).hasSize(58);
    assertThat(nanoseconds(0).marks(5)).containsExactly(0L);
    for (long end = 1; end > 0; end = end * 3 + 1) {
      for (int most = 2; most < 30; most++) {
        assertThat(nanoseconds(end).marks(most)).hasSizeBetween(1, most);
      }
    }
    assertThat(nanoseconds(Long.MAX_VALUE).marks(10)).hasSizeBetween(2, 10);
  }
}
