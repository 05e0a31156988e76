package org.vppscheduler.draw;

/** Text inside XML and HTML. */
final class Markup {
  private Markup() {}

  /**
   * Returns a text so that it stands for itself between tags and inside quoted attributes.
   * Characters that XML 1.0 cannot hold at all become U+FFFD.
   */
  static String escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(
            character -> {
              switch (character) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.appendCodePoint(isAllowed(character) ? character : '\uFFFD');
              }
            });
    return escaped.toString();
  }

  /** The Char production of XML 1.0, without the control characters that HTML forbids. */
  private static boolean isAllowed(int character) {
    return character == '\t'
        || character == '\n'
        || (character >= 0x20 && character < 0x7F)
        || (character > 0x9F && character < 0xD800)
        || (character >= 0xE000 && character < 0xFFFE)
        || character > 0xFFFF;
  }
}
