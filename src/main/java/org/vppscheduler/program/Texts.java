package org.vppscheduler.program;

/** How strings stand in the text form of programs. */
final class Texts {
  private Texts() {}

  /** Appends {@code string} in quotes; quotes, backslashes and control characters are escaped. */
  static void quote(String string, StringBuilder text) {
    text.append('"');
    for (int i = 0; i < string.length(); i++) {
      char c = string.charAt(i);
      if (c == '"' || c == '\\') {
        text.append('\\').append(c);
      } else if (c == '\n') {
        text.append("\\n");
      } else if (c < ' ') {
        text.append("\\u00").append(Character.forDigit(c >> 4, 16));
        text.append(Character.forDigit(c & 0xf, 16));
      } else {
        text.append(c);
      }
    }
    text.append('"');
  }

  static String quoted(String string) {
    StringBuilder text = new StringBuilder(string.length() + 2);
    quote(string, text);
    return text.toString();
  }

  static String opaque(String tag, String content) {
    return "opaque<" + quoted(tag) + (content.isEmpty() ? "" : " " + content) + ">";
  }
}
