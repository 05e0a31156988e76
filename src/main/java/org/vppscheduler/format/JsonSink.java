package org.vppscheduler.format;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * A JSON text written from front to back in UTF-8. Strings are escaped as the framework does: quote
 * and backslash, control characters in their short form or as lower-case {@code \\u00xx}, nothing
 * else.
 */
final class JsonSink {
  private static final int FLUSH_AT = 1 << 15;
  private static final String SHORT_ESCAPES = "\b\f\n\r\t";
  private static final String SHORT_ESCAPE_LETTERS = "bfnrt";

  private final OutputStream out;
  private final StringBuilder text = new StringBuilder(FLUSH_AT + 1024);

  JsonSink(OutputStream out) {
    this.out = out;
  }

  /** Writes {@code json}, which is JSON already. */
  void raw(String json) throws IOException {
    text.append(json);
    // Between two tokens, never inside a character of two halves.
    if (text.length() >= FLUSH_AT) {
      flush();
    }
  }

  void number(long value) {
    text.append(value);
  }

  void string(String string) throws IOException {
    int half = unpairedSurrogate(string);
    if (half >= 0) {
      throw new IllegalArgumentException(
          "The string "
              + JsonSource.quoted(string.substring(0, half))
              + "… holds half of a character, \\u"
              + Integer.toHexString(string.charAt(half))
              + ", which cannot be written as UTF-8.");
    }
    quote(string, text);
    if (text.length() >= FLUSH_AT) {
      flush();
    }
  }

  void flush() throws IOException {
    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    text.setLength(0);
  }

  /** Appends {@code string} in quotes and escaped. */
  static void quote(String string, StringBuilder text) {
    text.append('"');
    int done = 0;
    for (int i = 0; i < string.length(); i++) {
      char c = string.charAt(i);
      if (c >= ' ' && c != '"' && c != '\\') {
        continue;
      }
      text.append(string, done, i).append('\\');
      done = i + 1;
      int shortForm = SHORT_ESCAPES.indexOf(c);
      if (c >= ' ') {
        text.append(c);
      } else if (shortForm >= 0) {
        text.append(SHORT_ESCAPE_LETTERS.charAt(shortForm));
      } else {
        text.append("u00").append(Character.forDigit(c >> 4, 16));
        text.append(Character.forDigit(c & 0xf, 16));
      }
    }
    text.append(string, done, string.length()).append('"');
  }

  /**
   * Returns where the first half of a character without its other half is, or a negative number.
   */
  static int unpairedSurrogate(String string) {
    for (int i = 0; i < string.length(); i++) {
      char c = string.charAt(i);
      if (Character.isSurrogate(c)) {
        boolean paired =
            Character.isHighSurrogate(c)
                && i + 1 < string.length()
                && Character.isLowSurrogate(string.charAt(i + 1));
        if (!paired) {
          return i;
        }
        i++;
      }
    }
    return -1;
  }
}
