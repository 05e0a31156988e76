package org.vppscheduler.draw;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.vppscheduler.schedule.PipelineSchedule;
import org.vppscheduler.simulate.Simulation;

/** What is to be seen: a simulation, the title over its picture, and the unit of its times. */
public final class Drawing {
  private static final int MAX_TITLE = 1000;

  private static final Pattern UNPAIRED_SURROGATE = Pattern.compile("\\p{Cs}");

  private final Simulation simulation;
  private final String title;
  private final Optional<TimeUnit> timeUnit;

  private Drawing(Simulation simulation, String title, Optional<TimeUnit> timeUnit) {
    this.simulation = simulation;
    this.title = title;
    this.timeUnit = timeUnit;
  }

  /**
   * Returns the drawing of a simulation, titled with the sizes of its pipeline, its times bare
   * numbers.
   */
  public static Drawing of(Simulation simulation) {
    PipelineSchedule pipeline = simulation.timeline().pipeline();
    String title =
        count(pipeline.stages(), "stage")
            + " × "
            + count(pipeline.chunks(), "chunk")
            + " × "
            + count(pipeline.microBatches(), "micro-batch");
    return new Drawing(simulation, title, Optional.empty());
  }

  private static String count(int number, String noun) {
    String ending = noun.endsWith("h") ? "es" : "s";
    return number + " " + noun + (number == 1 ? "" : ending);
  }

  /**
   * Returns this drawing under another title. Any text will do: each format writes it as text,
   * whatever it holds. Unpaired surrogates, which no encoding can write, become U+FFFD.
   *
   * @throws IllegalArgumentException if {@code title} has more than 1000 characters
   */
  public Drawing withTitle(String title) {
    checkArgument(
        title.length() <= MAX_TITLE,
        "The title has %s characters, above the limit of %s. Shorten it.",
        title.length(),
        MAX_TITLE);
    return new Drawing(
        simulation, UNPAIRED_SURROGATE.matcher(title).replaceAll("\uFFFD"), timeUnit);
  }

  /** Returns this drawing with times in a unit: what 1 in the cost model stands for. */
  public Drawing withTimeUnit(TimeUnit unit) {
    return new Drawing(simulation, title, Optional.of(unit));
  }

  /** Returns what is drawn. */
  public Simulation simulation() {
    return simulation;
  }

  /** Returns the title. */
  public String title() {
    return title;
  }

  /** Returns the unit of the simulation's times; empty when they are bare numbers. */
  public Optional<TimeUnit> timeUnit() {
    return timeUnit;
  }

  /** Returns the title, for people. */
  @Override
  public String toString() {
    return "Drawing of " + title;
  }
}
