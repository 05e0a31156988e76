package org.vppscheduler.check;

/**
 * One job that cannot go on before another has.
 *
 * @param waiting the job that waits
 * @param awaited the job it waits for; it has no index when it is in no list
 * @param reason why it waits
 */
public record Wait(JobAt waiting, JobAt awaited, Reason reason) {
  /** Why a job waits for another. */
  public enum Reason {
    /** The awaited job produces what the waiting one consumes, or sends it. */
    RESULT("needs its result"),
    /** The awaited job comes earlier in the list of the same stage. */
    LIST_ORDER("is listed after it"),
    /**
     * The waiting job sends into a channel that stays full until the awaited job has received a
     * message.
     */
    SLOT("sends into a channel that is full until that receives"),
    /** The waiting job sends without a buffer, which ends only once the awaited job receives. */
    RECEIVER("sends without a buffer, and that has not come to receive");

    private final String phrase;

    Reason(String phrase) {
      this.phrase = phrase;
    }

    /** Returns the phrase that completes "A waits for B: it …". */
    @Override
    public String toString() {
      return phrase;
    }
  }

  /** Returns a sentence without full stop: who waits for whom, and why. */
  @Override
  public String toString() {
    return waiting + " waits for " + awaited + ": it " + reason;
  }
}
