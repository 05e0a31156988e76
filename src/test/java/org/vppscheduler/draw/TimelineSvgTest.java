package org.vppscheduler.draw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.vppscheduler.schedule.PipelineSchedule;
import org.vppscheduler.simulate.StageTimeline;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

final class TimelineSvgTest {
  private static Document svg(Drawing drawing) {
    return parse(Drawings.write(TimelineSvg.create(), drawing));
  }

  private static Document parse(String svg) {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      factory.setNamespaceAware(true);
      return factory.newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    } catch (ParserConfigurationException | SAXException | IOException invalid) {
      throw new AssertionError(invalid);
    }
  }

  private static List<Element> elements(Document document, String name) {
    NodeList nodes = document.getElementsByTagName(name);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      elements.add((Element) nodes.item(i));
    }
    return elements;
  }

  private static List<String> texts(Document document) {
    return elements(document, "text").stream()
        .map(Element::getTextContent)
        .collect(Collectors.toList());
  }

  @Test
  void write_everyJobThatTakesTime_isABoxWithATooltip() {
    Drawing drawing = Drawings.split();
    long jobs = 0;
    for (StageTimeline stage : drawing.simulation().timeline().stageTimelines()) {
      jobs += stage.jobs().stream().filter(job -> job.duration() > 0).count();
    }

    List<Element> tooltips = elements(svg(drawing), "title");

    // One title is that of the image.
    assertThat(tooltips).hasSize(Math.toIntExact(jobs) + 1);
    assertThat(tooltips.get(1).getTextContent()).isEqualTo("forward0:0, stage 0, warmup, 0 to 1");
  }

  @Test
  void write_measured_hasTitleSummaryTotalsAndUnits() {
    assertThat(texts(svg(Drawings.measured(4, 2, 8).withTitle("My run"))))
        .contains("My run", "stage", "bubble", "peak", "time, ms", "11 (14.3G)")
        .anyMatch(text -> text.matches("makespan [0-9.]+ ms, bubble [0-9.]+%, 260 jobs"));
  }

  @Test
  void write_root_scalesAndIsNamed() {
    Element root = svg(Drawings.plain()).getDocumentElement();

    assertThat(root.getNamespaceURI()).isEqualTo("http://www.w3.org/2000/svg");
    assertThat(root.getAttribute("viewBox"))
        .isEqualTo("0 0 " + root.getAttribute("width") + " " + root.getAttribute("height"));
    assertThat(root.getAttribute("role")).isEqualTo("img");
  }

  @Test
  void write_themes_differInTheirStyleOnly() {
    Drawing drawing = Drawings.small();
    String auto = Drawings.write(TimelineSvg.create(), drawing);
    String light = Drawings.write(TimelineSvg.create().withTheme(Theme.LIGHT), drawing);
    String dark = Drawings.write(TimelineSvg.create().withTheme(Theme.DARK), drawing);

    assertThat(auto).contains("<style>@media (prefers-color-scheme:dark){.vpp-paper");
    assertThat(dark).contains("<style>.vpp-paper");
    assertThat(light).doesNotContain("<style>");
    assertThat(auto.replaceFirst("<style>.*</style>\n", "")).isEqualTo(light);
    assertThat(dark.replaceFirst("<style>.*</style>\n", "")).isEqualTo(light);
  }

  @Test
  void write_hostileTitle_staysText() {
    Document document = svg(Drawings.small().withTitle(Drawings.HOSTILE));

    assertThat(texts(document)).anyMatch(text -> text.startsWith("</script></style></title><img"));
    assertThat(elements(document, "img")).isEmpty();
  }

  @Test
  void write_anything_loadsNothing() {
    for (Drawing drawing : List.of(Drawings.hung(), Drawings.measured(16, 4, 128))) {
      assertThat(Drawings.write(TimelineSvg.create(), drawing).replace("http://www.w3.org", ""))
          .doesNotContain("http", "href", "<script", "@import", "src=");
    }
  }

  @Test
  void write_hung_marksWaitingJobsAndNamesTheCycle() {
    List<String> texts = texts(svg(Drawings.hung()));

    assertThat(texts)
        .contains(
            "hangs at 29 after 128 of 244 jobs",
            "recv_forward2:4",
            "backward1:0",
            "These jobs wait for each other:",
            "forward1:4 (stage 3, index 37) waits for backward1:0 (stage 3, index 34): it is listed"
                + " after it");
  }

  @Test
  void write_oddLists_isValid() {
    for (Drawing drawing :
        List.of(
            Drawings.odd(),
            Drawings.hungAtOnce(),
            Drawings.of(PipelineSchedule.of(1, 1, List.of(List.of())), Drawings.UNITS))) {
      assertThat(svg(drawing).getDocumentElement().getTagName()).isEqualTo("svg");
    }
  }

  @Test
  void write_hundredThousandJobs_staysSmall() {
    Drawing drawing = Drawings.measured(64, 4, 100);
    String svg = Drawings.write(TimelineSvg.create(), drawing);

    assertThat(drawing.simulation().timeline().pipeline().jobCount()).isGreaterThan(100_000);
    assertThat(svg.length()).isLessThan(64 * 30_000);
    assertThat(texts(parse(svg))).anyMatch(text -> text.contains("jobs too small to be seen"));
  }

  @Test
  void write_manyChunks_repeatsColoursAndSaysSo() {
    assertThat(texts(svg(Drawings.of(Drawings.config(2, 10, 4), Drawings.UNITS))))
        .anyMatch(text -> text.startsWith("colour: chunk modulo 8"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 399, 20_001})
  void ofWidth_outOfBounds_isRefused(int pixels) {
    assertThatThrownBy(() -> TimelineSvg.ofWidth(pixels).toString())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("The width (" + pixels + " pixels) must be from 400 to 20000.");
  }
}
