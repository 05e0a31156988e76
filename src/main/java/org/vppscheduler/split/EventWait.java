package org.vppscheduler.split;

/**
 * An operation that waits, before it runs, for an event that an operation of an earlier program
 * records. Programs with communication and programs with computation run on different streams; the
 * event keeps a value from being used before it is there.
 *
 * @param event the name of the event
 * @param recorder the index in the whole program of the operation that records it
 * @param recorderType the type of the program that records it, such as {@code recv_forward0}
 * @param waiter the index in the whole program of the operation that waits
 * @param waiterType the type of the program that waits, such as {@code forward0}
 */
public record EventWait(
    String event, int recorder, String recorderType, int waiter, String waiterType) {
  /** Returns a line for people, such as {@code forward0 op 6 waits for recv_forward0 op 5: e}. */
  @Override
  public String toString() {
    return waiterType
        + " op "
        + waiter
        + " waits for "
        + recorderType
        + " op "
        + recorder
        + ": "
        + event;
  }
}
