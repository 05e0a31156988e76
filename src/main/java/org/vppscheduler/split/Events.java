package org.vppscheduler.split;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.vppscheduler.program.Attribute;
import org.vppscheduler.program.Attributes;
import org.vppscheduler.program.Operation;
import org.vppscheduler.schedule.JobKind;

/**
 * Who records which event, and who waits for it. An operation records one event at most, and an
 * event is recorded by one operation at most.
 */
final class Events {
  private static final String FORCE = "force_record_event";
  private static final String RECORD = "event_to_record";
  private static final String WAIT = "events_to_wait";

  private final Placement placement;
  private final OpLabels labels;
  private final Map<Operation, String> recorded = new HashMap<>();
  private final Map<String, Operation> recorders = new HashMap<>();
  private final Map<Operation, Set<String>> awaited = new HashMap<>();
  private final List<EventWait> waits = new ArrayList<>();

  Events(Placement placement, OpLabels labels) {
    this.placement = placement;
    this.labels = labels;
  }

  /** Returns whether a value that crosses from one program to another needs an event. */
  static boolean isNeeded(JobKind from, JobKind to) {
    return switch (to) {
      case SEND_BACKWARD -> from == JobKind.BACKWARD || from == JobKind.SEND_BACKWARD;
      case FORWARD, RECV_FORWARD -> from == JobKind.RECV_FORWARD;
      case BACKWARD, BACKWARD_B, BACKWARD_W, OPTIMIZER -> false;
    };
  }

  /**
   * Lets operations wait for another one.
   *
   * @param name the name of the event, unless the recorder has one already
   * @throws IllegalArgumentException if another operation records an event of that name
   */
  void add(Operation recorder, String name, List<Operation> waiters) {
    String event = recorder.attributes().text(RECORD).orElse(name);
    Operation other = recorders.putIfAbsent(event, recorder);
    if (other != null) {
      throw new IllegalArgumentException(
          "The event \""
              + event
              + "\" would be recorded by two operations: "
              + labels.of(recorder)
              + " of "
              + placement.typeOf(recorder).name()
              + " and "
              + labels.of(other)
              + " of "
              + placement.typeOf(other).name()
              + ". Rename what they compute or record.");
    }
    recorded.put(recorder, event);
    for (Operation waiter : waiters) {
      if (awaited.computeIfAbsent(waiter, Events::given).add(event)) {
        waits.add(
            new EventWait(
                event,
                recorder.index(),
                placement.typeOf(recorder).name(),
                waiter.index(),
                placement.typeOf(waiter).name()));
      }
    }
  }

  /** Returns the events that an operation waits for as it was given. */
  private static Set<String> given(Operation waiter) {
    Set<String> events = new LinkedHashSet<>();
    Optional<Attribute> stated = waiter.attributes().get(WAIT);
    if (stated.isPresent() && stated.get() instanceof Attribute.Array array) {
      for (Attribute element : array.elements()) {
        if (element instanceof Attribute.Text text) {
          events.add(text.value());
        }
      }
    }
    return events;
  }

  /** Returns the attributes of an operation with those of its events. */
  Attributes addTo(Attributes attributes, Operation operation) {
    Attributes all = attributes;
    String event = recorded.get(operation);
    if (event != null) {
      all = all.with(FORCE, Attribute.of(true)).with(RECORD, Attribute.of(event));
    }
    Set<String> events = awaited.get(operation);
    if (events != null) {
      all = all.with(WAIT, Attribute.array(events.stream().map(Attribute::of).toList()));
    }
    return all;
  }

  /** Returns all waits, ordered by recorder, then by waiter. */
  ImmutableList<EventWait> waits() {
    return ImmutableList.sortedCopyOf(
        Comparator.comparingInt(EventWait::recorder).thenComparingInt(EventWait::waiter), waits);
  }
}
