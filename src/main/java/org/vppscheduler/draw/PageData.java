package org.vppscheduler.draw;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableLongArray;
import com.google.gson.stream.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.vppscheduler.check.JobGraph;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.Phase;
import org.vppscheduler.simulate.StageTimeline;
import org.vppscheduler.simulate.Timeline;

/**
 * The data of the HTML page: JSON that can stand inside a script element, about four characters a
 * job.
 *
 * <p>Most of what there is to say of a job it has in common with the jobs of the same type on its
 * stage, whatever the micro-batch: name, duration, effect on memory, and on which types of which
 * stages it depends, for its own micro-batch. That is said once. A job is then three numbers: the
 * idle time before it, its type, and by how much its micro-batch differs from one more than that of
 * the job of this type before it; nearly always 0, small and 0. They are written seven bits a byte,
 * low ones first, as in protocol buffers. Jobs that depend on others than their type says are
 * listed one by one.
 */
final class PageData {
  /** A job that others depend on: that of their own micro-batch with this type. */
  private record Need(int stage, String name) {}

  /** What jobs have in common. */
  private record Type(
      String name, Look look, int chunk, long duration, long change, ImmutableList<Need> needs) {}

  private final Drawing drawing;
  private final Timeline timeline;
  private final JobGraph graph;
  private final Captions captions;
  private final JsonWriter json;

  private PageData(Drawing drawing, Writer out) {
    this.drawing = drawing;
    this.timeline = drawing.simulation().timeline();
    this.graph = timeline.graph();
    this.captions = Captions.of(drawing);
    this.json = new JsonWriter(out);
    json.setHtmlSafe(true);
  }

  static void write(Drawing drawing, Writer out) throws IOException {
    new PageData(drawing, out).write();
  }

  private void write() throws IOException {
    json.beginObject();
    json.name("title").value(drawing.title());
    json.name("makespan").value(timeline.makespan());
    json.name("nanos").value(drawing.timeUnit().map(unit -> unit.toNanos(1)).orElse(0L));
    json.name("chunks").value(timeline.pipeline().chunks());
    json.name("phases").beginArray();
    for (Phase phase : Phase.values()) {
      json.value(phase.toString());
    }
    json.endArray();
    json.name("looks").beginArray();
    for (Look look : Look.values()) {
      look(look);
    }
    json.endArray();
    json.name("waiting").value(Palette.WAITING);
    json.name("stages").beginArray();
    for (StageTimeline stage : timeline.stageTimelines()) {
      stage(stage);
    }
    json.endArray();
    json.endObject();
  }

  private void look(Look look) throws IOException {
    json.beginObject();
    json.name("name").value(look.toString());
    json.name("ink").value(Palette.ink(look));
    json.name("fills").beginArray();
    for (int hue = 0; hue < Palette.HUES; hue++) {
      json.value(Palette.fill(look, hue));
    }
    json.endArray();
    json.endObject();
  }

  private void stage(StageTimeline stage) throws IOException {
    Map<Type, Integer> types = new LinkedHashMap<>();
    Map<Integer, List<Integer>> exceptions = new TreeMap<>();
    String jobs = jobs(stage, types, exceptions);
    json.beginObject();
    json.name("bubble").value(captions.bubble(stage));
    json.name("peak").value(captions.peak(stage));
    json.name("count").value(stage.jobCount());
    json.name("phaseEnds").beginArray();
    int end = 0;
    for (Phase phase : Phase.values()) {
      end += stage.schedule().phase(phase).size();
      json.value(end);
    }
    json.endArray();
    json.name("types").beginArray();
    for (Type type : types.keySet()) {
      type(type);
    }
    json.endArray();
    json.name("jobs").value(jobs);
    json.name("needs").beginArray();
    for (Map.Entry<Integer, List<Integer>> exception : exceptions.entrySet()) {
      json.beginArray().value(exception.getKey());
      for (int node : exception.getValue()) {
        json.value(graph.stage(node)).value(graph.index(node));
      }
      json.endArray();
    }
    json.endArray();
    if (captions.wait(stage.stage()).isPresent()) {
      json.name("wait").value(captions.wait(stage.stage()).get().waiting().job().toString());
      json.name("waitFor").value(captions.wait(stage.stage()).get().toString());
    }
    json.endObject();
  }

  private void type(Type type) throws IOException {
    json.beginArray();
    json.value(type.name()).value(type.look().ordinal()).value(type.chunk());
    json.value(type.duration()).value(type.change());
    json.beginArray();
    for (Need need : type.needs()) {
      json.value(need.stage()).value(need.name());
    }
    json.endArray().endArray();
  }

  private String jobs(
      StageTimeline stage, Map<Type, Integer> types, Map<Integer, List<Integer>> exceptions) {
    ImmutableLongArray changes = stage.activationChanges();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(3 * stage.jobCount());
    List<Integer> nextMicroBatches = new ArrayList<>();
    long free = 0;
    for (int index = 0; index < stage.jobCount(); index++) {
      Job job = stage.job(index);
      Type type =
          new Type(
              job.type(),
              Look.of(job.kind()),
              job.chunk().orElse(-1),
              stage.end(index) - stage.start(index),
              changes.get(index),
              needs(graph.firstNode(stage.stage()) + index, job, index, exceptions));
      int number = types.computeIfAbsent(type, t -> types.size());
      if (number == nextMicroBatches.size()) {
        nextMicroBatches.add(0);
      }
      append(bytes, stage.start(index) - free);
      append(bytes, number);
      long step = (long) job.microBatch() - nextMicroBatches.get(number);
      append(bytes, (step << 1) ^ (step >> 63));
      nextMicroBatches.set(number, job.microBatch() + 1);
      free = stage.end(index);
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  private ImmutableList<Need> needs(
      int node, Job job, int index, Map<Integer, List<Integer>> exceptions) {
    ImmutableList.Builder<Need> needs = ImmutableList.builder();
    List<Integer> all = new ArrayList<>();
    boolean isRegular = job.chunk().isPresent();
    for (int place = 0; place < graph.dependencyCount(node); place++) {
      int dependency = graph.dependency(node, place);
      int stage = graph.stage(dependency);
      Job needed = timeline.pipeline().stage(stage).jobs().get(dependency - graph.firstNode(stage));
      isRegular &= needed.microBatch() == job.microBatch();
      needs.add(new Need(stage, needed.type()));
      all.add(dependency);
    }
    if (isRegular) {
      return needs.build();
    }
    exceptions.put(index, all);
    return ImmutableList.of();
  }

  private static void append(ByteArrayOutputStream bytes, long number) {
    long rest = number;
    while ((rest & ~0x7FL) != 0) {
      bytes.write((int) ((rest & 0x7F) | 0x80));
      rest >>>= 7;
    }
    bytes.write((int) rest);
  }
}
