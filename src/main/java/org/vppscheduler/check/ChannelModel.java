package org.vppscheduler.check;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.base.CharMatcher;

/**
 * How many messages a channel holds before its sender has to wait.
 *
 * <p>There is one channel, first in first out, for each pair of neighbouring stages, direction, and
 * kind of message (activation or gradient). A stage that sends into a full channel, or receives
 * from an empty one, does nothing else until that changes.
 */
public sealed interface ChannelModel {
  /** Returns the model in which a send never waits: asynchronous communication. */
  static ChannelModel unbounded() {
    return new Unbounded();
  }

  /**
   * Returns the model in which a channel holds a number of messages: send n of a channel ends once
   * receive n - {@code count} has ended.
   *
   * @throws IllegalArgumentException if {@code count} is below 1
   */
  static ChannelModel slots(int count) {
    return new Slots(count);
  }

  /**
   * Returns the model in which a channel holds nothing: a send ends only once its receive has
   * begun. The strictest of all.
   */
  static ChannelModel rendezvous() {
    return new Rendezvous();
  }

  /**
   * Returns the model that a text names: {@code unbounded}, {@code rendezvous}, or a number of
   * slots in digits: what the models print.
   *
   * @throws IllegalArgumentException if the text is none of these
   */
  static ChannelModel parse(String text) {
    return switch (text) {
      case "unbounded" -> unbounded();
      case "rendezvous" -> rendezvous();
      default -> slots(parseCount(text));
    };
  }

  private static int parseCount(String text) {
    if (!text.isEmpty() && CharMatcher.inRange('0', '9').matchesAllOf(text)) {
      try {
        return Integer.parseInt(text);
      } catch (NumberFormatException tooLarge) {
        // Said below, with the text itself.
      }
    }
    throw new IllegalArgumentException(
        "Channel model '"
            + text
            + "' is unknown: it must be unbounded, rendezvous, or a number of slots from 1 to "
            + Integer.MAX_VALUE
            + ".");
  }

  /** Sends never wait. */
  record Unbounded() implements ChannelModel {
    /** Returns {@code unbounded}. */
    @Override
    public String toString() {
      return "unbounded";
    }
  }

  /**
   * A channel holds a number of messages.
   *
   * @param count how many, at least 1
   */
  record Slots(int count) implements ChannelModel {
    /**
     * Checks the number.
     *
     * @throws IllegalArgumentException if it is below 1
     */
    public Slots {
      checkArgument(
          count >= 1,
          "The number of slots (%s) must be at least 1; for a channel without any, take"
              + " rendezvous.",
          count);
    }

    /** Returns the number in digits. */
    @Override
    public String toString() {
      return Integer.toString(count);
    }
  }

  /** A send waits for its receive. */
  record Rendezvous() implements ChannelModel {
    /** Returns {@code rendezvous}. */
    @Override
    public String toString() {
      return "rendezvous";
    }
  }
}
