package org.vppscheduler.draw;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.base.Strings;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.vppscheduler.check.Wait;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.simulate.StageTimeline;
import org.vppscheduler.simulate.Timeline;

/**
 * A timeline as text for a terminal.
 *
 * <p>A lane has two rows: the micro-batch above, and below it a letter, small for a forward,
 * capital for a backward, Greek for a weight gradient, that tells the chunk. When boxes get
 * narrower than a character, the picture is a summary instead, and says so: each column then shows
 * the letter of what takes most of its time, and how busy the stage is. Many stages share lanes.
 */
public final class TimelineText implements TimelineFormat {
  /** The fewest columns of a picture. */
  public static final int MIN_WIDTH = 60;

  /** The most columns of a picture. */
  public static final int MAX_WIDTH = 10_000;

  private static final int MAX_LANES = 40;
  private static final int MAX_AIRY_LANES = 8;
  private static final int MAX_TALL_LANES = 16;
  private static final int WAITING_COLUMNS = 20;
  private static final String CHUNK_LETTERS = "abcdefghijklmnopqrstuvwx";
  private static final String WEIGHT_LETTERS = "αβγδεζηθικλμνξοπρστυφχψω";
  private static final String BARS = " ▁▂▃▄▅▆▇█";
  private static final char IDLE = '·';
  private static final char EDGE = '▕';
  private static final char OPTIMIZER = '*';
  private static final char WAITING = '!';
  private static final String LANE_HEAD = "stage";
  private static final String GAP = "   ";
  private static final Pattern ANSI = Pattern.compile("\u001b\\[[0-9;]*m");

  private final int width;
  private final boolean isColoured;

  private TimelineText(int width, boolean isColoured) {
    this.width = width;
    this.isColoured = isColoured;
  }

  /**
   * Returns the plain format for a terminal of some width.
   *
   * @param columns characters in a line, from {@link #MIN_WIDTH} to {@link #MAX_WIDTH}; only
   *     titles, the names of waiting jobs and the like can get longer
   * @throws IllegalArgumentException if there are fewer or more columns
   */
  public static TimelineText ofWidth(int columns) {
    checkArgument(
        columns >= MIN_WIDTH && columns <= MAX_WIDTH,
        "The width (%s columns) must be from %s to %s.",
        columns,
        MIN_WIDTH,
        MAX_WIDTH);
    return new TimelineText(columns, false);
  }

  /**
   * Returns this format with colours, as sequences that terminals understand (ANSI, 256 colours).
   */
  public TimelineText withColour() {
    return new TimelineText(width, true);
  }

  /** Returns the settings, for people. */
  @Override
  public String toString() {
    return "text, " + width + " columns" + (isColoured ? ", coloured" : "");
  }

  @Override
  public void write(Drawing drawing, Writer out) throws IOException {
    Page page = new Page(drawing);
    page.head();
    page.lanes();
    page.foot();
    for (String line : page.lines) {
      out.write(line);
      out.write('\n');
    }
  }

  private static char letter(Look look, int chunk) {
    return switch (look) {
      case FORWARD -> CHUNK_LETTERS.charAt(chunk % CHUNK_LETTERS.length());
      case BACKWARD -> Character.toUpperCase(CHUNK_LETTERS.charAt(chunk % CHUNK_LETTERS.length()));
      case WEIGHT -> WEIGHT_LETTERS.charAt(chunk % WEIGHT_LETTERS.length());
      case OPTIMIZER -> OPTIMIZER;
    };
  }

  /** One row of characters with their colours. */
  private final class Row {
    private final char[] characters;
    private final String[] colours;

    Row(int columns, char filler) {
      characters = new char[columns];
      colours = new String[columns];
      for (int column = 0; column < columns; column++) {
        characters[column] = filler;
        colours[column] = "";
      }
    }

    void put(int column, String text) {
      for (int i = 0; i < text.length() && column + i < characters.length; i++) {
        characters[column + i] = text.charAt(i);
      }
    }

    void edge(int column) {
      if (characters[column] == ' ') {
        characters[column] = EDGE;
      }
    }

    void colour(int from, int to, String colour) {
      for (int column = from; column < Math.min(to, colours.length); column++) {
        colours[column] = colour;
      }
    }

    @Override
    public String toString() {
      StringBuilder text = new StringBuilder();
      String current = "";
      for (int column = 0; column < characters.length; column++) {
        if (isColoured && !colours[column].equals(current)) {
          text.append(current.isEmpty() ? "" : Ansi.RESET).append(colours[column]);
          current = colours[column];
        }
        text.append(characters[column]);
      }
      return text.append(current.isEmpty() ? "" : Ansi.RESET).toString();
    }
  }

  /** The picture in the making. */
  private final class Page {
    private final Drawing drawing;
    private final Timeline timeline;
    private final Captions captions;
    private final List<String> lines = new ArrayList<>();
    private final Set<Look> looks = EnumSet.noneOf(Look.class);

    /** Stages that share a lane. */
    private final int group;

    private final int left;
    private final int right;
    private final int bubbleWidth;
    private final int peakWidth;

    /** Columns of the time from 0 to the makespan. */
    private final int columns;

    /** Columns behind the makespan for the names of waiting jobs. */
    private final int extra;

    private final boolean showsBoxes;
    private boolean cutsNumbers;
    private final double scale;

    Page(Drawing drawing) {
      this.drawing = drawing;
      this.timeline = drawing.simulation().timeline();
      this.captions = Captions.of(drawing);
      int stages = timeline.pipeline().stages();
      this.group = (stages + MAX_LANES - 1) / MAX_LANES;
      this.left = 1 + Math.max(LANE_HEAD.length(), laneName(Math.max(0, stages - group)).length());
      int bubbles = "bubble".length();
      int peaks = "peak".length();
      for (StageTimeline stage : timeline.stageTimelines()) {
        bubbles = Math.max(bubbles, captions.bubble(stage).length());
        peaks = Math.max(peaks, captions.peak(stage).length());
      }
      this.bubbleWidth = bubbles;
      this.peakWidth = peaks;
      this.right = 2 + bubbles + 2 + peaks;
      this.extra = captions.isHung() ? WAITING_COLUMNS : 0;
      int most = Math.max(10, width - left - right - extra);
      long narrowest = narrowest();
      double charactersPerBox = narrowest * (most / (double) Math.max(1, timeline.makespan()));
      this.showsBoxes = group == 1 && (narrowest == 0 || charactersPerBox >= 1);
      if (showsBoxes && narrowest > 0) {
        // Whole characters for the smallest job, so that equal jobs are equally wide.
        this.scale = Math.floor(charactersPerBox) / narrowest;
        this.columns =
            Math.min(most, Math.max(1, (int) Math.ceil(timeline.makespan() * scale - 1e-9)));
      } else {
        this.scale = most / (double) Math.max(1, timeline.makespan());
        this.columns = most;
      }
    }

    /** Returns the shortest duration above 0, or 0 if no job takes time. */
    private long narrowest() {
      long narrowest = Long.MAX_VALUE;
      for (StageTimeline stage : timeline.stageTimelines()) {
        for (int index = 0; index < stage.jobCount(); index++) {
          long duration = stage.end(index) - stage.start(index);
          if (duration > 0 && duration < narrowest) {
            narrowest = duration;
          }
        }
      }
      return narrowest == Long.MAX_VALUE ? 0 : narrowest;
    }

    private String laneName(int firstStage) {
      int last = Math.min(firstStage + group, timeline.pipeline().stages()) - 1;
      return firstStage == last ? Integer.toString(firstStage) : firstStage + "-" + last;
    }

    private int column(long time) {
      return Math.min(columns, (int) Math.floor(time * scale + 1e-9));
    }

    private String faint(String text) {
      return isColoured ? Ansi.FAINT + text + Ansi.RESET : text;
    }

    void head() {
      String title = Ansi.escape(drawing.title());
      lines.add(isColoured ? Ansi.BOLD + title + Ansi.RESET : title);
      lines.add(captions.summary());
      lines.add("");
      axis();
    }

    private void axis() {
      TimeScale times = captions.scale();
      Row numbers = new Row(columns + extra, ' ');
      int widest = times.number(timeline.makespan()).length() + 2;
      int free = 0;
      for (long mark : times.marks(Math.max(2, columns / Math.max(8, widest)))) {
        String number = times.number(mark);
        int column = column(mark);
        if (column >= free && column + number.length() <= columns + extra) {
          numbers.put(column, number);
          free = column + number.length() + 1;
        }
      }
      String unit = times.axisName();
      if (free + unit.length() + 1 <= columns + extra) {
        numbers.put(columns + extra - unit.length(), unit);
      }
      lines.add(
          margin(LANE_HEAD)
              + numbers
              + "  "
              + Strings.padStart("bubble", bubbleWidth, ' ')
              + "  "
              + Strings.padStart("peak", peakWidth, ' '));
    }

    private String margin(String name) {
      return Strings.padStart(name, left - 1, ' ') + " ";
    }

    void lanes() {
      int stages = timeline.pipeline().stages();
      int lanes = (stages + group - 1) / group;
      for (int first = 0; first < stages; first += group) {
        List<StageTimeline> members =
            timeline.stageTimelines().subList(first, Math.min(stages, first + group));
        Row upper = new Row(columns + extra, ' ');
        Row lower = new Row(columns + extra, ' ');
        lower.put(0, String.valueOf(IDLE).repeat(columns));
        if (showsBoxes) {
          boxes(members.get(0), upper, lower);
        } else {
          columns(members, upper, lower);
        }
        waiting(members, upper, lower);
        String name = margin(laneName(first));
        if (showsBoxes || lanes <= MAX_TALL_LANES) {
          lines.add(name + upper + totals(members));
          lines.add(margin("") + lower);
          if (lanes <= MAX_AIRY_LANES) {
            lines.add("");
          }
        } else {
          lines.add(name + lower + totals(members));
        }
      }
    }

    private String totals(List<StageTimeline> members) {
      if (members.size() == 1) {
        StageTimeline stage = members.get(0);
        return "  "
            + Strings.padStart(captions.bubble(stage), bubbleWidth, ' ')
            + "  "
            + Strings.padStart(captions.peak(stage), peakWidth, ' ');
      }
      double bubble = 0;
      StageTimeline highest = members.get(0);
      for (StageTimeline stage : members) {
        bubble += stage.bubbleRatio() / members.size();
        if (stage.peakActivationSize() > highest.peakActivationSize()) {
          highest = stage;
        }
      }
      return "  "
          + Strings.padStart(Captions.percent(bubble), bubbleWidth, ' ')
          + "  "
          + Strings.padStart(captions.peak(highest), peakWidth, ' ');
    }

    private void boxes(StageTimeline stage, Row upper, Row lower) {
      for (int index = 0; index < stage.jobCount(); index++) {
        int from = column(stage.start(index));
        int to = column(stage.end(index));
        if (from < to) {
          box(stage.job(index), from, to, upper, lower);
        }
      }
    }

    private void box(Job job, int from, int to, Row upper, Row lower) {
      Look look = Look.of(job.kind());
      looks.add(look);
      int chunk = job.chunk().orElse(0);
      String number = look == Look.OPTIMIZER ? "" : Integer.toString(job.microBatch());
      if (number.length() <= to - from) {
        upper.put(from, number);
      } else {
        cutsNumbers = true;
        // The last digits: they change from box to box, so that the order can still be followed.
        upper.put(from, number.substring(number.length() - (to - from)));
      }
      char line = isColoured ? ' ' : look == Look.BACKWARD ? '═' : '─';
      lower.put(from, letter(look, chunk) + String.valueOf(line).repeat(to - from - 1));
      if (isColoured && to - from > 1) {
        // Else equal neighbours would run together.
        upper.edge(to - 1);
        lower.edge(to - 1);
      }
      String colour = colour(look, chunk);
      upper.colour(from, to, colour);
      lower.colour(from, to, colour);
    }

    private String colour(Look look, int chunk) {
      return Ansi.colours(Optional.of(Palette.ink(look)), Optional.of(Palette.fill(look, chunk)));
    }

    private void columns(List<StageTimeline> members, Row upper, Row lower) {
      if (timeline.makespan() == 0) {
        return;
      }
      Density density = Density.of(members, timeline.makespan(), columns, CHUNK_LETTERS.length());
      for (int column = 0; column < columns; column++) {
        double busy = density.busy(column);
        if (busy <= 0) {
          continue;
        }
        Look look = density.look(column);
        looks.add(look);
        String bar = BARS.charAt((int) Math.ceil(busy * 8 - 1e-9)) + "";
        lower.put(column, bar);
        upper.put(column, busy < 0.05 ? " " : letter(look, density.hue(column)) + "");
        String ink =
            Ansi.colours(Optional.of(Palette.fill(look, density.hue(column))), Optional.empty());
        lower.colour(column, column + 1, ink);
        upper.colour(column, column + 1, colour(look, density.hue(column)));
      }
    }

    private void waiting(List<StageTimeline> members, Row upper, Row lower) {
      for (StageTimeline stage : members) {
        Optional<Wait> wait = captions.wait(stage.stage());
        if (wait.isEmpty()) {
          continue;
        }
        int from =
            stage.jobCount() == 0 ? 0 : Math.min(columns, column(stage.end(stage.jobCount() - 1)));
        int to = columns + extra;
        String red = Ansi.colours(Optional.of(Palette.LIGHT_INK), Optional.of(Palette.WAITING));
        lower.put(from, String.valueOf(WAITING).repeat(to - from));
        lower.colour(from, to, red);
        upper.put(from, " ".repeat(to - from));
        upper.put(from, wait.get().waiting().job().toString());
        upper.colour(from, to, red);
      }
    }

    void foot() {
      if (!lines.get(lines.size() - 1).isEmpty()) {
        lines.add("");
      }
      legend();
      if (!showsBoxes) {
        lines.add(faint(summarised()));
      }
      lines.addAll(captions.hangLines().stream().map(Ansi::escape).toList());
    }

    private void legend() {
      List<String> entries = new ArrayList<>();
      int chunks = Math.min(timeline.pipeline().chunks(), CHUNK_LETTERS.length());
      boolean saysChunks = false;
      for (Look look : looks) {
        if (look == Look.OPTIMIZER) {
          entries.add(OPTIMIZER + " " + look);
          continue;
        }
        boolean isShort = chunks <= 4;
        StringBuilder letters = new StringBuilder();
        StringBuilder numbers = new StringBuilder();
        for (int chunk = 0; chunk < chunks; chunk += isShort ? 1 : chunks - 1) {
          String separator = chunk == 0 ? "" : isShort ? " " : " … ";
          letters.append(separator).append(sample(look, chunk));
          numbers.append(separator).append(chunk);
        }
        entries.add(letters + " " + look + (saysChunks ? "" : ofChunks() + numbers));
        saysChunks = true;
      }
      entries.add(IDLE + " idle");
      if (captions.isHung()) {
        entries.add(WAITING + " waits for ever");
      }
      if (showsBoxes) {
        entries.add("digits: micro-batch" + (cutsNumbers ? " (last ones)" : ""));
      }
      StringBuilder line = new StringBuilder();
      int length = 0;
      for (String entry : entries) {
        int own = ANSI.matcher(entry).replaceAll("").length();
        if (length > 0 && length + GAP.length() + own > width) {
          lines.add(line.toString());
          line.setLength(0);
          length = 0;
        }
        line.append(length > 0 ? GAP : "").append(entry);
        length += (length > 0 ? GAP.length() : 0) + own;
      }
      lines.add(line.toString());
    }

    private String ofChunks() {
      int letters = CHUNK_LETTERS.length();
      return timeline.pipeline().chunks() > letters
          ? " of chunk modulo " + letters + ": "
          : " of chunk ";
    }

    private String sample(Look look, int chunk) {
      String letter = letter(look, chunk) + "";
      return isColoured ? colour(look, chunk) + letter + Ansi.RESET : letter;
    }

    private String summarised() {
      long column = Math.max(1, Math.round(1 / scale));
      StringBuilder text = new StringBuilder("Too narrow for single jobs: a column is about ");
      text.append(TimeScale.of(column, drawing.timeUnit()).roundedLabel(column));
      text.append(", a bar shows how busy it is");
      if (group > 1) {
        text.append("; ")
            .append(group)
            .append(" stages share a lane, with mean bubble and highest peak");
      }
      return text.append('.').toString();
    }
  }
}
