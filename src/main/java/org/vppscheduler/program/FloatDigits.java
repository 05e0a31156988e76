package org.vppscheduler.program;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Floating-point numbers as decimal digits, in the notation of the framework's files: the fewest
 * digits from which the number is read back, {@code 1.0} for whole numbers, exponents with a sign
 * and at least two digits, for numbers below 0.0001 and from 1e15 on.
 *
 * <p>{@link Double#toString(double)} would not do: before Java 19 it often gives a digit too many.
 */
final class FloatDigits {
  static final String NAN = "NAN";
  static final String INFINITY = "INF";
  static final String MINUS_INFINITY = "-INF";

  /** With this many digits every double is read back from its decimal form. */
  private static final int ALWAYS_ENOUGH = 17;

  /** Exponents of ten (of a number 0.d₁d₂…) between which there is no exponent in the notation. */
  private static final int SMALLEST_PLAIN = -3;

  private static final int LARGEST_PLAIN = 15;

  /** No double needs more characters; whoever writes thousands of zeros wants to waste our time. */
  private static final int LONGEST = 1100;

  private FloatDigits() {}

  /** Throws IllegalArgumentException unless {@code digits} are a number of a double's range. */
  static void check(String digits) {
    if (isSpecial(digits)) {
      return;
    }
    if (digits.length() > LONGEST) {
      throw new IllegalArgumentException(
          "A floating-point number has "
              + digits.length()
              + " characters; the limit is "
              + LONGEST
              + ".");
    }
    if (!isJsonNumber(digits)) {
      throw new IllegalArgumentException(
          "Not a floating-point number: "
              + Texts.quoted(digits)
              + ". Write it like -1.5e-06, or as NAN, INF or -INF.");
    }
    if (Double.isInfinite(Double.parseDouble(digits))) {
      throw new IllegalArgumentException(
          "The number "
              + digits
              + " is beyond the largest double, "
              + shortest(Double.MAX_VALUE)
              + ".");
    }
  }

  static double parse(String digits) {
    return switch (digits) {
      case NAN -> Double.NaN;
      case INFINITY -> Double.POSITIVE_INFINITY;
      case MINUS_INFINITY -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(digits);
    };
  }

  private static boolean isSpecial(String digits) {
    return digits.equals(NAN) || digits.equals(INFINITY) || digits.equals(MINUS_INFINITY);
  }

  private static boolean isJsonNumber(String text) {
    int at = text.startsWith("-") ? 1 : 0;
    int whole = digitsEnd(text, at);
    if (whole == at || (text.charAt(at) == '0' && whole > at + 1)) {
      return false;
    }
    at = whole;
    if (at < text.length() && text.charAt(at) == '.') {
      int fraction = digitsEnd(text, at + 1);
      if (fraction == at + 1) {
        return false;
      }
      at = fraction;
    }
    if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
      at++;
      if (at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-')) {
        at++;
      }
      int exponent = digitsEnd(text, at);
      if (exponent == at) {
        return false;
      }
      at = exponent;
    }
    return at == text.length();
  }

  private static int digitsEnd(String text, int from) {
    int at = from;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    return at;
  }

  /** Returns the fewest digits that are read back as {@code value}; of several, the closest. */
  static String shortest(double value) {
    if (Double.isNaN(value)) {
      return NAN;
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? INFINITY : MINUS_INFINITY;
    }
    String sign = Double.doubleToRawLongBits(value) < 0 ? "-" : "";
    double magnitude = Math.abs(value);
    return magnitude == 0 ? sign + "0.0" : sign + notation(closestOfFewestDigits(magnitude));
  }

  private static BigDecimal closestOfFewestDigits(double value) {
    BigDecimal exact = new BigDecimal(value);
    // What n digits can say, n + 1 can too, so the fewest are found by halving.
    int enough = ALWAYS_ENOUGH;
    int tooFew = 0;
    BigDecimal best = closest(exact, value, ALWAYS_ENOUGH);
    while (enough - tooFew > 1) {
      int middle = (enough + tooFew) / 2;
      BigDecimal candidate = closest(exact, value, middle);
      if (candidate.doubleValue() == value) {
        enough = middle;
        best = candidate;
      } else {
        tooFew = middle;
      }
    }
    return best.stripTrailingZeros();
  }

  /**
   * Returns the decimal of {@code digits} digits closest to {@code exact} among those read back as
   * {@code value}, or one that is not if there is none. The nearest decimal alone would not do:
   * below a power of two doubles lie twice as close, so the farther neighbour above may be read
   * back where the nearer one below is not.
   */
  private static BigDecimal closest(BigDecimal exact, double value, int digits) {
    BigDecimal below = exact.round(new MathContext(digits, RoundingMode.FLOOR));
    BigDecimal above = exact.round(new MathContext(digits, RoundingMode.CEILING));
    if (below.doubleValue() != value) {
      return above;
    }
    if (above.doubleValue() != value) {
      return below;
    }
    int nearer = exact.subtract(below).compareTo(above.subtract(exact));
    return nearer <= 0 ? below : above;
  }

  private static String notation(BigDecimal value) {
    String digits = value.unscaledValue().toString();
    int count = digits.length();
    int point = count - value.scale();
    if (count <= point && point <= LARGEST_PLAIN) {
      return digits + "0".repeat(point - count) + ".0";
    }
    if (0 < point && point <= LARGEST_PLAIN) {
      return digits.substring(0, point) + "." + digits.substring(point);
    }
    if (SMALLEST_PLAIN <= point && point <= 0) {
      return "0." + "0".repeat(-point) + digits;
    }
    int exponent = point - 1;
    String mantissa = count == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
    String magnitude = Integer.toString(Math.abs(exponent));
    return mantissa
        + (exponent < 0 ? "e-" : "e+")
        + (magnitude.length() < 2 ? "0" : "")
        + magnitude;
  }
}
