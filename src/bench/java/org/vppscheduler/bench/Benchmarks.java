package org.vppscheduler.bench;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.util.Statistics;

/**
 * Runs benchmarks and prints their figures as tables: time a job, an operation or a byte, and how
 * many times as long the plain way takes in the same run.
 */
public final class Benchmarks {
  /**
   * The benchmarks of one class.
   *
   * @param unit what {@code size} counts
   * @param size how many units a run with some parameters goes through
   * @param baselines the plain ways, the first of which is there for all; {@code method=baseline}
   *     for a method that has one of its own
   */
  private record Table(
      Class<?> benchmarks, String unit, ToLongFunction<BenchmarkParams> size, String... baselines) {
    Optional<String> baselineOf(String method) {
      for (String baseline : baselines) {
        int equals = baseline.indexOf('=');
        if (equals < 0 || baseline.substring(0, equals).equals(method)) {
          return Optional.of(baseline.substring(equals + 1));
        }
      }
      return Optional.empty();
    }
  }

  private static final List<Table> TABLES =
      List.of(
          new Table(ScheduleBenchmark.class, "job", ScheduleBenchmark::jobs, "counterBased"),
          new Table(
              PipelineBenchmark.class,
              "job",
              PipelineBenchmark::jobs,
              "simulate=naiveSimulation",
              "naiveCheck"),
          new Table(DrawBenchmark.class, "job", DrawBenchmark::jobs, "simulate"),
          new Table(PirJsonBenchmark.class, "byte", PirJsonBenchmark::bytes, "readTree"),
          new Table(SplitBenchmark.class, "op", SplitBenchmark::operations, "copyForEachType"),
          new Table(PlanBenchmark.class, "op", PlanBenchmark::operations, "plainSkipGc"));

  private Benchmarks() {}

  /**
   * Runs and prints.
   *
   * @param args those of JMH
   * @throws CommandLineOptionException if JMH does not know them
   * @throws RunnerException if a benchmark fails
   */
  public static void main(String[] args) throws CommandLineOptionException, RunnerException {
    Collection<RunResult> results = new Runner(new CommandLineOptions(args)).run();
    for (Table table : TABLES) {
      List<RunResult> own = new ArrayList<>();
      for (RunResult result : results) {
        if (className(result).equals(table.benchmarks().getName())) {
          own.add(result);
        }
      }
      if (!own.isEmpty()) {
        print(table, own);
      }
    }
  }

  private static void print(Table table, List<RunResult> results) {
    String unit = table.unit();
    print("%n%s%n", table.benchmarks().getSimpleName());
    print(
        "| settings | %ss | what | ns %s (range) | million %ss a second | plain way / this |",
        unit, (unit.equals("op") ? "an " : "a ") + unit, unit);
    print("|---|---|---|---|---|---|");
    results.stream()
        .sorted(
            Comparator.comparingLong(
                    (RunResult result) -> table.size().applyAsLong(result.getParams()))
                .thenComparing(Benchmarks::settings))
        .forEach(
            result -> {
              double size = table.size().applyAsLong(result.getParams());
              Statistics times = result.getPrimaryResult().getStatistics();
              double each = 1000 / size;
              double median = times.getPercentile(50) * each;
              print(
                  "| %s | %,d | %s | %s (%s to %s) | %s | %s |",
                  settings(result),
                  (long) size,
                  method(result),
                  figure(median),
                  figure(times.getMin() * each),
                  figure(times.getMax() * each),
                  figure(1000 / median),
                  table
                      .baselineOf(method(result))
                      .flatMap(name -> find(results, name, settings(result)))
                      .map(
                          plain ->
                              figure(
                                  plain.getPrimaryResult().getStatistics().getPercentile(50)
                                      / times.getPercentile(50)))
                      .orElse(""));
            });
  }

  private static Optional<RunResult> find(List<RunResult> results, String method, String settings) {
    return results.stream()
        .filter(result -> method(result).equals(method) && settings(result).equals(settings))
        .findFirst();
  }

  private static String className(RunResult result) {
    String name = result.getParams().getBenchmark();
    return name.substring(0, name.lastIndexOf('.'));
  }

  private static String method(RunResult result) {
    String name = result.getParams().getBenchmark();
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private static String settings(RunResult result) {
    TreeMap<String, String> settings = new TreeMap<>();
    for (String key : result.getParams().getParamsKeys()) {
      settings.put(key, result.getParams().getParam(key));
    }
    return settings.values().toString().replaceAll("[\\[\\]]", "");
  }

  private static String figure(double value) {
    return String.format(Locale.ROOT, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%,.0f", value);
  }

  private static void print(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }
}
