package org.vppscheduler.check;

import java.util.Optional;

/** No deadlock when a channel holds no more messages than a {@link ChannelModel} says. */
final class BlockingChecker {
  private BlockingChecker() {}

  static void check(
      JobGraph graph, Channels channels, ChannelModel model, FindingCollector findings) {
    TransportGraph transport = new TransportGraph(graph, channels);
    run(transport, model)
        .ifPresent(
            hang -> {
              findings.countAll(Finding.Kind.BLOCKED, 1);
              findings.list(
                  DeadlockChecker.describe(
                      Finding.Kind.BLOCKED,
                      intro(model, hang),
                      hang,
                      least(transport).map(BlockingChecker::advice).orElse("")));
            });
  }

  private static Optional<Hang> run(TransportGraph transport, ChannelModel model) {
    if (model instanceof ChannelModel.Slots slots) {
      return transport.runWithSlots(slots.count());
    }
    return model instanceof ChannelModel.Rendezvous
        ? transport.runWithRendezvous()
        : Optional.empty();
  }

  private static String intro(ChannelModel model, Hang hang) {
    String channels =
        model instanceof ChannelModel.Slots slots
            ? "With " + slots(slots.count()) + " in each channel"
            : "With channels that hold nothing";
    return channels
        + (hang.cycle().isPresent()
            ? " these jobs wait for each other for ever:"
            : " these jobs wait for ever:");
  }

  private static String advice(ChannelModel least) {
    return least instanceof ChannelModel.Slots slots
        ? "\nThe least that passes: " + slots(slots.count()) + " in each channel."
        : "";
  }

  static String slots(int count) {
    return count == 1 ? "1 slot" : count + " slots";
  }

  /** Returns the strictest model that passes, or empty if the pipeline hangs with any. */
  static Optional<ChannelModel> least(TransportGraph transport) {
    if (transport.runWithRendezvous().isEmpty()) {
      return Optional.of(ChannelModel.rendezvous());
    }
    int most = Math.max(1, transport.mostMessages());
    int passes = 1;
    int fails = 0;
    while (transport.runWithSlots(passes).isPresent()) {
      if (passes == most) {
        return Optional.empty();
      }
      fails = passes;
      passes = (int) Math.min(2L * passes, most);
    }
    // More slots never hurt: between a number that fails and one that passes, halve.
    while (passes - fails > 1) {
      int middle = (passes + fails) >>> 1;
      if (transport.runWithSlots(middle).isPresent()) {
        fails = middle;
      } else {
        passes = middle;
      }
    }
    return Optional.of(ChannelModel.slots(passes));
  }
}
