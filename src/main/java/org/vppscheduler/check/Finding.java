package org.vppscheduler.check;

import com.google.common.collect.ImmutableList;

/**
 * One thing that is wrong with a pipeline's job lists.
 *
 * @param kind which property does not hold
 * @param where the job it shows at, with stage and index
 * @param related the other jobs that the text names, in its order
 * @param text what is wrong, as one or more sentences for people; a cycle of waits has one wait a
 *     line
 */
public record Finding(Kind kind, JobAt where, ImmutableList<JobAt> related, String text) {
  /** The kinds of findings, in the order in which a report lists them. */
  public enum Kind {
    /** A job that a stage should run is not in its list. */
    MISSING("missing"),
    /** A job is in a list twice, or a whole backward beside a split one. */
    DOUBLED("doubled"),
    /** A job's chunk is not below C, or its micro-batch not below M. */
    OUT_OF_RANGE("out of range"),
    /**
     * A job comes before another of its stage, chunk and micro-batch that it needs, or an optimizer
     * before any other job.
     */
    LOCAL_ORDER("local order"),
    /** A stage waits for ever for a job that is in no list. */
    STARVED("starved"),
    /** Jobs wait for each other in a circle, whatever the channels hold. */
    DEADLOCK("deadlock"),
    /** A stage receives messages in another order than that in which its neighbour sends them. */
    TRANSPORT_ORDER("transport order"),
    /** The pipeline runs, but hangs with channels that hold as little as asked for. */
    BLOCKED("blocked");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    /** Returns the name for people, such as {@code out of range}. */
    @Override
    public String toString() {
      return label;
    }
  }

  static Finding of(Kind kind, String text, JobAt where, JobAt... related) {
    return new Finding(kind, where, ImmutableList.copyOf(related), text);
  }

  /** Returns kind and text. */
  @Override
  public String toString() {
    return kind + ": " + text;
  }
}
