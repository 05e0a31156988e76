package org.vppscheduler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class TerminalTest {
  @Test
  void of_terminal_showsColoursIn80Columns() {
    assertThat(Terminal.of(Map.of(), true)).isEqualTo(new Terminal(80, true));
  }

  @Test
  void of_pipe_showsNoColoursIn100Columns() {
    assertThat(Terminal.of(Map.of(), false)).isEqualTo(new Terminal(100, false));
    assertThat(Terminal.none()).isEqualTo(new Terminal(100, false));
  }

  @Test
  void of_columns_setTheWidth() {
    assertThat(Terminal.of(Map.of("COLUMNS", "132"), true).columns()).isEqualTo(132);
    assertThat(Terminal.of(Map.of("COLUMNS", "132"), false).columns()).isEqualTo(132);
  }

  @Test
  void of_unreadableColumns_areLeftOut() {
    for (String columns : new String[] {"", "wide", "0", "-5", "99999999999"}) {
      assertThat(Terminal.of(Map.of("COLUMNS", columns), true).columns()).isEqualTo(80);
    }
  }

  @Test
  void of_noColor_forbidsColours() {
    assertThat(Terminal.of(Map.of("NO_COLOR", "1"), true).showsColours()).isFalse();
    assertThat(Terminal.of(Map.of("NO_COLOR", ""), true).showsColours()).isTrue();
    assertThat(Terminal.of(Map.of("TERM", "dumb"), true).showsColours()).isFalse();
  }
}
