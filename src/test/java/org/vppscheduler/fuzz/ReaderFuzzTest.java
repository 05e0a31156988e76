package org.vppscheduler.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.google.common.collect.ImmutableList;
import com.google.common.io.Resources;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.vppscheduler.format.FormatException;
import org.vppscheduler.format.JobListJson;
import org.vppscheduler.format.PirJson;
import org.vppscheduler.format.TorchCsv;
import org.vppscheduler.program.Program;
import org.vppscheduler.schedule.Dialect;
import org.vppscheduler.schedule.Grouping;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.PipelineSchedule;
import org.vppscheduler.schedule.VppConfig;
import org.vppscheduler.schedule.VppScheduler;

/**
 * Every reader takes any input: it returns a value or refuses with its own exception, a message and
 * a place, and what it returns can be written and read again.
 *
 * <p>{@code -Dfuzz.cases=N} sets the number of cases a reader, {@code -Dfuzz.seed=N} the seed.
 */
final class ReaderFuzzTest {
  private static final int CASES = Integer.getInteger("fuzz.cases", 3000);
  private static final long SEED = Long.getLong("fuzz.seed", 20261201L);

  private interface Reader {
    void read(byte[] bytes) throws IOException;
  }

  private static InputStream stream(byte[] bytes) {
    return new ByteArrayInputStream(bytes);
  }

  /** Returns how many inputs were accepted. */
  private static int fuzz(
      List<String> valid, Class<? extends IllegalArgumentException> refusal, Reader reader) {
    Mutator mutator = new Mutator(new Random(SEED));
    int accepted = 0;
    for (int i = 0; i < CASES; i++) {
      byte[] bytes = mutator.bytes(mutator.mutate(valid));
      try {
        reader.read(bytes);
        accepted++;
      } catch (IllegalArgumentException refused) {
        if (!refusal.isInstance(refused) || String.valueOf(refused.getMessage()).isBlank()) {
          fail(describe(i, bytes), refused);
        }
      } catch (IOException | RuntimeException | StackOverflowError | AssertionError wrong) {
        fail(describe(i, bytes), wrong);
      }
    }
    return accepted;
  }

  private static String describe(int number, byte[] bytes) {
    return "seed "
        + SEED
        + ", case "
        + number
        + ", input in Base64: "
        + Base64.getEncoder().encodeToString(bytes);
  }

  @Test
  void pirJson_anyInput_isReadOrRefused() throws IOException {
    List<String> valid = new ArrayList<>();
    try (Stream<Path> files = Files.list(Path.of("src/test/resources/golden/split"))) {
      for (Path file :
          files.filter(f -> f.toString().endsWith(".program.json")).sorted().toList()) {
        valid.add(Files.readString(file));
      }
    }

    int accepted =
        fuzz(
            valid,
            FormatException.class,
            bytes -> {
              Program program = PirJson.read(stream(bytes));
              assertThat(PirJson.parse(PirJson.format(program))).isEqualTo(program);
            });
    assertThat(accepted).isBetween(1, CASES - 1);
  }

  @Test
  void jobListJson_anyInput_isReadOrRefused() throws IOException {
    List<String> valid = new ArrayList<>();
    for (VppScheduler scheduler : schedulers()) {
      StringWriter out = new StringWriter();
      JobListJson.write(scheduler, out);
      valid.add(out.toString());
    }

    int accepted =
        fuzz(
            valid,
            FormatException.class,
            bytes -> assertThat(JobListJson.read(stream(bytes)).stages()).isPositive());
    assertThat(accepted).isBetween(1, CASES - 1);
  }

  @Test
  void torchCsv_anyInput_isReadOrRefused() throws IOException {
    List<String> valid = new ArrayList<>();
    for (VppScheduler scheduler : schedulers()) {
      for (TorchCsv.Form form : TorchCsv.Form.values()) {
        StringWriter out = new StringWriter();
        TorchCsv.write(scheduler.pipeline(), form, out);
        valid.add(out.toString());
      }
    }

    int accepted =
        fuzz(
            valid,
            FormatException.class,
            bytes -> {
              PipelineSchedule pipeline = TorchCsv.read(stream(bytes), 2);
              assertThat(pipeline.jobCount()).isLessThanOrEqualTo(2L * bytes.length + 2);
            });
    assertThat(accepted).isBetween(1, CASES - 1);
  }

  @Test
  void jobText_anyInput_isReadOrRefused() throws IOException {
    List<String> valid = new ArrayList<>();
    for (VppScheduler scheduler : schedulers()) {
      valid.add(scheduler.stage(0).toString());
    }
    valid.addAll(
        Resources.readLines(Resources.getResource("golden/job-lists.jsonl"), StandardCharsets.UTF_8)
            .subList(0, 3));

    int accepted =
        fuzz(
            valid,
            IllegalArgumentException.class,
            bytes -> {
              ImmutableList<Job> jobs = Job.parseList(new String(bytes, StandardCharsets.UTF_8));
              for (Job job : jobs) {
                assertThat(Job.parse(job.toString())).isEqualTo(job);
              }
            });
    assertThat(accepted).isBetween(1, CASES - 1);
  }

  private static List<VppScheduler> schedulers() {
    List<VppScheduler> schedulers = new ArrayList<>();
    for (Dialect dialect : Dialect.values()) {
      for (int microBatches : new int[] {1, 2, 5}) {
        schedulers.add(
            VppScheduler.create(
                VppConfig.builder()
                    .stages(2)
                    .chunks(2)
                    .microBatches(microBatches)
                    .dialect(dialect)
                    .splitBackward(microBatches == 2)
                    .overlapShardingReduce(microBatches == 2)
                    .grouping(microBatches == 5 ? Grouping.reference() : Grouping.balanced())
                    .build()));
      }
    }
    return schedulers;
  }
}
