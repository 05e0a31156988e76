package org.vppscheduler.draw;

import java.util.List;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.simulate.StageTimeline;

/**
 * What some stages do in each of many equal columns of time: for pictures in which single jobs are
 * too small to be seen.
 *
 * <p>In time linear in the jobs plus the columns.
 */
final class Density {
  private static final int LOOKS = Look.values().length;

  private final int hues;
  private final int columns;

  /** Busy columns of stages, by column, look and hue. */
  private final double[] busy;

  private final int stages;

  private Density(int columns, int hues, int stages) {
    this.columns = columns;
    this.hues = hues;
    this.stages = stages;
    this.busy = new double[columns * LOOKS * hues];
  }

  /**
   * Returns the density of some stages together.
   *
   * @param end the time at the end of the last column, above 0
   * @param hues chunks that differ by a multiple of this are counted as one
   */
  static Density of(List<StageTimeline> stages, long end, int columns, int hues) {
    Density density = new Density(columns, hues, stages.size());
    double scale = columns / (double) end;
    for (StageTimeline stage : stages) {
      for (int index = 0; index < stage.jobCount(); index++) {
        long start = stage.start(index);
        long jobEnd = stage.end(index);
        if (jobEnd > start) {
          Job job = stage.job(index);
          density.add(start * scale, jobEnd * scale, job);
        }
      }
    }
    return density;
  }

  private void add(double from, double to, Job job) {
    int kind = Look.of(job.kind()).ordinal() * hues + job.chunk().orElse(0) % hues;
    for (int column = (int) from; column < to && column < columns; column++) {
      busy[column * LOOKS * hues + kind] += Math.min(to, column + 1) - Math.max(from, column);
    }
  }

  /** Returns which part of a column's time the stages are busy, from 0 to 1. */
  double busy(int column) {
    double sum = 0;
    for (int kind = 0; kind < LOOKS * hues; kind++) {
      sum += busy[column * LOOKS * hues + kind];
    }
    return Math.min(1, sum / stages);
  }

  /** Returns the look that takes most of a column's time. */
  Look look(int column) {
    return Look.values()[most(column) / hues];
  }

  /** Returns the hue, the chunk modulo the number of hues, that goes with {@link #look}. */
  int hue(int column) {
    return most(column) % hues;
  }

  private int most(int column) {
    int most = 0;
    for (int kind = 1; kind < LOOKS * hues; kind++) {
      if (busy[column * LOOKS * hues + kind] > busy[column * LOOKS * hues + most]) {
        most = kind;
      }
    }
    return most;
  }
}
