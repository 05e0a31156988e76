package org.vppscheduler.draw;

import java.util.Optional;

/** Text for terminals: escaping, and colours of the 256-colour palette that all of them know. */
final class Ansi {
  static final String RESET = "\u001b[0m";
  static final String BOLD = "\u001b[1m";
  static final String FAINT = "\u001b[2m";

  private static final int[] LEVELS = {0, 95, 135, 175, 215, 255};

  private Ansi() {}

  /** Returns a text in which no character can move the cursor or start a control sequence. */
  static String escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            character -> {
              int type = Character.getType(character);
              boolean harmless =
                  type != Character.CONTROL
                      && type != Character.FORMAT
                      && type != Character.SURROGATE
                      && type != Character.LINE_SEPARATOR
                      && type != Character.PARAGRAPH_SEPARATOR;
              escaped.appendCodePoint(harmless ? character : '\uFFFD');
            });
    return escaped.toString();
  }

  /** Returns what switches to an ink on a ground, both {@code #rrggbb}. */
  static String colours(Optional<String> ink, Optional<String> ground) {
    return ink.map(colour -> "\u001b[38;5;" + nearest(colour) + "m").orElse("")
        + ground.map(colour -> "\u001b[48;5;" + nearest(colour) + "m").orElse("");
  }

  private static int nearest(String colour) {
    int number = 16;
    for (int channel = 0; channel < 3; channel++) {
      int value = Integer.parseInt(colour.substring(1 + 2 * channel, 3 + 2 * channel), 16);
      int best = 0;
      for (int level = 1; level < LEVELS.length; level++) {
        if (Math.abs(LEVELS[level] - value) < Math.abs(LEVELS[best] - value)) {
          best = level;
        }
      }
      number = best * Math.toIntExact(Math.round(Math.pow(6, 2 - channel))) + number;
    }
    return number;
  }
}
