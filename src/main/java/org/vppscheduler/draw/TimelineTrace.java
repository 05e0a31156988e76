package org.vppscheduler.draw;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.vppscheduler.check.JobGraph;
import org.vppscheduler.check.Wait;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.JobKind;
import org.vppscheduler.simulate.StageTimeline;
import org.vppscheduler.simulate.Timeline;

/**
 * A timeline as trace events in JSON, for Perfetto and {@code chrome://tracing}.
 *
 * <p>The pipeline is process 0, a stage is a thread of it, a job a complete event (phase {@code X})
 * with its kind as category and its chunk, micro-batch, phase and list index as arguments. A
 * message from one stage to another is a flow, from the job that sends (phase {@code s}) to the one
 * that receives ({@code f}), of category {@code activation} or {@code gradient}. In a hung
 * simulation each waiting stage has an instant event ({@code i}) where it stops.
 *
 * <p>The format counts in microseconds. Times that have a unit are converted, without loss down to
 * the nanosecond; bare numbers are taken for microseconds. Written as it goes: memory does not grow
 * with the number of jobs.
 */
public final class TimelineTrace implements TimelineFormat {
  /** A flow starts so many microseconds before its slice ends, as it has to start within it. */
  private static final BigDecimal BEFORE_THE_END = new BigDecimal("0.001");

  private TimelineTrace() {}

  /** Returns the format. */
  public static TimelineTrace create() {
    return new TimelineTrace();
  }

  /** Returns the name, for people. */
  @Override
  public String toString() {
    return "Chrome trace";
  }

  @Override
  public void write(Drawing drawing, Writer out) throws IOException {
    // Not closed: that would close the writer, which is the caller's.
    JsonWriter json = new JsonWriter(out);
    new Events(drawing, json).write();
    out.write('\n');
  }

  /** The events in the making. */
  private static final class Events {
    private final Drawing drawing;
    private final Timeline timeline;
    private final Captions captions;
    private final JsonWriter json;

    /** Microseconds that a 1 in the timeline stands for. */
    private final BigDecimal micros;

    Events(Drawing drawing, JsonWriter json) {
      this.drawing = drawing;
      this.timeline = drawing.simulation().timeline();
      this.captions = Captions.of(drawing);
      this.json = json;
      Optional<TimeUnit> unit = drawing.timeUnit();
      this.micros =
          unit.map(u -> BigDecimal.valueOf(u.toNanos(1), 3).stripTrailingZeros())
              .orElse(BigDecimal.ONE);
    }

    void write() throws IOException {
      json.beginObject();
      json.name("displayTimeUnit").value("ns");
      json.name("traceEvents").beginArray();
      names();
      for (StageTimeline stage : timeline.stageTimelines()) {
        for (int index = 0; index < stage.jobCount(); index++) {
          job(stage, index);
        }
        Optional<Wait> wait = captions.wait(stage.stage());
        if (wait.isPresent()) {
          waiting(stage, wait.get());
        }
      }
      flows();
      json.endArray();
      json.name("otherData").beginObject();
      json.name("title").value(drawing.title());
      json.name("summary").value(captions.summary());
      if (captions.isHung()) {
        json.name("hang").value(String.join("\n", captions.hangLines()));
      }
      json.endObject();
      json.endObject();
    }

    private void names() throws IOException {
      metadata("process_name", 0);
      json.name("name").value(drawing.title());
      json.endObject().endObject();
      for (int stage = 0; stage < timeline.pipeline().stages(); stage++) {
        metadata("thread_name", stage);
        json.name("name").value("stage " + stage);
        json.endObject().endObject();
        metadata("thread_sort_index", stage);
        json.name("sort_index").value(stage);
        json.endObject().endObject();
      }
    }

    private void metadata(String name, int stage) throws IOException {
      json.beginObject();
      json.name("ph").value("M");
      json.name("name").value(name);
      thread(stage);
      json.name("args").beginObject();
    }

    private void thread(int stage) throws IOException {
      json.name("pid").value(0);
      json.name("tid").value(stage);
    }

    private void job(StageTimeline stage, int index) throws IOException {
      Job job = stage.job(index);
      json.beginObject();
      json.name("ph").value("X");
      json.name("name").value(job.toString());
      json.name("cat").value(job.kind().label());
      thread(stage.stage());
      time("ts", micros(stage.start(index)));
      time("dur", micros(stage.end(index) - stage.start(index)));
      json.name("args").beginObject();
      if (job.chunk().isPresent()) {
        json.name("chunk").value(job.chunk().getAsInt());
      }
      json.name("microBatch").value(job.microBatch());
      json.name("phase").value(stage.phase(index).toString());
      json.name("index").value(index);
      json.endObject().endObject();
    }

    private void waiting(StageTimeline stage, Wait wait) throws IOException {
      json.beginObject();
      json.name("ph").value("i");
      json.name("name").value(wait.waiting().job() + " waits for ever");
      json.name("cat").value("hang");
      thread(stage.stage());
      time("ts", micros(stage.jobCount() == 0 ? 0 : stage.end(stage.jobCount() - 1)));
      json.name("s").value("t");
      json.name("args").beginObject();
      json.name("wait").value(wait.toString());
      json.endObject().endObject();
    }

    private void flows() throws IOException {
      JobGraph graph = timeline.graph();
      long id = 0;
      for (StageTimeline receiver : timeline.stageTimelines()) {
        int firstNode = graph.firstNode(receiver.stage());
        for (int index = 0; index < receiver.jobCount(); index++) {
          int node = firstNode + index;
          for (int place = 0; place < graph.dependencyCount(node); place++) {
            int sending = graph.dependency(node, place);
            StageTimeline sender = timeline.stage(graph.stage(sending));
            if (sender.stage() != receiver.stage()) {
              id++;
              flow(id, sender, graph.index(sending), receiver, index);
            }
          }
        }
      }
    }

    private void flow(long id, StageTimeline sender, int sent, StageTimeline receiver, int received)
        throws IOException {
      JobKind kind = sender.job(sent).kind();
      String message = kind == JobKind.FORWARD ? "activation" : "gradient";
      BigDecimal end = micros(sender.end(sent));
      boolean takesTime = sender.end(sent) > sender.start(sent);
      flowEnd("s", id, message, sender.stage(), takesTime ? end.subtract(BEFORE_THE_END) : end);
      json.endObject();
      flowEnd("f", id, message, receiver.stage(), micros(receiver.start(received)));
      // Else the arrow would end at the next slice instead of the one around it.
      json.name("bp").value("e");
      json.endObject();
    }

    private void flowEnd(String phase, long id, String message, int stage, BigDecimal time)
        throws IOException {
      json.beginObject();
      json.name("ph").value(phase);
      json.name("id").value(id);
      json.name("name").value(message);
      json.name("cat").value(message);
      thread(stage);
      time("ts", time);
    }

    private BigDecimal micros(long time) {
      return micros.multiply(BigDecimal.valueOf(time));
    }

    private void time(String name, BigDecimal time) throws IOException {
      BigDecimal shortest = time.signum() == 0 ? BigDecimal.ZERO : time.stripTrailingZeros();
      json.name(name).jsonValue(shortest.toPlainString());
    }
  }
}
