package org.vppscheduler.simulate;

import com.google.common.base.Strings;
import com.google.common.collect.ImmutableList;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.vppscheduler.check.Hang;
import org.vppscheduler.check.JobAt;
import org.vppscheduler.check.Wait;
import org.vppscheduler.schedule.PipelineSchedule;

/** The outcome of a simulation as a table for people, {@link #toString}, and as JSON. */
public final class SimulationReport {
  private static final ImmutableList<String> HEADS =
      ImmutableList.of("stage", "jobs", "busy", "idle", "bubble", "peak activations", "peak size");

  private final Timeline timeline;
  private final Optional<Hang> hang;

  private SimulationReport(Timeline timeline, Optional<Hang> hang) {
    this.timeline = timeline;
    this.hang = hang;
  }

  /** Returns the report of a simulation. */
  public static SimulationReport of(Simulation simulation) {
    if (simulation instanceof Simulation.Hung hung) {
      return new SimulationReport(hung.timeline(), Optional.of(hung.hang()));
    }
    return new SimulationReport(simulation.timeline(), Optional.empty());
  }

  /**
   * Returns the table: a line of totals, a line for each stage, and, where the pipeline hangs, who
   * waits for whom. Lines are separated by line feeds; the last one has none. Bubbles are idle time
   * as a part of the makespan, in per cent.
   */
  @Override
  public String toString() {
    List<String> lines = new ArrayList<>();
    lines.add(summary());
    lines.addAll(table());
    hang.ifPresent(
        found -> {
          lines.add(found.headline());
          found.cause().forEach(wait -> lines.add("  " + wait));
        });
    return String.join("\n", lines);
  }

  private String summary() {
    long makespan = timeline.makespan();
    if (hang.isPresent()) {
      return "The pipeline hangs after "
          + timeline.jobCount()
          + " of "
          + timeline.pipeline().jobCount()
          + " jobs, at time "
          + makespan
          + ".";
    }
    return "makespan "
        + makespan
        + ", bubble "
        + percent(timeline.bubbleRatio())
        + ", critical path of "
        + timeline.criticalPath().size()
        + " jobs";
  }

  private List<String> table() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEADS);
    for (StageTimeline stage : timeline.stageTimelines()) {
      String jobs =
          stage.isComplete()
              ? Integer.toString(stage.jobCount())
              : stage.jobCount() + " of " + stage.schedule().jobs().size();
      rows.add(
          ImmutableList.of(
              Integer.toString(stage.stage()),
              jobs,
              Long.toString(stage.busy()),
              Long.toString(stage.idle()),
              percent(stage.bubbleRatio()),
              Integer.toString(stage.peakActivations()),
              Long.toString(stage.peakActivationSize())));
    }
    int[] widths = new int[HEADS.size()];
    for (List<String> row : rows) {
      for (int column = 0; column < widths.length; column++) {
        widths[column] = Math.max(widths[column], row.get(column).length());
      }
    }
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < widths.length; column++) {
        line.append(column == 0 ? "" : "  ")
            .append(Strings.padStart(row.get(column), widths[column], ' '));
      }
      lines.add(line.toString());
    }
    return lines;
  }

  private static String percent(double ratio) {
    return String.format(Locale.ROOT, "%.2f %%", 100 * ratio);
  }

  /**
   * Returns one JSON object: {@code completed}, the sizes, {@code makespan}, {@code bubbleRatio},
   * {@code perStage} with the columns of the table, {@code criticalPath} as jobs with stage, index,
   * start and end, and for a pipeline that hangs {@code waits} and {@code cycle} (empty when no
   * cycle is the cause). Keys always come in the same order; times are whole numbers.
   */
  public String toJson() {
    StringWriter text = new StringWriter();
    try (JsonWriter json = new JsonWriter(text)) {
      json.setIndent("  ");
      write(json);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return text.toString();
  }

  private void write(JsonWriter json) throws IOException {
    PipelineSchedule pipeline = timeline.pipeline();
    json.beginObject();
    json.name("completed").value(hang.isEmpty());
    json.name("stages").value(pipeline.stages());
    json.name("chunks").value(pipeline.chunks());
    json.name("microBatches").value(pipeline.microBatches());
    json.name("makespan").value(timeline.makespan());
    json.name("bubbleRatio").value(timeline.bubbleRatio());
    json.name("perStage").beginArray();
    for (StageTimeline stage : timeline.stageTimelines()) {
      json.beginObject();
      json.name("stage").value(stage.stage());
      json.name("jobs").value(stage.schedule().jobs().size());
      json.name("jobsRun").value(stage.jobCount());
      json.name("busy").value(stage.busy());
      json.name("idle").value(stage.idle());
      json.name("bubbleRatio").value(stage.bubbleRatio());
      json.name("peakActivations").value(stage.peakActivations());
      json.name("peakActivationSize").value(stage.peakActivationSize());
      json.endObject();
    }
    json.endArray();
    json.name("criticalPath").beginArray();
    for (TimedJob job : timeline.criticalPath()) {
      json.beginObject();
      json.name("stage").value(job.stage());
      json.name("index").value(job.index());
      json.name("job").value(job.job().toString());
      json.name("start").value(job.start());
      json.name("end").value(job.end());
      json.endObject();
    }
    json.endArray();
    if (hang.isPresent()) {
      json.name("waits");
      write(json, hang.get().waits());
      json.name("cycle");
      write(json, hang.get().cycle().map(cycle -> cycle.waits()).orElse(ImmutableList.of()));
    }
    json.endObject();
  }

  private static void write(JsonWriter json, List<Wait> waits) throws IOException {
    json.beginArray();
    for (Wait wait : waits) {
      json.beginObject();
      json.name("waiting");
      write(json, wait.waiting());
      json.name("awaited");
      write(json, wait.awaited());
      json.name("reason").value(wait.reason().toString());
      json.endObject();
    }
    json.endArray();
  }

  private static void write(JsonWriter json, JobAt job) throws IOException {
    json.beginObject();
    json.name("stage").value(job.stage());
    if (job.index().isPresent()) {
      json.name("index").value(job.index().getAsInt());
    }
    json.name("job").value(job.job().toString());
    json.endObject();
  }
}
