package org.vppscheduler.draw;

import java.io.IOException;
import java.io.Writer;

/** A form in which a {@link Drawing} can be written. */
public sealed interface TimelineFormat
    permits TimelineText, TimelineSvg, TimelineHtml, TimelineTrace {
  /**
   * Writes a drawing.
   *
   * @param out where to; if it ends in bytes it must encode as UTF-8. It is neither flushed nor
   *     closed.
   * @throws IOException if {@code out} fails
   */
  void write(Drawing drawing, Writer out) throws IOException;
}
