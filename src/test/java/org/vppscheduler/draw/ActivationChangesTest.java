package org.vppscheduler.draw;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vppscheduler.schedule.Dialect;
import org.vppscheduler.simulate.StageTimeline;
import org.vppscheduler.simulate.Timeline;

final class ActivationChangesTest {
  @Test
  void change_summedUp_peaksWhereTheSimulatorSays() {
    for (Dialect dialect : Dialect.values()) {
      for (int microBatches = 1; microBatches <= 9; microBatches++) {
        for (boolean split : new boolean[] {false, microBatches == 4}) {
          checkPeaks(
              Drawings.of(
                  Drawings.config(4, 3, microBatches).dialect(dialect).splitBackward(split),
                  Drawings.UNITS.toBuilder().activation(5).activation(2, 1, 17).build()));
        }
      }
    }
  }

  @Test
  void change_hungOrOddLists_peaksWhereTheSimulatorSays() {
    List.of(Drawings.hung(), Drawings.hungAtOnce(), Drawings.odd())
        .forEach(ActivationChangesTest::checkPeaks);
  }

  private static void checkPeaks(Drawing drawing) {
    Timeline timeline = drawing.simulation().timeline();
    for (StageTimeline stage : timeline.stageTimelines()) {
      ActivationChanges changes = ActivationChanges.of(timeline, stage);
      long size = 0;
      long peak = 0;
      for (int index = 0; index < stage.jobCount(); index++) {
        size += changes.change(index);
        peak = Math.max(peak, size);
      }
      assertThat(peak).as("%s of %s", stage, drawing).isEqualTo(stage.peakActivationSize());
    }
  }
}
