package org.vppscheduler.plan;

import com.google.common.collect.ImmutableSet;
import java.util.Collection;
import java.util.stream.Collectors;

/** Something about a plan that runs, but that whoever made it may not have meant. */
public sealed interface PlanFinding {
  /** Returns the job type that it is about, such as {@code send_backward0}. */
  String type();

  /** Returns a sentence for people. */
  @Override
  String toString();

  /**
   * A program that no job of the stage runs.
   *
   * @param type the job type that the program was given for
   */
  record UnusedProgram(String type) implements PlanFinding {
    @Override
    public String toString() {
      return "No job runs the program of " + type + ".";
    }
  }

  /**
   * Keyword arguments of a job type's program that no program of the plan makes: whoever runs the
   * plan must put them into the scope of each micro-batch.
   *
   * @param type the job type
   * @param names the keywords, in the order of the program
   */
  record NamesFromOutside(String type, ImmutableSet<String> names) implements PlanFinding {
    /** Copies the names. */
    public NamesFromOutside {
      names = ImmutableSet.copyOf(names);
    }

    @Override
    public String toString() {
      return type + " takes from outside what no program makes: " + quoted(names) + ".";
    }
  }

  /**
   * Values that must outlive jobs after which nothing should be left to keep: {@code send_backward}
   * and {@code backward_w} are the last to use what they use, by their purpose. The skip-gc names
   * hold these values all the same, so that the run is right.
   *
   * @param type the job type
   * @param names the names, those of all its jobs together, in the order of the program
   */
  record UnexpectedSkipGc(String type, ImmutableSet<String> names) implements PlanFinding {
    /** Copies the names. */
    public UnexpectedSkipGc {
      names = ImmutableSet.copyOf(names);
    }

    @Override
    public String toString() {
      return type
          + " should be the last to use its values, but later jobs need "
          + quoted(names)
          + ".";
    }
  }

  private static String quoted(Collection<String> names) {
    return names.stream().map(name -> '"' + name + '"').collect(Collectors.joining(", "));
  }
}
