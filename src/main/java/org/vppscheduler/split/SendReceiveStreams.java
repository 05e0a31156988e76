package org.vppscheduler.split;

import org.vppscheduler.program.Attribute;
import org.vppscheduler.program.Attributes;
import org.vppscheduler.program.Operation;

/** The streams of communication: one for each direction and ring, so that it can overlap. */
final class SendReceiveStreams {
  private static final String RING = "ring_id";

  private SendReceiveStreams() {}

  /**
   * Returns the attributes of an operation with those of its stream, if it sends or receives.
   *
   * @throws IllegalArgumentException if it does and has no ring
   */
  static Attributes addTo(Attributes attributes, Operation operation, OpLabels labels) {
    return switch (operation.name()) {
      case Placement.SEND -> onStream("send_stream_", attributes, operation, labels);
      case Placement.RECEIVE -> onStream("recv_stream_", attributes, operation, labels);
      default -> attributes;
    };
  }

  private static Attributes onStream(
      String prefix, Attributes attributes, Operation operation, OpLabels labels) {
    long ring =
        attributes
            .integer(RING)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        labels.of(operation)
                            + " has no integer attribute "
                            + RING
                            + ", which its stream is named after."));
    return attributes.toBuilder()
        .set("dynamic_shape", Attribute.of(false))
        .set("use_calc_stream", Attribute.of(true))
        .set("execution_stream", Attribute.of(prefix + ring))
        .set("scheduling_priority", Attribute.int64(0))
        .build();
  }
}
