package org.vppscheduler.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("locale")
final class FloatDigitsTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0.0",
    "-0.0, -0.0",
    "1, 1.0",
    "-2.5, -2.5",
    "0.0001, 0.0001",
    "0.00012, 0.00012",
    "0.00001, 1e-05",
    "9.999999747378752e-6, 9.999999747378752e-06",
    "1.5e-10, 1.5e-10",
    "123456.75, 123456.75",
    "100000000000000, 100000000000000.0",
    "999999999999999, 999999999999999.0",
    "1e15, 1e+15",
    "1234567890123456, 1.234567890123456e+15",
    "2e23, 2e+23",
    "1e23, 1e+23",
    "4.9e-324, 5e-324",
    "2.2250738585072014e-308, 2.2250738585072014e-308",
    "1.7976931348623157e308, 1.7976931348623157e+308",
    // A power of two, whose neighbour below is closer than the one above.
    "9007199254740992, 9.007199254740992e+15",
    "5.684341886080802e-14, 5.684341886080802e-14",
    // Java before 19 gives 2.0E-3 and the like one digit more than needed.
    "2.0e-3, 0.002",
    "1.0e-3, 0.001",
    "NaN, NAN",
    "Infinity, INF",
    "-Infinity, -INF",
  })
  void shortest_value_isNotedAsTheFrameworkDoes(double value, String digits) {
    assertThat(FloatDigits.shortest(value)).isEqualTo(digits);
  }

  @Test
  void shortest_anyDouble_isReadBackAndNoLongerThanJavas() {
    long seed = 20261201;
    Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      double value = Double.longBitsToDouble(random.nextLong());
      if (Double.isFinite(value)) {
        String digits = FloatDigits.shortest(value);
        assertThat(Double.parseDouble(digits)).as("seed %d, %s", seed, digits).isEqualTo(value);
        assertThat(significant(digits))
            .as("seed %d, %s", seed, value)
            .isLessThanOrEqualTo(significant(Double.toString(value)));
        FloatDigits.check(digits);
      }
    }
  }

  private static int significant(String digits) {
    return digits
        .replaceAll("[eE].*", "")
        .replaceAll("[-.]", "")
        .replaceAll("^0+|0+$", "")
        .length();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "1.50", "1E5", "1e+05", "0.0e0", "1e-999"})
  void check_otherNotationOfANumber_isKept(String digits) {
    assertThat(new Attribute.Float64(digits).digits()).isEqualTo(digits);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        ".5",
        "5.",
        "01",
        "1e",
        "1e+",
        "0x1p3",
        "1f",
        "NaN",
        "Infinity",
        " 1",
        "१"
      })
  void check_noNumber_isRefused(String digits) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Attribute.Float64(digits))
        .withMessage(
            "Not a floating-point number: \""
                + digits
                + "\". Write it like -1.5e-06, or as NAN, INF or -INF.");
  }

  @Test
  void check_beyondDouble_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Attribute.Float32("1e999"))
        .withMessage("The number 1e999 is beyond the largest double, 1.7976931348623157e+308.");
  }

  @Test
  void check_endlessDigits_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Attribute.Float32("1".repeat(1101)))
        .withMessage("A floating-point number has 1101 characters; the limit is 1100.");
  }

  @Test
  void of_float_isTheFloatWidened() {
    assertThat(Attribute.Float32.of(0.1f).digits()).isEqualTo("0.10000000149011612");
    assertThat(Attribute.Float32.of(0.1f).value()).isEqualTo((double) 0.1f);
  }
}
