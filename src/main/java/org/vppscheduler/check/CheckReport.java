package org.vppscheduler.check;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.vppscheduler.schedule.PipelineSchedule;

/**
 * What a {@link PipelineCheck} came to: the pipeline is proven, or findings say what is wrong.
 *
 * <p>Of each kind the first {@value #MAX_LISTED} findings are listed; {@link #count} knows how many
 * there are. The order is always the same: by kind, then stage, then place in the list, or chunk
 * and micro-batch for what is missing.
 */
public final class CheckReport {
  /** How many findings of one kind are listed at most. */
  public static final int MAX_LISTED = 20;

  private final PipelineSchedule pipeline;
  private final ChannelModel channels;
  private final ImmutableList<Finding> findings;
  private final ImmutableMap<Finding.Kind, Long> counts;
  private final Optional<Hang> hang;

  CheckReport(
      PipelineSchedule pipeline,
      ChannelModel channels,
      FindingCollector collector,
      Optional<Hang> hang) {
    this.pipeline = pipeline;
    this.channels = channels;
    this.findings = collector.findings();
    this.counts = collector.counts();
    this.hang = hang;
  }

  /** Returns whether there is no finding. */
  public boolean isProven() {
    return counts.isEmpty();
  }

  /** Returns the pipeline that was checked. */
  public PipelineSchedule pipeline() {
    return pipeline;
  }

  /** Returns the channel model it was checked for. */
  public ChannelModel channels() {
    return channels;
  }

  /** Returns the listed findings; empty if the pipeline is proven. */
  public ImmutableList<Finding> findings() {
    return findings;
  }

  /** Returns how many findings of a kind there are, with those that are not listed. */
  public long count(Finding.Kind kind) {
    return counts.getOrDefault(kind, 0L);
  }

  /**
   * Returns where the pipeline hangs whatever its channels hold, with a shortest cycle of waits if
   * there is one; empty if it runs to its end.
   */
  public Optional<Hang> hang() {
    return hang;
  }

  /**
   * Returns the report for people: one line if the pipeline is proven, else every listed finding
   * and the numbers of those not listed. Lines are separated by line feeds; the last one has none.
   */
  @Override
  public String toString() {
    String subject =
        pipeline.stages()
            + " stages, "
            + pipeline.chunks()
            + " chunks, "
            + pipeline.microBatches()
            + " micro-batches, "
            + pipeline.jobCount()
            + " jobs, "
            + describe(channels);
    if (isProven()) {
      return "Proven: " + subject + ".";
    }
    List<String> lines = new ArrayList<>();
    lines.add("Not proven: " + subject + ".");
    for (Map.Entry<Finding.Kind, Long> entry : counts.entrySet()) {
      long listed = 0;
      for (Finding finding : findings) {
        if (finding.kind() == entry.getKey()) {
          lines.add(finding.toString());
          listed++;
        }
      }
      if (entry.getValue() > listed) {
        lines.add(entry.getKey() + ": " + (entry.getValue() - listed) + " more.");
      }
    }
    return String.join("\n", lines);
  }

  private static String describe(ChannelModel channels) {
    return channels instanceof ChannelModel.Slots slots
        ? "channels of " + BlockingChecker.slots(slots.count())
        : channels + " channels";
  }

  /**
   * Returns one JSON object: {@code proven}, the sizes, {@code channels}, {@code findings} with
   * kind, place, related places and text, and {@code counts} by kind. Keys always come in the same
   * order. A place is an object of stage, index (left out for a job in no list) and job.
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
    json.beginObject();
    json.name("proven").value(isProven());
    json.name("stages").value(pipeline.stages());
    json.name("chunks").value(pipeline.chunks());
    json.name("microBatches").value(pipeline.microBatches());
    json.name("jobs").value(pipeline.jobCount());
    json.name("channels").value(channels.toString());
    json.name("findings").beginArray();
    for (Finding finding : findings) {
      json.beginObject();
      json.name("kind").value(finding.kind().toString());
      json.name("where");
      write(json, finding.where());
      json.name("related").beginArray();
      for (JobAt related : finding.related()) {
        write(json, related);
      }
      json.endArray();
      json.name("text").value(finding.text());
      json.endObject();
    }
    json.endArray();
    json.name("counts").beginObject();
    for (Map.Entry<Finding.Kind, Long> entry : counts.entrySet()) {
      json.name(entry.getKey().toString()).value(entry.getValue());
    }
    json.endObject();
    json.endObject();
  }

  private static void write(JsonWriter json, JobAt at) throws IOException {
    json.beginObject();
    json.name("stage").value(at.stage());
    if (at.index().isPresent()) {
      json.name("index").value(at.index().getAsInt());
    }
    json.name("job").value(at.job().toString());
    json.endObject();
  }
}
