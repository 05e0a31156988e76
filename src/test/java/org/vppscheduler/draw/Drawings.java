package org.vppscheduler.draw;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.vppscheduler.schedule.Grouping;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.PipelineSchedule;
import org.vppscheduler.schedule.VppConfig;
import org.vppscheduler.schedule.VppScheduler;
import org.vppscheduler.simulate.CostModel;
import org.vppscheduler.simulate.Simulation;
import org.vppscheduler.simulate.Simulator;

/** Drawings for tests. */
public final class Drawings {
  /** Everything that ends a string, a tag, a script, a line or a terminal's patience. */
  static final String HOSTILE =
      "</script></style></title><img src=x onerror=alert(1)>\"'&amp;]]>--><!-- @@data@@ {{x}}"
          + " \u2028\u2029\u0000\u001b[31m\r\n\t\u0085\u009b31m\u202e\ud800 \ufffe";

  static final CostModel UNITS = CostModel.uniform(1, 1, 1);

  /** Published times of a training run, in nanoseconds, and activations of 1.3 GB. */
  static final CostModel MEASURED =
      CostModel.uniform(18_522_000, 18_086_000, 9_337_000).toBuilder()
          .hop(601_000)
          .activation(1_300_000_000)
          .build();

  private Drawings() {}

  static VppConfig.Builder config(int stages, int chunks, int microBatches) {
    return VppConfig.builder().stages(stages).chunks(chunks).microBatches(microBatches);
  }

  static Drawing of(VppConfig.Builder config, CostModel costs) {
    return of(VppScheduler.create(config.build()).pipeline(), costs);
  }

  static Drawing of(PipelineSchedule pipeline, CostModel costs) {
    return Drawing.of(simulate(pipeline, costs));
  }

  static Simulation simulate(PipelineSchedule pipeline, CostModel costs) {
    return Simulator.create(costs).simulate(pipeline);
  }

  static Drawing plain() {
    return of(config(4, 2, 8), UNITS);
  }

  static Drawing small() {
    return of(config(2, 2, 4), UNITS);
  }

  static Drawing split() {
    return of(config(4, 2, 4).splitBackward(true), UNITS.toBuilder().optimizer(2).build());
  }

  static Drawing measured(int stages, int chunks, int microBatches) {
    return of(config(stages, chunks, microBatches), MEASURED).withTimeUnit(TimeUnit.NANOSECONDS);
  }

  /** A generated pipeline that hangs. */
  static Drawing hung() {
    return of(config(4, 3, 5).grouping(Grouping.reference()), UNITS);
  }

  /**
   * A pipeline of which no job can run: stage 0 starts with what only the end of stage 1 allows.
   */
  static Drawing hungAtOnce() {
    return of(
        PipelineSchedule.of(
            1,
            1,
            List.of(
                Job.parseList("backward0:0 forward0:0"), Job.parseList("forward0:0 backward0:0"))),
        UNITS);
  }

  /** Lists as no scheduler makes them: jobs doubled, missing, out of range, and an empty stage. */
  static Drawing odd() {
    return of(
        PipelineSchedule.of(
            2,
            2,
            List.of(
                Job.parseList(
                    "forward0:0 forward0:0 forward1:7 backward9:9 backward_w0_reduce:0 optimizer:0"),
                List.of(),
                Job.parseList("forward0:1 forward0:0"))),
        UNITS);
  }

  public static String write(TimelineFormat format, Drawing drawing) {
    StringWriter out = new StringWriter();
    try {
      format.write(drawing, out);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return out.toString();
  }
}
