package org.vppscheduler.draw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Titles, numbers and escapes. */
@Tag("locale")
final class WordsTest {
  @Test
  void of_simulation_isTitledWithTheSizes() {
    Drawing drawing = Drawings.of(Drawings.config(1, 2, 1), Drawings.UNITS);

    assertThat(drawing.title()).isEqualTo("1 stage × 2 chunks × 1 micro-batch");
    assertThat(drawing.timeUnit()).isEmpty();
  }

  @Test
  void with_eachSetting_keepsTheOther() {
    Drawing drawing = Drawings.small().withTitle("t").withTimeUnit(TimeUnit.SECONDS);

    assertThat(drawing.title()).isEqualTo("t");
    assertThat(drawing.withTitle("u").timeUnit()).isEqualTo(Optional.of(TimeUnit.SECONDS));
    assertThat(drawing).hasToString("Drawing of t");
  }

  @Test
  void withTitle_tooLong_isRefused() {
    Drawing drawing = Drawings.small();

    assertThatThrownBy(() -> drawing.withTitle("x".repeat(1001)).toString())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("The title has 1001 characters, above the limit of 1000. Shorten it.");
  }

  @Test
  void withTitle_unpairedSurrogates_areReplaced() {
    assertThat(Drawings.small().withTitle("a\ud800b\udc00\ud83d\ude00").title())
        .isEqualTo("a\ufffdb\ufffd\ud83d\ude00");
  }

  @ParameterizedTest
  @CsvSource({
    "0,0",
    "999,999",
    "1000,1k",
    "1234,1.23k",
    "999499,999k",
    "999500,1M",
    "50700000000,50.7G",
    "9223372036854775807,9.22E"
  })
  void compact_number_hasThreeDigitsAndAPrefix(long number, String text) {
    assertThat(Captions.compact(number)).isEqualTo(text);
  }

  @Test
  void escape_markup_standsForItself() {
    assertThat(Markup.escape("<a b=\"c\" d='e'>&\u0000\u0085\ud800\ufffe😀"))
        .isEqualTo("&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;\ufffd\ufffd\ufffd\ufffd😀");
  }

  @Test
  void escape_terminalText_cannotSteer() {
    assertThat(Ansi.escape("a\u001b[31m\r\n\u202eb😀é"))
        .isEqualTo("a\ufffd[31m\ufffd\ufffd\ufffdb😀é");
  }

  @Test
  void colours_palette_isMappedToTheNearestOf256() {
    assertThat(Ansi.colours(Optional.of("#ffffff"), Optional.of("#000000")))
        .isEqualTo("\u001b[38;5;231m\u001b[48;5;16m");
    assertThat(Ansi.colours(Optional.of("#ff0000"), Optional.empty()))
        .isEqualTo("\u001b[38;5;196m");
  }
}
