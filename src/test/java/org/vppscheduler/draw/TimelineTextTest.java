package org.vppscheduler.draw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.vppscheduler.schedule.PipelineSchedule;

final class TimelineTextTest {
  private static String text(int columns, Drawing drawing) {
    return Drawings.write(TimelineText.ofWidth(columns), drawing);
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 61, 79, 80, 100, 133, 200, 1000})
  void write_anyWidth_keepsToIt(int columns) {
    for (Drawing drawing :
        List.of(
            Drawings.plain(),
            Drawings.split(),
            Drawings.measured(8, 4, 32),
            Drawings.measured(64, 2, 64))) {
      // The last line explains the summary, and may be longer.
      assertThat(text(columns, drawing).lines().filter(line -> !line.startsWith("Too narrow")))
          .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(columns));
    }
  }

  @Test
  void write_coloured_isThePlainPictureWithoutItsLines() {
    String coloured = Drawings.write(TimelineText.ofWidth(100).withColour(), Drawings.plain());

    assertThat(coloured.replaceAll("\u001b\\[[0-9;]*m", "").replace('▕', ' '))
        .isEqualTo(text(100, Drawings.plain()).replace('═', ' ').replace('─', ' '));
  }

  @Test
  void write_plain_hasNoControlCharacters() {
    assertThat(text(100, Drawings.hung()).replace("\n", "")).matches("[^\\p{Cntrl}]*");
  }

  @Test
  void write_hostileTitle_cannotReachTheTerminal() {
    String first =
        text(100, Drawings.small().withTitle(Drawings.HOSTILE)).lines().findFirst().orElseThrow();

    assertThat(first).contains("<img").doesNotContainPattern("[\\p{Cntrl}\\p{Cf}\u2028\u2029]");
  }

  @Test
  void write_manyStages_sharesLanesAndSaysSo() {
    assertThat(text(80, Drawings.measured(64, 1, 64)))
        .contains("\n  0-1 ", "\n62-63 ")
        .contains("2 stages share a lane");
  }

  @Test
  void write_hung_namesEveryWaitOfTheCycle() {
    assertThat(text(100, Drawings.hung()))
        .contains("hangs at 29 after 128 of 244 jobs")
        .contains("!!!!")
        .contains("These jobs wait for each other:\n")
        .contains("backward1:0 (stage 3, index 34) waits for send_backward2:0 (stage 0, index 31)");
  }

  @Test
  void write_noJobs_isAnEmptyPicture() {
    Drawing empty =
        Drawings.of(PipelineSchedule.of(1, 1, List.of(List.of(), List.of())), Drawings.UNITS);

    assertThat(text(60, empty)).contains("makespan 0, bubble 0.0%, 0 jobs");
  }

  @Test
  void write_shortestJobBelowACharacter_summarises() {
    assertThat(text(60, Drawings.plain())).contains("Too narrow for single jobs");
    assertThat(text(90, Drawings.plain())).doesNotContain("Too narrow");
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 59, 10_001})
  void ofWidth_outOfBounds_isRefused(int columns) {
    assertThatThrownBy(() -> TimelineText.ofWidth(columns).toString())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("The width (" + columns + " columns) must be from 60 to 10000.");
  }
}
