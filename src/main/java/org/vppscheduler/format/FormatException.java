package org.vppscheduler.format;

import static java.util.Objects.requireNonNull;

/**
 * Thrown when a text does not have the format that it should have. It is an
 * IllegalArgumentException, so that whoever reports those reports it too; whoever wants to point at
 * the place in the text asks for the {@link #location()}.
 */
public final class FormatException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private final String location;
  private final String problem;

  /**
   * Makes an exception whose message is the location, a colon and the problem.
   *
   * @param location where in the text: a JSON path, or a line and a column
   * @param problem what is wrong there, with the offending values, as a sentence
   */
  public FormatException(String location, String problem) {
    super(requireNonNull(location, "location") + ": " + requireNonNull(problem, "problem"));
    this.location = location;
    this.problem = problem;
  }

  /**
   * Returns where in the text, such as {@code $.program.regions[0].blocks[0].ops[3].I[1] (op 3,
   * pd_op.add)}.
   */
  public String location() {
    return location;
  }

  /** Returns what is wrong there. */
  public String problem() {
    return problem;
  }
}
