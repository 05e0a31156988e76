package org.vppscheduler.schedule;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.common.collect.ImmutableList;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class VppSchedulerTest {
  private static String warnings(VppConfig.Builder builder) {
    PrintStream before = System.err;
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    try (PrintStream capture = new PrintStream(log, true, UTF_8)) {
      System.setErr(capture);
      VppScheduler unused = VppScheduler.create(builder.build());
    } finally {
      System.setErr(before);
    }
    return log.toString(UTF_8).trim();
  }

  @Test
  void create_nothingUnusual_logsNoWarning() {
    assertThat(warnings(Configs.of(4, 2, 7))).isEmpty();
    assertThat(warnings(Configs.of(4, 2, 8).grouping(Grouping.reference()))).isEmpty();
    assertThat(warnings(Configs.of(4, 2, 4).splitBackward(true).overlapShardingReduce(true)))
        .isEmpty();
  }

  @Test
  void create_referenceWithRemainder_warns() {
    assertThat(warnings(Configs.of(4, 2, 7).grouping(Grouping.reference())))
        .endsWith(
            "The reference grouping of microBatches (7) that stages (4) does not divide can hang the"
                + " pipeline, and idles longer where it runs. Check it, use 4 or 8 micro-batches, or"
                + " the balanced grouping.");
  }

  @Test
  void create_splitWithoutEffect_warns() {
    assertThat(warnings(Configs.of(4, 2, 7).splitBackward(true)))
        .endsWith("Backward is not split: that needs microBatches (7) equal to stages (4).");
  }

  @Test
  void create_reduceWithoutEffect_warns() {
    assertThat(warnings(Configs.of(4, 2, 4).overlapShardingReduce(true)))
        .endsWith(
            "The sharding reduce is not overlapped: that needs a split backward with microBatches"
                + " (4) equal to stages (4).");
  }

  @Test
  void create_steadyOrderWithoutEffect_warns() {
    List<JobKind> order =
        List.of(JobKind.RECV_FORWARD, JobKind.FORWARD, JobKind.BACKWARD, JobKind.SEND_BACKWARD);

    assertThat(warnings(Configs.of(2, 1, 3).splitBackward(false).steadyOrder(order))).isEmpty();
    assertThat(warnings(Configs.of(2, 1, 2).splitBackward(true).steadyOrder(order)))
        .endsWith(
            "The steady order [recv_forward, forward, backward, send_backward] has no effect: a split"
                + " schedule has neither recv_forward nor send_backward jobs.");
  }

  @Test
  void stage_outOfRange_isRefused() {
    VppScheduler scheduler = VppScheduler.create(Configs.of(4, 2, 8).build());

    assertThatIllegalArgumentException()
        .isThrownBy(() -> scheduler.stage(4))
        .withMessage("stage (4) must be from 0 to 3, for 4 stages.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> scheduler.job(-1, 0))
        .withMessage("stage (-1) must be from 0 to 3, for 4 stages.");
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> scheduler.job(0, scheduler.jobsPerStage()))
        .withMessage("job index (65) must be less than size (65)");
  }

  /** Proves the memory bound where it counts: in a process that has no more. */
  @Test
  void pipeline_aMillionJobs_fitsInto64MiB() throws IOException, InterruptedException {
    assertThat(runInJvm("-Xmx64m", "64", "8", "1024", "legacy")).isEqualTo("1048640 jobs");
    assertThat(runInJvm("-Xmx64m", "64", "8", "1024", "pir")).isEqualTo("2097216 jobs");
  }

  @Test
  void stage_debugLog_holdsTheJobTypes() throws IOException, InterruptedException {
    assertThat(runInJvm("-Dorg.slf4j.simpleLogger.defaultLogLevel=debug", "1", "1", "1", "legacy"))
        .contains("Job types of stage 0: [forward0, backward0, optimizer]")
        .endsWith("3 jobs");
  }

  private static String runInJvm(String option, String... args)
      throws IOException, InterruptedException {
    List<String> command =
        ImmutableList.<String>builder()
            .add(Path.of(System.getProperty("java.home"), "bin", "java").toString(), option)
            .add("-cp", System.getProperty("java.class.path"), Generator.class.getName())
            .add(args)
            .build();
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return output.trim();
  }

  /** Generates a pipeline and keeps it until its jobs are counted. */
  static final class Generator {
    private Generator() {}

    public static void main(String[] args) {
      PipelineSchedule pipeline =
          VppScheduler.create(
                  Configs.of(
                          Integer.parseInt(args[0]),
                          Integer.parseInt(args[1]),
                          Integer.parseInt(args[2]))
                      .dialect(args[3].equals("pir") ? Dialect.PIR : Dialect.LEGACY)
                      .build())
              .pipeline();
      System.out.println(pipeline.jobCount() + " jobs");
    }
  }
}
