package org.vppscheduler.draw;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.hash.Hashing;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.vppscheduler.check.JobGraph;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.simulate.StageTimeline;
import org.vppscheduler.simulate.Timeline;

final class TimelineHtmlTest {
  private static String html(Drawing drawing) {
    return Drawings.write(TimelineHtml.create(), drawing);
  }

  private static String between(String text, String start, String end) {
    int from = text.indexOf(start) + start.length();
    return text.substring(from, text.indexOf(end, from));
  }

  private static JsonObject data(Drawing drawing) {
    return JsonParser.parseString(
            between(html(drawing), "<script type=\"application/json\" id=\"data\">", "</script>"))
        .getAsJsonObject();
  }

  @Test
  void write_policy_allowsNothingButThePagesOwnScriptAndStyle() {
    String html = html(Drawings.plain());
    String script = between(html, "<script>", "</script>");
    String style = between(html, "<style>", "</style>");

    assertThat(html)
        .contains(
            "content=\"default-src 'none'; script-src '"
                + hash(script)
                + "'; style-src '"
                + hash(style)
                + "'; img-src data:; base-uri 'none'; form-action 'none'\"");
  }

  private static String hash(String text) {
    return "sha256-"
        + Base64.getEncoder().encodeToString(Hashing.sha256().hashString(text, UTF_8).asBytes());
  }

  @Test
  void write_anything_loadsNothing() {
    assertThat(html(Drawings.hung()))
        .doesNotContain("http:", "https:", "src=", "@import", "url(", "import(", "fetch(")
        .doesNotContain(" style=\"", " onclick");
  }

  @Test
  void write_hostileTitle_opensNoTagAndFillsNoSlot() {
    String html = html(Drawings.small().withTitle(Drawings.HOSTILE));

    Matcher tags = Pattern.compile("</?(script|style|title|img)").matcher(html);
    List<String> found = new ArrayList<>();
    while (tags.find()) {
      found.add(tags.group());
    }
    assertThat(found)
        .containsExactly(
            "<title", "</title", "<style", "</style", "<script", "</script", "<script", "</script");
    assertThat(html).doesNotContain("\u0000", "\u001b").contains("@@data@@");
    assertThat(between(html, "id=\"data\">", "</script>")).doesNotContain("\u2028", "\u2029", "<");
    assertThat(data(Drawings.small().withTitle(Drawings.HOSTILE)).get("title").getAsString())
        .isEqualTo(Drawings.small().withTitle(Drawings.HOSTILE).title());
  }

  @Test
  void write_themes_setTheTheme() {
    assertThat(html(Drawings.small())).contains("<html lang=\"en\" data-theme=\"auto\">");
    assertThat(Drawings.write(TimelineHtml.create().withTheme(Theme.DARK), Drawings.small()))
        .contains("<html lang=\"en\" data-theme=\"dark\">");
  }

  @Test
  void write_withoutScripts_tellsTheFiguresInATable() {
    assertThat(html(Drawings.plain()))
        .contains(
            "<tr><th scope=\"row\">3</th><td>65</td><td>48</td><td>9</td><td>15.8%</td><td>5</td>");
  }

  @Test
  void write_hung_namesTheCycle() {
    assertThat(html(Drawings.hung()))
        .contains("<h2>These jobs wait for each other:</h2>")
        .contains("<li>forward1:4 (stage 3, index 37) waits for backward1:0");
    assertThat(html(Drawings.plain())).doesNotContain("class=\"hang\"");
  }

  @Test
  void write_data_holdsEveryJobItsTimesAndItsDependencies() {
    for (Drawing drawing :
        List.of(
            Drawings.plain(),
            Drawings.split(),
            Drawings.measured(4, 2, 5),
            Drawings.hung(),
            Drawings.hungAtOnce(),
            Drawings.odd())) {
      checkData(drawing);
    }
  }

  /** Reads the page's data as its script does. */
  private static void checkData(Drawing drawing) {
    Timeline timeline = drawing.simulation().timeline();
    JsonArray stages = data(drawing).getAsJsonArray("stages");
    List<List<String>> names = new ArrayList<>();
    for (StageTimeline stage : timeline.stageTimelines()) {
      names.add(checkJobs(stage, stages.get(stage.stage()).getAsJsonObject()));
    }
    JobGraph graph = timeline.graph();
    for (StageTimeline stage : timeline.stageTimelines()) {
      JsonObject data = stages.get(stage.stage()).getAsJsonObject();
      List<Integer> types = numbers(data.get("jobs").getAsString(), 1);
      for (int index = 0; index < stage.jobCount(); index++) {
        int node = graph.firstNode(stage.stage()) + index;
        List<Integer> expected = new ArrayList<>();
        for (int place = 0; place < graph.dependencyCount(node); place++) {
          expected.add(graph.dependency(node, place));
        }
        List<Integer> found = new ArrayList<>();
        JsonArray type = data.getAsJsonArray("types").get(types.get(index)).getAsJsonArray();
        JsonArray needs = type.get(5).getAsJsonArray();
        for (int k = 0; k < needs.size(); k += 2) {
          int other = needs.get(k).getAsInt();
          String name = needs.get(k + 1).getAsString() + ":" + stage.job(index).microBatch();
          found.add(graph.firstNode(other) + names.get(other).indexOf(name));
        }
        for (JsonElement exception : data.getAsJsonArray("needs")) {
          JsonArray numbers = exception.getAsJsonArray();
          for (int k = 1; k < numbers.size() && numbers.get(0).getAsInt() == index; k += 2) {
            found.add(graph.node(numbers.get(k).getAsInt(), numbers.get(k + 1).getAsInt()));
          }
        }
        assertThat(found).as("%s", graph.jobAt(node)).isEqualTo(expected);
      }
    }
  }

  private static List<String> checkJobs(StageTimeline stage, JsonObject data) {
    JsonArray types = data.getAsJsonArray("types");
    List<Integer> gaps = numbers(data.get("jobs").getAsString(), 0);
    List<Integer> typeNumbers = numbers(data.get("jobs").getAsString(), 1);
    List<Integer> steps = numbers(data.get("jobs").getAsString(), 2);
    int[] next = new int[types.size()];
    List<String> names = new ArrayList<>();
    long time = 0;
    assertThat(gaps).hasSize(stage.jobCount());
    for (int index = 0; index < stage.jobCount(); index++) {
      Job job = stage.job(index);
      JsonArray type = types.get(typeNumbers.get(index)).getAsJsonArray();
      int step = steps.get(index);
      int microBatch = next[typeNumbers.get(index)] + ((step >>> 1) ^ -(step & 1));
      next[typeNumbers.get(index)] = microBatch + 1;
      time += gaps.get(index);
      assertThat(time).isEqualTo(stage.start(index));
      time += type.get(3).getAsLong();
      assertThat(time).isEqualTo(stage.end(index));
      names.add(type.get(0).getAsString() + ":" + microBatch);
      assertThat(names.get(index)).isEqualTo(job.toString());
    }
    return names;
  }

  /** Returns every third number, from a first one on. */
  private static List<Integer> numbers(String jobs, int first) {
    List<Integer> all = new ArrayList<>();
    int number = 0;
    int shift = 0;
    for (byte part : Base64.getDecoder().decode(jobs)) {
      number |= (part & 0x7F) << shift;
      shift += 7;
      if (part >= 0) {
        all.add(number);
        number = 0;
        shift = 0;
      }
    }
    List<Integer> chosen = new ArrayList<>();
    for (int i = first; i < all.size(); i += 3) {
      chosen.add(all.get(i));
    }
    return chosen;
  }

  @Test
  void write_tenThousandJobs_takesFewBytesAJob() {
    Drawing drawing = Drawings.measured(16, 4, 64);
    int fixed = html(Drawings.small()).length();

    assertThat(html(drawing).length() - fixed)
        .isLessThan(Math.toIntExact(8 * drawing.simulation().timeline().pipeline().jobCount()));
  }
}
