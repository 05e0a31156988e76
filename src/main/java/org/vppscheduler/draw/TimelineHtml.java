package org.vppscheduler.draw;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.base.Splitter;
import com.google.common.hash.Hashing;
import com.google.common.io.Resources;
import java.io.IOException;
import java.io.Writer;
import java.util.Base64;
import java.util.Locale;
import org.vppscheduler.simulate.StageTimeline;
import org.vppscheduler.simulate.Timeline;

/**
 * A timeline as one self-contained HTML page to look into: zoom, pan, details of each job, what it
 * waits for, the way of a micro-batch through the pipeline, live activations over time.
 *
 * <p>It works by mouse, touch and keyboard, and prints. It loads nothing from anywhere, and its
 * content security policy forbids it. About four bytes a job beside some tens of kilobytes for each
 * page. Times beyond 2<sup>53</sup> are shown rounded.
 */
public final class TimelineHtml implements TimelineFormat {
  private final Theme theme;

  private TimelineHtml(Theme theme) {
    this.theme = theme;
  }

  /** Returns the format with pages that are light or dark as the reader's system asks for. */
  public static TimelineHtml create() {
    return new TimelineHtml(Theme.AUTO);
  }

  /** Returns this format with pages that open in a theme; the reader can change it. */
  public TimelineHtml withTheme(Theme theme) {
    return new TimelineHtml(theme);
  }

  /** Returns the settings, for people. */
  @Override
  public String toString() {
    return "HTML, theme " + theme;
  }

  @Override
  public void write(Drawing drawing, Writer out) throws IOException {
    String style = resource("timeline.css");
    String script = resource("timeline.js");
    Captions captions = Captions.of(drawing);
    boolean isSlot = false;
    // One pass: what is filled in is never looked at for further slots.
    for (String part : Splitter.on("@@").split(resource("timeline.html"))) {
      if (!isSlot) {
        out.write(part);
      } else {
        switch (part) {
          case "theme" -> out.write(theme.name().toLowerCase(Locale.ROOT));
          case "title" -> out.write(Markup.escape(drawing.title()));
          case "summary" -> out.write(Markup.escape(captions.summary()));
          case "style" -> out.write(style);
          case "style-hash" -> out.write(hash(style));
          case "script" -> out.write(script);
          case "script-hash" -> out.write(hash(script));
          case "hang" -> hang(captions, out);
          case "table" -> table(drawing.simulation().timeline(), captions, out);
          case "data" -> PageData.write(drawing, out);
          default -> throw new IllegalStateException("The page has an unknown slot " + part);
        }
      }
      isSlot = !isSlot;
    }
  }

  private static String resource(String name) throws IOException {
    // As browsers read it, since the hash is over what they read.
    return Resources.toString(Resources.getResource(TimelineHtml.class, name), UTF_8)
        .replace("\r\n", "\n");
  }

  private static String hash(String content) {
    byte[] digest = Hashing.sha256().hashString(content, UTF_8).asBytes();
    return "sha256-" + Base64.getEncoder().encodeToString(digest);
  }

  private static void hang(Captions captions, Writer out) throws IOException {
    if (!captions.isHung()) {
      return;
    }
    out.write("<section class=\"hang\" aria-label=\"Hang\">\n");
    boolean isHeading = true;
    for (String line : captions.hangLines()) {
      out.write(isHeading ? "<h2>" : "<li>");
      out.write(Markup.escape(line));
      out.write(isHeading ? "</h2>\n<ol>\n" : "</li>\n");
      isHeading = false;
    }
    out.write("</ol>\n</section>\n");
  }

  private static void table(Timeline timeline, Captions captions, Writer out) throws IOException {
    for (StageTimeline stage : timeline.stageTimelines()) {
      out.write("<tr><th scope=\"row\">" + stage.stage() + "</th>");
      cell(Integer.toString(stage.jobCount()), out);
      cell(captions.scale().label(stage.busy()), out);
      cell(captions.scale().label(stage.idle()), out);
      cell(captions.bubble(stage), out);
      cell(captions.peak(stage), out);
      out.write("</tr>\n");
    }
  }

  private static void cell(String text, Writer out) throws IOException {
    out.write("<td>" + Markup.escape(text) + "</td>");
  }
}
