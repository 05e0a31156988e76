package org.vppscheduler.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.vppscheduler.schedule.Dialect;
import org.vppscheduler.schedule.Grouping;
import org.vppscheduler.simulate.CostModel;
import org.vppscheduler.simulate.Simulation;
import org.vppscheduler.simulate.Simulator;
import org.vppscheduler.testing.Pipelines;

/**
 * The table of groupings in docs/simulation.md shows what the simulator says today. With {@code
 * -Dtranscripts.update=true} it is rewritten instead.
 */
@Tag("locale")
final class GroupingTableTest {
  private static final Path DOCUMENT = Path.of("docs/simulation.md");
  private static final String START = "<!-- table: groupings -->\n";
  private static final String END = "<!-- end -->\n";
  private static final int[][] SIZES = {
    {4, 2, 5},
    {4, 2, 6},
    {4, 2, 7},
    {4, 2, 9},
    {4, 2, 11},
    {4, 3, 5},
    {8, 4, 9},
    {8, 4, 12},
    {8, 4, 15},
    {8, 4, 20},
    {8, 4, 60}
  };

  @Test
  void groupingTable_inTheDocument_isTodays() throws IOException {
    String text = Files.readString(DOCUMENT);
    int start = text.indexOf(START) + START.length();
    String today = text.substring(0, start) + table() + text.substring(text.indexOf(END, start));
    if (Boolean.getBoolean("transcripts.update")) {
      Files.writeString(DOCUMENT, today, UTF_8);
    } else {
      assertThat(today).isEqualTo(text);
    }
  }

  private static String table() {
    StringBuilder table = new StringBuilder();
    table.append("| S | C | M | balanced | reference | size N |\n|---|---|---|---|---|---|\n");
    for (int[] size : SIZES) {
      table.append(
          String.format(
              Locale.ROOT,
              "| %d | %d | %d | %s | %s | %s |\n",
              size[0],
              size[1],
              size[2],
              cell(size, Grouping.balanced()),
              cell(size, Grouping.reference()),
              smallestSize(size)));
    }
    return table.toString();
  }

  private static String smallestSize(int[] size) {
    for (int group = size[0]; ; group++) {
      int remainder = size[2] % group;
      if (remainder == 0 || remainder >= size[0]) {
        return "N = " + group + ": " + cell(size, Grouping.ofSize(group));
      }
    }
  }

  private static String cell(int[] size, Grouping grouping) {
    Simulation simulation =
        Simulator.create(CostModel.uniform(1, 1, 1))
            .simulate(
                Pipelines.of(
                    Pipelines.config(size[0], size[1], size[2], Dialect.LEGACY)
                        .grouping(grouping)));
    return simulation instanceof Simulation.Hung
        ? "hangs"
        : String.format(
            Locale.ROOT,
            "%.1f %%, %d",
            100 * simulation.timeline().bubbleRatio(),
            simulation.timeline().stage(0).peakActivations());
  }
}
