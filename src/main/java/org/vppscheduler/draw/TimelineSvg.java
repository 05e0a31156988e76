package org.vppscheduler.draw;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.vppscheduler.check.Wait;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.simulate.StageTimeline;
import org.vppscheduler.simulate.Timeline;

/**
 * A timeline as an SVG image for documents: static, without scripts, fonts or links.
 *
 * <p>A box shows its micro-batch and, where there is more than one, its chunk below it, if they
 * fit; boxes narrower than half a pixel are merged with their neighbours. Up to some thousand jobs,
 * each box also holds its name and times as a tooltip. A picture of any number of jobs takes at
 * most some tens of kilobytes for each stage.
 */
public final class TimelineSvg implements TimelineFormat {
  private static final int MIN_WIDTH = 400;
  private static final int MAX_WIDTH = 20_000;
  private static final int DEFAULT_WIDTH = 1200;

  /** Up to so many jobs, each box is an element of its own, with a tooltip. */
  private static final int MAX_SINGLE_BOXES = 6000;

  /** Narrower boxes, in pixels, are merged. */
  private static final double MIN_BOX = 0.5;

  private static final int LEFT = 62;
  private static final int TOP = 92;
  private static final int WAITING_ROOM = 128;
  private static final double NUMBER_SIZE = 12;
  private static final double CHUNK_SIZE = 8;

  /** About what a digit takes of the size of a sans-serif font. */
  private static final double DIGIT_WIDTH = 0.58;

  /** About what a character takes of the size of a sans-serif font, on average. */
  private static final double AVERAGE_WIDTH = 0.6;

  private static final double MIN_SIZE = 7;

  private static final ImmutableList<Look> STACKED =
      ImmutableList.of(Look.BACKWARD, Look.WEIGHT, Look.FORWARD, Look.OPTIMIZER);

  private final int width;
  private final Theme theme;

  private TimelineSvg(int width, Theme theme) {
    this.width = width;
    this.theme = theme;
  }

  /** Returns the format 1200 pixels wide, light or dark as the reader's system asks for. */
  public static TimelineSvg create() {
    return ofWidth(DEFAULT_WIDTH);
  }

  /**
   * Returns the format with another width. Being vectors, the image scales to any size; the width
   * decides how many labels fit.
   *
   * @param pixels from 400 to 20000
   * @throws IllegalArgumentException if there are fewer or more pixels
   */
  public static TimelineSvg ofWidth(int pixels) {
    checkArgument(
        pixels >= MIN_WIDTH && pixels <= MAX_WIDTH,
        "The width (%s pixels) must be from %s to %s.",
        pixels,
        MIN_WIDTH,
        MAX_WIDTH);
    return new TimelineSvg(pixels, Theme.AUTO);
  }

  /** Returns this format for another background. */
  public TimelineSvg withTheme(Theme theme) {
    return new TimelineSvg(width, theme);
  }

  /** Returns the settings, for people. */
  @Override
  public String toString() {
    return "SVG, " + width + " pixels wide, theme " + theme;
  }

  @Override
  public void write(Drawing drawing, Writer out) throws IOException {
    new Image(drawing).write(out);
  }

  /** Returns a number with at most two decimals. */
  private static String px(double number) {
    long hundredths = Math.round(number * 100);
    String sign = hundredths < 0 ? "-" : "";
    long whole = Math.abs(hundredths) / 100;
    long rest = Math.abs(hundredths) % 100;
    if (rest == 0) {
      return sign + whole;
    }
    String decimals = rest % 10 == 0 ? "." + rest / 10 : rest < 10 ? ".0" + rest : "." + rest;
    return sign + (whole == 0 ? "" : whole) + decimals;
  }

  /** Returns the number of a look and hue together; {@link Image#box} takes it apart. */
  private static int kind(Look look, int hue) {
    return look.ordinal() * Palette.HUES + hue;
  }

  /** The image in the making. */
  private final class Image {
    private final Drawing drawing;
    private final Timeline timeline;
    private final Captions captions;
    private final int stages;
    private final double laneHeight;
    private final double pitch;
    private final int right;

    /** Pixels from time 0 to the makespan. */
    private final double plot;

    private final double scale;
    private final boolean isDetailed;
    private final boolean namesChunks;

    /** The boxes of each look and hue, as elements or, where there are many, as path data. */
    private final TreeMap<Integer, StringBuilder> boxes = new TreeMap<>();

    private final StringBuilder labels = new StringBuilder();
    private final Set<Look> looks = EnumSet.noneOf(Look.class);
    private boolean showsNumbers;
    private boolean showsChunks;

    Image(Drawing drawing) {
      this.drawing = drawing;
      this.timeline = drawing.simulation().timeline();
      this.captions = Captions.of(drawing);
      this.stages = timeline.pipeline().stages();
      this.laneHeight = stages <= 8 ? 38 : stages <= 16 ? 28 : stages <= 32 ? 18 : 11;
      this.pitch = laneHeight + (stages <= 8 ? 8 : stages <= 16 ? 6 : stages <= 32 ? 4 : 2);
      int peakLength = "peak".length();
      for (StageTimeline stage : timeline.stageTimelines()) {
        peakLength = Math.max(peakLength, captions.peak(stage).length());
      }
      this.right = 92 + 7 * peakLength;
      this.plot = width - LEFT - right - (captions.isHung() ? WAITING_ROOM : 0);
      this.scale = plot / Math.max(1, timeline.makespan());
      this.isDetailed = timeline.pipeline().jobCount() <= MAX_SINGLE_BOXES;
      this.namesChunks = timeline.pipeline().chunks() > 1;
    }

    private double x(long time) {
      return LEFT + time * scale;
    }

    private double y(int stage) {
      return TOP + stage * pitch;
    }

    private double bottom() {
      return y(stages) - (pitch - laneHeight);
    }

    void write(Writer out) throws IOException {
      for (StageTimeline stage : timeline.stageTimelines()) {
        if (isDetailed) {
          singleBoxes(stage);
        } else {
          mergedBoxes(stage);
        }
      }
      StringBuilder foot = new StringBuilder();
      double height = legendAndHang(foot, bottom() + 46);
      String size = px(width) + " " + px(height);
      out.write(
          "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"vpp\" width=\""
              + px(width)
              + "\" height=\""
              + px(height)
              + "\" viewBox=\"0 0 "
              + size
              + "\" role=\"img\" aria-labelledby=\"vpp-title vpp-desc\""
              + " font-family=\"system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue',"
              + " Arial, sans-serif\" font-size=\"12\">\n");
      out.write("<title id=\"vpp-title\">" + Markup.escape(drawing.title()) + "</title>\n");
      out.write(
          "<desc id=\"vpp-desc\">"
              + Markup.escape(
                  "Timeline of a pipeline, one lane for each stage: " + captions.summary())
              + "</desc>\n");
      out.write(style());
      out.write(patterns());
      out.write(
          "<rect class=\"vpp-paper\" fill=\"#ffffff\" width=\""
              + px(width)
              + "\" height=\""
              + px(height)
              + "\"/>\n");
      head(out);
      lanes(out);
      axis(out);
      for (var entry : boxes.entrySet()) {
        box(entry.getKey(), entry.getValue(), out);
      }
      if (labels.length() > 0) {
        out.write(
            "<g text-anchor=\"middle\" font-weight=\"600\" pointer-events=\"none\">\n"
                + labels
                + "</g>\n");
      }
      waits(out);
      out.write(foot.toString());
      out.write("</svg>\n");
    }

    /** Attributes hold the light theme, for readers that know no style sheets. */
    private String style() {
      String dark =
          ".vpp-paper{fill:#12161c}.vpp-ink{fill:#e6eaf0}.vpp-soft{fill:#a3adba}"
              + ".vpp-lane{fill:#232a34}.vpp-grid{stroke:#39424f}.vpp-alert{fill:#ff8a80}";
      return switch (theme) {
        case LIGHT -> "";
        case DARK -> "<style>" + dark + "</style>\n";
        case AUTO -> "<style>@media (prefers-color-scheme:dark){" + dark + "}</style>\n";
      };
    }

    private String patterns() {
      StringBuilder patterns = new StringBuilder("<defs>\n");
      for (int hue = 0; looks.contains(Look.WEIGHT) && hue < Palette.HUES; hue++) {
        // Lists may hold chunks that their pipeline has not.
        if (hue < timeline.pipeline().chunks() || boxes.containsKey(kind(Look.WEIGHT, hue))) {
          patterns.append(hatch("vpp-w" + hue, Palette.fill(Look.WEIGHT, hue), "#ffffff", 0.32));
        }
      }
      if (captions.isHung()) {
        patterns.append(hatch("vpp-waiting", Palette.WAITING, "#ffffff", 0.35));
      }
      return patterns.toString().endsWith("<defs>\n") ? "" : patterns + "</defs>\n";
    }

    private static String hatch(String id, String ground, String line, double opacity) {
      return "<pattern id=\""
          + id
          + "\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\""
          + " patternTransform=\"rotate(45)\"><rect width=\"6\" height=\"6\" fill=\""
          + ground
          + "\"/><rect width=\"1.5\" height=\"6\" fill=\""
          + line
          + "\" fill-opacity=\""
          + px(opacity)
          + "\"/></pattern>\n";
    }

    private void head(Writer out) throws IOException {
      out.write(
          text(
              "vpp-ink",
              16,
              30,
              fittingSize(drawing.title(), 17) + " font-weight=\"650\"",
              drawing.title()));
      out.write(
          text(
              captions.isHung() ? "vpp-alert" : "vpp-soft",
              16,
              50,
              fittingSize(captions.summary(), 13),
              captions.summary()));
    }

    /** Returns the font size in which a line fits the image, if it can still be read. */
    private String fittingSize(String text, double size) {
      double fitting = (width - LEFT) / (AVERAGE_WIDTH * Math.max(1, text.length()));
      return "font-size=\"" + px(Math.max(MIN_SIZE, Math.min(size, fitting))) + "\"";
    }

    private String text(String style, double x, double y, String attributes, String text) {
      String fallback =
          switch (style) {
            case "vpp-ink" -> "#17202c";
            case "vpp-alert" -> "#b3261e";
            default -> "#56606e";
          };
      return "<text class=\""
          + style
          + "\" fill=\""
          + fallback
          + "\" x=\""
          + px(x)
          + "\" y=\""
          + px(y)
          + "\""
          + (attributes.isEmpty() ? "" : " " + attributes)
          + ">"
          + Markup.escape(text)
          + "</text>\n";
    }

    private void axis(Writer out) throws IOException {
      TimeScale times = captions.scale();
      StringBuilder lines = new StringBuilder();
      double below = bottom() + 6;
      int widest = times.number(timeline.makespan()).length();
      int most = Math.max(2, (int) (plot / Math.max(56, 9 * widest + 24)));
      for (long mark : times.marks(most)) {
        double x = x(mark);
        lines.append("M").append(px(x)).append(" ").append(px(TOP - 6));
        lines.append("V").append(px(below));
        out.write(
            text(
                "vpp-soft",
                x,
                below + 14,
                "font-size=\"11\" text-anchor=\"middle\"",
                times.number(mark)));
      }
      out.write(
          "<path class=\"vpp-grid\" stroke=\"#cfd6de\" stroke-width=\"1\" fill=\"none\" d=\""
              + lines
              + "\"/>\n");
      out.write(
          text(
              "vpp-soft",
              LEFT - 14,
              below + 14,
              "font-size=\"11\" text-anchor=\"end\"",
              times.axisName()));
      double heads = TOP - 12;
      out.write(text("vpp-soft", 16, heads, "font-size=\"11\"", "stage"));
      out.write(
          text("vpp-soft", bubbleX(), heads, "font-size=\"11\" text-anchor=\"end\"", "bubble"));
      out.write(
          text("vpp-soft", width - 16, heads, "font-size=\"11\" text-anchor=\"end\"", "peak"));
    }

    private double bubbleX() {
      return width - right + 62;
    }

    private void lanes(Writer out) throws IOException {
      double fontSize = Math.min(13, laneHeight - 0.5);
      String size = "font-size=\"" + px(fontSize) + "\"";
      for (StageTimeline stage : timeline.stageTimelines()) {
        double y = y(stage.stage());
        double base = y + laneHeight / 2 + fontSize * 0.36;
        out.write(
            "<rect class=\"vpp-lane\" fill=\"#e9edf2\" x=\""
                + px(LEFT)
                + "\" y=\""
                + px(y)
                + "\" width=\""
                + px(plot)
                + "\" height=\""
                + px(laneHeight)
                + "\"/>\n");
        out.write(
            text(
                "vpp-ink",
                LEFT - 14,
                base,
                size + " font-weight=\"600\" text-anchor=\"end\"",
                Integer.toString(stage.stage())));
        out.write(
            text(
                "vpp-ink", bubbleX(), base, size + " text-anchor=\"end\"", captions.bubble(stage)));
        out.write(
            text("vpp-ink", width - 16, base, size + " text-anchor=\"end\"", captions.peak(stage)));
      }
    }

    private StringBuilder boxesOf(Look look, int hue) {
      looks.add(look);
      return boxes.computeIfAbsent(kind(look, hue), k -> new StringBuilder());
    }

    private void singleBoxes(StageTimeline stage) {
      double y = y(stage.stage());
      for (int index = 0; index < stage.jobCount(); index++) {
        double from = x(stage.start(index));
        double boxWidth = x(stage.end(index)) - from;
        if (boxWidth <= 0) {
          continue;
        }
        Job job = stage.job(index);
        Look look = Look.of(job.kind());
        // The gap lets equal neighbours be told apart; a hairline box can spare none.
        double gap = boxWidth > 6 ? 1 : boxWidth > 2 ? 0.4 : 0;
        boxesOf(look, job.chunk().orElse(0) % Palette.HUES)
            .append("<rect x=\"")
            .append(px(from))
            .append("\" y=\"")
            .append(px(y))
            .append("\" width=\"")
            .append(px(Math.max(MIN_BOX, boxWidth - gap)))
            .append("\" height=\"")
            .append(px(laneHeight))
            .append(boxWidth > 6 ? "\" rx=\"2\">" : "\">")
            .append("<title>")
            .append(Markup.escape(tooltip(stage, index, job)))
            .append("</title></rect>\n");
        label(job, look, from + (boxWidth - gap) / 2, boxWidth - gap, y);
      }
    }

    private String tooltip(StageTimeline stage, int index, Job job) {
      TimeScale times = captions.scale();
      return job
          + ", stage "
          + stage.stage()
          + ", "
          + stage.phase(index)
          + ", "
          + times.number(stage.start(index))
          + " to "
          + times.label(stage.end(index));
    }

    private void label(Job job, Look look, double center, double room, double y) {
      String number = look == Look.OPTIMIZER ? "opt" : Integer.toString(job.microBatch());
      String chunk = job.chunk().isPresent() ? Integer.toString(job.chunk().getAsInt()) : "";
      double size = Math.min(NUMBER_SIZE, laneHeight - 2);
      if (number.length() * DIGIT_WIDTH * size + 2 > room) {
        return;
      }
      showsNumbers = true;
      boolean hasChunk =
          namesChunks && laneHeight >= 28 && chunk.length() * DIGIT_WIDTH * CHUNK_SIZE + 2 <= room;
      showsChunks |= hasChunk;
      double base = y + laneHeight / 2 + size * 0.36 - (hasChunk ? 4 : 0);
      labelText(number, look, size, center, base, false);
      if (hasChunk && !chunk.isEmpty()) {
        labelText(chunk, look, CHUNK_SIZE, center, base + 12, true);
      }
    }

    private void labelText(
        String text, Look look, double size, double x, double y, boolean isSoft) {
      labels
          .append("<text x=\"")
          .append(px(x))
          .append("\" y=\"")
          .append(px(y))
          .append("\" font-size=\"")
          .append(px(size))
          .append("\" fill=\"")
          .append(Palette.ink(look))
          .append(isSoft ? "\" fill-opacity=\".75\">" : "\">")
          .append(Markup.escape(text))
          .append("</text>\n");
    }

    /**
     * Draws boxes as they come, as long as they are wide enough to be seen; any others as bars, one
     * for each pixel at most, as high as the stage is busy there and in the colour of what takes
     * most of it.
     */
    private void mergedBoxes(StageTimeline stage) {
      double y = y(stage.stage());
      int runStart = -1;
      for (int index = 0; index <= stage.jobCount(); index++) {
        boolean isBox =
            index < stage.jobCount() && (stage.end(index) - stage.start(index)) * scale >= MIN_BOX;
        boolean isTiny =
            index < stage.jobCount() && !isBox && stage.end(index) > stage.start(index);
        if (isTiny && runStart < 0) {
          runStart = index;
        }
        if (runStart >= 0 && (isBox || index == stage.jobCount())) {
          bars(stage, runStart, index, y);
          runStart = -1;
        }
        if (isBox) {
          Job job = stage.job(index);
          double boxWidth = (stage.end(index) - stage.start(index)) * scale;
          double gap = boxWidth > 6 ? 1 : boxWidth > 2 ? 0.4 : 0;
          bar(
              boxesOf(Look.of(job.kind()), job.chunk().orElse(0) % Palette.HUES),
              x(stage.start(index)),
              y,
              boxWidth - gap,
              laneHeight);
          label(
              job,
              Look.of(job.kind()),
              x(stage.start(index)) + (boxWidth - gap) / 2,
              boxWidth - gap,
              y);
        }
      }
    }

    private void bars(StageTimeline stage, int first, int end, double y) {
      PixelBars bars = new PixelBars(y);
      for (int index = first; index < end; index++) {
        double from = stage.start(index) * scale;
        double to = stage.end(index) * scale;
        Job job = stage.job(index);
        while (from < to) {
          bars.moveTo((int) from);
          double cut = Math.min(to, (int) from + 1);
          bars.add(Look.of(job.kind()), job.chunk().orElse(0) % Palette.HUES, cut - from);
          from = cut;
        }
      }
      bars.moveTo(-1);
      bars.flush();
    }

    /**
     * What a lane holds pixel by pixel: for each look a bar of the colour that takes most of its
     * time, stacked. Equal neighbours become one.
     */
    private final class PixelBars {
      private final double y;
      private final double[] busy = new double[Look.values().length * Palette.HUES];
      private int pixel = -1;
      private List<Bar> open = new ArrayList<>();
      private int openFrom = -1;
      private int openTo = -1;

      PixelBars(double y) {
        this.y = y;
      }

      void add(Look look, int hue, double time) {
        busy[kind(look, hue)] += time;
      }

      void moveTo(int next) {
        if (next == pixel) {
          return;
        }
        List<Bar> bars = stack();
        if (!bars.equals(open) || pixel != openTo) {
          flush();
          open = bars;
          openFrom = pixel;
        }
        openTo = pixel + 1;
        pixel = next;
        Arrays.fill(busy, 0);
      }

      private List<Bar> stack() {
        List<Bar> bars = new ArrayList<>();
        double below = 0;
        // Backward, the largest part, at the bottom, so that the two borders stay quiet lines.
        for (Look look : STACKED) {
          double sum = 0;
          int most = 0;
          for (int hue = 0; hue < Palette.HUES; hue++) {
            double time = busy[kind(look, hue)];
            sum += time;
            most = time > busy[kind(look, most)] ? hue : most;
          }
          // Half pixels: rounder heights make more neighbours equal.
          double above = Math.min(laneHeight, Math.rint((below + sum * laneHeight) * 2) / 2);
          if (above > below) {
            bars.add(new Bar(look, most, below, above));
            below = above;
          }
        }
        return bars;
      }

      void flush() {
        for (Bar bar : open) {
          bar(
              boxesOf(bar.look(), bar.hue()),
              LEFT + openFrom,
              y + laneHeight - bar.above(),
              openTo - openFrom,
              bar.above() - bar.below());
        }
        open = new ArrayList<>();
      }
    }

    private record Bar(Look look, int hue, double below, double above) {}

    private void bar(StringBuilder path, double x, double y, double barWidth, double height) {
      path.append("M").append(px(x)).append(" ").append(px(y));
      path.append("h").append(px(barWidth)).append("v").append(px(height));
      path.append("h-").append(px(barWidth)).append("z");
    }

    private void box(int kind, StringBuilder content, Writer out) throws IOException {
      Look look = Look.values()[kind / Palette.HUES];
      int hue = kind % Palette.HUES;
      String fill = look == Look.WEIGHT ? "url(#vpp-w" + hue + ")" : Palette.fill(look, hue);
      if (isDetailed) {
        out.write("<g fill=\"" + fill + "\">\n" + content + "</g>\n");
      } else {
        out.write("<path fill=\"" + fill + "\" d=\"" + content + "\"/>\n");
      }
    }

    private void waits(Writer out) throws IOException {
      for (int stage = 0; stage < stages; stage++) {
        if (captions.wait(stage).isEmpty()) {
          continue;
        }
        Wait wait = captions.wait(stage).get();
        StageTimeline lane = timeline.stage(stage);
        double from = lane.jobCount() == 0 ? LEFT : x(lane.end(lane.jobCount() - 1));
        double to = LEFT + plot + WAITING_ROOM - 8;
        out.write(
            "<rect fill=\"url(#vpp-waiting)\" x=\""
                + px(from + 1)
                + "\" y=\""
                + px(y(stage))
                + "\" width=\""
                + px(to - from - 1)
                + "\" height=\""
                + px(laneHeight)
                + "\" rx=\"2\"><title>"
                + Markup.escape(wait.toString())
                + "</title></rect>\n");
        double size = Math.min(12, laneHeight - 1);
        String name = wait.waiting().job().toString();
        double nameWidth = name.length() * size * 0.56 + 10;
        out.write(
            "<rect fill=\""
                + Palette.WAITING
                + "\" x=\""
                + px(from + 5)
                + "\" y=\""
                + px(y(stage) + laneHeight / 2 - size * 0.75)
                + "\" width=\""
                + px(nameWidth)
                + "\" height=\""
                + px(size * 1.5)
                + "\" rx=\"2\"/><text fill=\"#ffffff\" font-weight=\"600\" text-anchor=\"middle\""
                + " font-size=\""
                + px(size)
                + "\" x=\""
                + px(from + 5 + nameWidth / 2)
                + "\" y=\""
                + px(y(stage) + laneHeight / 2 + size * 0.36)
                + "\">"
                + Markup.escape(name)
                + "</text>\n");
      }
    }

    /** Adds what stands below the axis and returns the height of the image. */
    private double legendAndHang(StringBuilder out, double top) {
      double x = LEFT;
      double y = top;
      List<Look> shown = new ArrayList<>(looks);
      int chunks = Math.min(Palette.HUES, timeline.pipeline().chunks());
      for (Look look : shown) {
        int swatches = look == Look.OPTIMIZER ? 1 : chunks;
        double needed = swatches * 18 + look.toString().length() * 7 + 24;
        if (x > LEFT && x + needed > width - 16) {
          x = LEFT;
          y += 24;
        }
        for (int hue = 0; hue < swatches; hue++) {
          swatch(out, look, hue, x, y);
          x += 18;
        }
        out.append(text("vpp-ink", x + 4, y + 12, "", look.toString()));
        x += look.toString().length() * 7 + 24;
      }
      out.append(
          "<rect class=\"vpp-lane\" fill=\"#e9edf2\" x=\""
              + px(x)
              + "\" y=\""
              + px(y)
              + "\" width=\"16\" height=\"16\" rx=\"2\"/>\n");
      out.append(text("vpp-ink", x + 22, y + 12, "", "idle"));
      x += 64;
      String note = note();
      if (!note.isEmpty()) {
        if (x + note.length() * 6.2 > width - 16) {
          x = LEFT;
          y += 24;
        }
        out.append(text("vpp-soft", x, y + 12, fittingSize(note, 12), note));
      }
      y += 30;
      for (String line : captions.hangLines()) {
        out.append(text("vpp-alert", 16, y + 10, fittingSize(line, 12), line));
        y += 18;
      }
      return y + 4;
    }

    private String note() {
      StringBuilder note = new StringBuilder();
      if (namesChunks) {
        note.append("colour: chunk");
        note.append(timeline.pipeline().chunks() > Palette.HUES ? " modulo " + Palette.HUES : "");
      }
      if (showsNumbers) {
        note.append(note.length() > 0 ? " · " : "");
        note.append(showsChunks ? "number: micro-batch over chunk" : "number: micro-batch");
      }
      if (!isDetailed) {
        note.append(note.length() > 0 ? " · " : "");
        note.append("jobs too small to be seen are merged: the fuller the lane, the busier");
      }
      return note.toString();
    }

    private void swatch(StringBuilder out, Look look, int hue, double x, double y) {
      String fill = look == Look.WEIGHT ? "url(#vpp-w" + hue + ")" : Palette.fill(look, hue);
      out.append(
          "<rect fill=\""
              + fill
              + "\" x=\""
              + px(x)
              + "\" y=\""
              + px(y)
              + "\" width=\"16\" height=\"16\" rx=\"2\"/>");
      if (look != Look.OPTIMIZER && namesChunks) {
        out.append(
            "<text text-anchor=\"middle\" font-size=\"10\" font-weight=\"600\" fill=\""
                + Palette.ink(look)
                + "\" x=\""
                + px(x + 8)
                + "\" y=\""
                + px(y + 11.5)
                + "\">"
                + hue
                + "</text>");
      }
      out.append("\n");
    }
  }
}
