package org.vppscheduler.draw;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.vppscheduler.check.JobGraph;
import org.vppscheduler.schedule.Dialect;
import org.vppscheduler.simulate.Simulation;

/** The trace against what the format's public description ("Trace Event Format") demands. */
final class TimelineTraceTest {
  private static JsonObject trace(Drawing drawing) {
    JsonObject trace =
        JsonParser.parseString(Drawings.write(TimelineTrace.create(), drawing)).getAsJsonObject();
    checkSchema(trace);
    return trace;
  }

  private static List<JsonObject> events(JsonObject trace, String phase) {
    List<JsonObject> events = new ArrayList<>();
    for (JsonElement event : trace.getAsJsonArray("traceEvents")) {
      if (event.getAsJsonObject().get("ph").getAsString().equals(phase)) {
        events.add(event.getAsJsonObject());
      }
    }
    return events;
  }

  private static void checkSchema(JsonObject trace) {
    assertThat(trace.get("displayTimeUnit").getAsString()).isIn("ms", "ns");
    assertThat(trace.keySet())
        .isEqualTo(ImmutableSet.of("displayTimeUnit", "traceEvents", "otherData"));
    for (JsonElement element : trace.getAsJsonArray("traceEvents")) {
      JsonObject event = element.getAsJsonObject();
      Set<String> keys = new HashSet<>(event.keySet());
      assertThat(keys).as("%s", event).contains("ph", "name", "pid", "tid");
      keys.removeAll(ImmutableSet.of("ph", "name", "pid", "tid"));
      assertThat(event.get("pid").getAsInt()).isZero();
      assertThat(event.get("tid").getAsInt()).isNotNegative();
      String phase = event.get("ph").getAsString();
      assertThat(keys)
          .as("%s", event)
          .isEqualTo(
              switch (phase) {
                case "M" -> ImmutableSet.of("args");
                case "X" -> ImmutableSet.of("cat", "ts", "dur", "args");
                case "s" -> ImmutableSet.of("cat", "id", "ts");
                case "f" -> ImmutableSet.of("cat", "id", "ts", "bp");
                case "i" -> ImmutableSet.of("cat", "ts", "s", "args");
                default -> throw new AssertionError("unknown phase in " + event);
              });
      for (String number : List.of("ts", "dur")) {
        if (event.has(number)) {
          assertThat(event.get(number).getAsJsonPrimitive().isNumber()).isTrue();
          assertThat(event.get(number).getAsString()).matches("[0-9]+(\\.[0-9]+)?");
        }
      }
      if (phase.equals("f")) {
        assertThat(event.get("bp").getAsString()).isEqualTo("e");
      }
    }
  }

  @Test
  void write_job_isACompleteEventInMicroseconds() {
    JsonObject first = events(trace(Drawings.measured(4, 2, 8)), "X").get(1);

    assertThat(first.toString())
        .isEqualTo(
            "{\"ph\":\"X\",\"name\":\"forward0:0\",\"cat\":\"forward\",\"pid\":0,\"tid\":0,"
                + "\"ts\":0,\"dur\":18522,\"args\":{\"chunk\":0,\"microBatch\":0,"
                + "\"phase\":\"warmup\",\"index\":1}}");
  }

  @Test
  void write_threads_areNamedAndSorted() {
    List<JsonObject> names = events(trace(Drawings.small().withTitle("Run 7")), "M");

    assertThat(names).hasSize(1 + 2 * 2);
    assertThat(names.get(0).toString()).contains("process_name", "Run 7");
    assertThat(names.get(1).toString()).contains("thread_name", "stage 0");
  }

  @ParameterizedTest
  @EnumSource
  void write_everySend_hasItsReceive(Dialect dialect) {
    Drawing drawing = Drawings.of(Drawings.config(4, 2, 6).dialect(dialect), Drawings.MEASURED);
    JsonObject trace = trace(drawing.withTimeUnit(TimeUnit.NANOSECONDS));

    Map<Long, JsonObject> sends = new HashMap<>();
    events(trace, "s").forEach(send -> sends.put(send.get("id").getAsLong(), send));
    List<JsonObject> receives = events(trace, "f");
    assertThat(sends).hasSize(messages(drawing.simulation())).hasSameSizeAs(receives);
    Set<Long> received = new HashSet<>();
    for (JsonObject receive : receives) {
      JsonObject send = requireNonNull(sends.get(receive.get("id").getAsLong()));
      assertThat(received.add(receive.get("id").getAsLong())).isTrue();
      assertThat(send.get("name")).isEqualTo(receive.get("name"));
      assertThat(send.get("cat")).isEqualTo(receive.get("cat"));
      assertThat(send.get("tid")).isNotEqualTo(receive.get("tid"));
      assertThat(send.get("ts").getAsBigDecimal()).isLessThan(receive.get("ts").getAsBigDecimal());
      assertThat(slicesAround(trace, send)).isNotEmpty();
      assertThat(slicesAround(trace, receive)).isNotEmpty();
    }
  }

  /** A viewer draws a flow only between slices. */
  private static List<JsonObject> slicesAround(JsonObject trace, JsonObject flow) {
    List<JsonObject> slices = events(trace, "X");
    slices.removeIf(
        slice -> {
          BigDecimal start = slice.get("ts").getAsBigDecimal();
          BigDecimal end = start.add(slice.get("dur").getAsBigDecimal());
          BigDecimal time = flow.get("ts").getAsBigDecimal();
          return !slice.get("tid").equals(flow.get("tid"))
              || time.compareTo(start) < 0
              || time.compareTo(end) > 0;
        });
    return slices;
  }

  private static int messages(Simulation simulation) {
    JobGraph graph = simulation.timeline().graph();
    int messages = 0;
    for (int node = 0; node < graph.jobCount(); node++) {
      for (int place = 0; place < graph.dependencyCount(node); place++) {
        messages += graph.stage(graph.dependency(node, place)) == graph.stage(node) ? 0 : 1;
      }
    }
    return messages;
  }

  @Test
  void write_nanoseconds_loseNothing() {
    Drawing drawing =
        Drawings.of(Drawings.config(1, 1, 1), Drawings.UNITS.toBuilder().forward(1_234_567).build())
            .withTimeUnit(TimeUnit.NANOSECONDS);

    assertThat(Drawings.write(TimelineTrace.create(), drawing)).contains("\"dur\":1234.567");
  }

  @Test
  void write_secondsAndBareNumbers_becomeMicroseconds() {
    Drawing bare = Drawings.of(Drawings.config(1, 1, 1), Drawings.UNITS);

    assertThat(Drawings.write(TimelineTrace.create(), bare)).contains("\"ts\":0,\"dur\":1,");
    assertThat(Drawings.write(TimelineTrace.create(), bare.withTimeUnit(TimeUnit.SECONDS)))
        .contains("\"ts\":0,\"dur\":1000000,");
  }

  @Test
  void write_hung_saysWhereAndWhy() {
    JsonObject trace = trace(Drawings.hung());

    assertThat(events(trace, "i")).hasSize(4);
    assertThat(events(trace, "i").get(3).toString())
        .contains("backward1:0 waits for ever", "\"ts\":24");
    assertThat(trace.getAsJsonObject("otherData").get("hang").getAsString())
        .startsWith("These jobs wait for each other:\n");
  }

  @Test
  void write_hostileTitle_staysText() {
    JsonObject trace = trace(Drawings.small().withTitle(Drawings.HOSTILE));

    assertThat(trace.getAsJsonObject("otherData").get("title").getAsString())
        .isEqualTo(Drawings.HOSTILE.replace('\ud800', '\ufffd'));
  }

  @Test
  void write_oddLists_isValid() {
    assertThat(events(trace(Drawings.odd()), "X")).isNotEmpty();
  }
}
