package org.vppscheduler.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.google.common.collect.ImmutableList;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.vppscheduler.draw.Drawing;
import org.vppscheduler.draw.Drawings;
import org.vppscheduler.draw.Theme;
import org.vppscheduler.draw.TimelineFormat;
import org.vppscheduler.draw.TimelineHtml;
import org.vppscheduler.draw.TimelineSvg;
import org.vppscheduler.draw.TimelineText;
import org.vppscheduler.draw.TimelineTrace;
import org.vppscheduler.schedule.PipelineSchedule;
import org.vppscheduler.simulate.CostModel;
import org.vppscheduler.simulate.Simulation;
import org.vppscheduler.simulate.SimulationReport;
import org.vppscheduler.simulate.Simulator;
import org.vppscheduler.testing.Pipelines;

/**
 * Lists of any content, at any costs: they are simulated and drawn in every form, or the numbers
 * are refused as too large.
 *
 * <p>{@code -Dfuzz.cases=N} sets the number of cases, {@code -Dfuzz.seed=N} the seed.
 */
final class TimelineFuzzTest {
  private static final int CASES = Integer.getInteger("fuzz.cases", 3000) / 2;
  private static final long SEED = Long.getLong("fuzz.seed", 20261201L);

  private static final ImmutableList<Long> COSTS =
      ImmutableList.of(
          0L, 1L, 2L, 3L, 1000L, 999_999_999L, 1L << 53, Long.MAX_VALUE / 8, Long.MAX_VALUE);

  private static final ImmutableList<TimelineFormat> FORMATS =
      ImmutableList.of(
          TimelineText.ofWidth(TimelineText.MIN_WIDTH),
          TimelineText.ofWidth(100).withColour(),
          TimelineSvg.create(),
          TimelineSvg.ofWidth(400).withTheme(Theme.DARK),
          TimelineHtml.create(),
          TimelineTrace.create());

  /** What has no such element is not painted. */
  private static final Pattern REFERENCE = Pattern.compile("fill=\"url\\(#([^)]*)\\)");

  private static final Pattern SCRIPT = Pattern.compile("(?s)<script>.*?</script>");

  private final Random random = new Random(SEED);

  private long cost() {
    int few = random.nextInt(4) > 0 ? 5 : COSTS.size();
    return COSTS.get(random.nextInt(few));
  }

  private PipelineSchedule pipeline() {
    return switch (random.nextInt(3)) {
      case 0 -> Pipelines.random(random);
      case 1 -> Pipelines.disturb(Pipelines.random(random), 1 + random.nextInt(3), random);
      default ->
          PipelineSchedule.of(
              1 + random.nextInt(2), 1 + random.nextInt(2), Pipelines.anyLists(random));
    };
  }

  @Test
  void simulateAndDraw_anyListsAndCosts_succeedOrRefuse() {
    int drawn = 0;
    for (int i = 0; i < CASES; i++) {
      PipelineSchedule pipeline = pipeline();
      CostModel costs =
          CostModel.builder()
              .forward(cost())
              .backward(cost())
              .weight(cost())
              .hop(cost())
              .optimizer(cost())
              .activation(cost())
              .forward(0, 0, cost())
              .build();
      String what = "seed " + SEED + ", case " + i + ", " + costs + "\n" + pipeline;
      try {
        Simulation simulation = Simulator.create(costs).simulate(pipeline);
        assertThat(SimulationReport.of(simulation).toString()).as(what).isNotBlank();
        Drawing drawing = Drawing.of(simulation).withTitle("<&>'\"\u0000\ud800</script>");
        draw(random.nextBoolean() ? drawing : drawing.withTimeUnit(TimeUnit.SECONDS), what);
        drawn++;
      } catch (IllegalArgumentException refused) {
        assertThat(refused).as(what).hasMessageContaining("Give the costs in a larger unit.");
      } catch (RuntimeException | StackOverflowError wrong) {
        fail(what, wrong);
      }
    }
    assertThat(drawn).isBetween(CASES / 2, CASES - 1);
  }

  private static void draw(Drawing drawing, String what) {
    for (TimelineFormat format : FORMATS) {
      String once = Drawings.write(format, drawing);
      // The script of the page is the same always, and knows what Infinity is.
      assertThat(SCRIPT.matcher(once).replaceAll(""))
          .as(what)
          .isNotBlank()
          .doesNotContain("NaN", "Infinity");
      REFERENCE
          .matcher(once)
          .results()
          .forEach(used -> assertThat(once).as(what).contains("id=\"" + used.group(1) + "\""));
      assertThat(Drawings.write(format, drawing).equals(once)).as(what).isTrue();
    }
  }
}
