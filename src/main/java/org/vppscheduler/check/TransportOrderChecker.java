package org.vppscheduler.check;

import java.util.Arrays;

/** The messages of each channel are received in the order in which they are sent. */
final class TransportOrderChecker {
  private TransportOrderChecker() {}

  /** Reports the first pair that differs of each channel; messages without a pair do not count. */
  static void check(JobGraph graph, Channels channels, FindingCollector findings) {
    for (int channel = 0; channel < channels.count(); channel++) {
      if (!isAscending(channels, channel) && findings.count(Finding.Kind.TRANSPORT_ORDER)) {
        findings.list(describe(graph, channels, channel));
      }
    }
  }

  private static boolean isAscending(Channels channels, int channel) {
    int last = -1;
    for (int receiver : channels.receivers(channel)) {
      int source = channels.source(channel, receiver);
      if (source >= 0) {
        if (source < last) {
          return false;
        }
        last = source;
      }
    }
    return true;
  }

  private static Finding describe(JobGraph graph, Channels channels, int channel) {
    int[] receivers =
        Arrays.stream(channels.receivers(channel))
            .filter(receiver -> channels.source(channel, receiver) >= 0)
            .toArray();
    int[] received =
        Arrays.stream(receivers).map(receiver -> channels.source(channel, receiver)).toArray();
    int[] sent = received.clone();
    Arrays.sort(sent);
    int differs = Arrays.mismatch(sent, received);
    JobAt sender = graph.jobAt(sent[differs]);
    JobAt source = graph.jobAt(received[differs]);
    JobAt receiver = graph.jobAt(receivers[differs]);
    return Finding.of(
        Finding.Kind.TRANSPORT_ORDER,
        "Stage "
            + sender.stage()
            + " sends stage "
            + receiver.stage()
            + " the "
            + (channels.carriesActivations(channel) ? "activation" : "gradient")
            + " of "
            + sender
            + " before that of "
            + source
            + ", but that of the latter is received first, by "
            + receiver
            + ".",
        receiver,
        sender,
        source);
  }
}
