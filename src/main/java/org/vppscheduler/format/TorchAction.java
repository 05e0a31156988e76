package org.vppscheduler.format;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import java.util.Arrays;
import java.util.Optional;

/** The actions of a torch schedule that have a counterpart here. */
enum TorchAction {
  FORWARD("F"),
  BACKWARD("B"),
  BACKWARD_INPUT("I"),
  BACKWARD_WEIGHT("W"),
  SEND_FORWARD("SEND_F"),
  RECV_FORWARD("RECV_F"),
  SEND_BACKWARD("SEND_B"),
  RECV_BACKWARD("RECV_B");

  private static final ImmutableMap<String, TorchAction> BY_LABEL =
      Maps.uniqueIndex(Arrays.asList(values()), TorchAction::label);

  private final String label;

  TorchAction(String label) {
    this.label = label;
  }

  static Optional<TorchAction> ofLabel(String label) {
    return Optional.ofNullable(BY_LABEL.get(label));
  }

  String label() {
    return label;
  }

  boolean communicates() {
    return switch (this) {
      case FORWARD, BACKWARD, BACKWARD_INPUT, BACKWARD_WEIGHT -> false;
      case SEND_FORWARD, RECV_FORWARD, SEND_BACKWARD, RECV_BACKWARD -> true;
    };
  }
}
