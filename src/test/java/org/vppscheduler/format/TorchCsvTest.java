package org.vppscheduler.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.vppscheduler.format.TorchCsv.Form;
import org.vppscheduler.schedule.Dialect;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.JobKind;
import org.vppscheduler.schedule.PipelineSchedule;
import org.vppscheduler.schedule.StageSchedule;
import org.vppscheduler.schedule.VppConfig;
import org.vppscheduler.schedule.VppScheduler;

@Tag("locale")
final class TorchCsvTest {
  private static PipelineSchedule pipeline(int s, int c, int m, Dialect dialect, boolean split) {
    return VppScheduler.create(
            VppConfig.builder()
                .stages(s)
                .chunks(c)
                .microBatches(m)
                .dialect(dialect)
                .splitBackward(split)
                .build())
        .pipeline();
  }

  private static String csv(PipelineSchedule pipeline, Form form) throws IOException {
    StringWriter out = new StringWriter();
    TorchCsv.write(pipeline, form, out);
    return out.toString();
  }

  private static PipelineSchedule read(String text, int chunks) throws IOException {
    return TorchCsv.read(new ByteArrayInputStream(text.getBytes(UTF_8)), chunks);
  }

  /** The lists of a pipeline without their phases, as reading derives other ones. */
  private static List<List<Job>> lists(PipelineSchedule pipeline) {
    List<List<Job>> lists = new ArrayList<>();
    for (StageSchedule schedule : pipeline.stageSchedules()) {
      lists.add(schedule.jobs());
    }
    return lists;
  }

  @Test
  void write_computeOnly_hasOneCellAComputation() throws IOException {
    assertThat(csv(pipeline(2, 2, 2, Dialect.PIR, false), Form.COMPUTE_ONLY))
        .isEqualTo(
            """
            0F0,0F1,2F0,2F1,2B0,2B1,0B0,0B1
            1F0,1F1,3F0,3F1,3B0,3B1,1B0,1B1
            """);
  }

  @Test
  void write_split_hasInputAndWeightGradients() throws IOException {
    assertThat(csv(pipeline(2, 1, 2, Dialect.PIR, true), Form.COMPUTE_ONLY))
        .isEqualTo(
            """
            0F0,0F1,0I0,0I1,0W0,0W1
            1F0,1F1,1I0,1I1,1W0,1W1
            """);
  }

  @Test
  void write_withCommunication_legacy_putsItBesideTheAction() throws IOException {
    assertThat(csv(pipeline(2, 2, 1, Dialect.LEGACY, false), Form.WITH_COMMUNICATION))
        .isEqualTo(
            """
            0F0,0SEND_F0,2RECV_F0,2F0,2SEND_F0,2RECV_B0,2B0,2SEND_B0,0RECV_B0,0B0
            1RECV_F0,1F0,1SEND_F0,3RECV_F0,3F0,3B0,3SEND_B0,1RECV_B0,1B0,1SEND_B0
            """);
  }

  @Test
  void write_withCommunication_pir_keepsThePlaceOfItsJobs() throws IOException {
    assertThat(csv(pipeline(2, 1, 3, Dialect.PIR, false), Form.WITH_COMMUNICATION))
        .isEqualTo(
            """
            0F0,0SEND_F0,0F1,0SEND_F1,0F2,0SEND_F2,0RECV_B0,0B0,0RECV_B1,0B1,0RECV_B2,0B2
            1RECV_F0,1F0,1B0,1RECV_F1,1SEND_B0,1F1,1B1,1RECV_F2,1SEND_B1,1F2,1B2,1SEND_B2
            """);
  }

  @Test
  void write_oneStage_sendsNothing() throws IOException {
    PipelineSchedule pipeline = pipeline(1, 2, 1, Dialect.PIR, false);

    assertThat(csv(pipeline, Form.WITH_COMMUNICATION)).isEqualTo("0F0,1F0,1B0,0B0\n");
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void read_whatWriteWrote_isTheSameText(Form form) throws IOException {
    for (int stages = 1; stages <= 5; stages++) {
      for (int chunks = 1; chunks <= 3; chunks++) {
        for (int microBatches = 1; microBatches <= 2 * stages + 1; microBatches++) {
          for (Dialect dialect : Dialect.values()) {
            PipelineSchedule pipeline =
                pipeline(stages, chunks, microBatches, dialect, chunks != 2);
            String text = csv(pipeline, form);
            PipelineSchedule back = read(text, chunks);

            assertThat(csv(back, form)).as("%s", pipeline).isEqualTo(text);
            assertThat(csv(back, Form.COMPUTE_ONLY)).isEqualTo(csv(pipeline, Form.COMPUTE_ONLY));
            assertThat(back.microBatches()).isEqualTo(microBatches);
          }
        }
      }
    }
  }

  @Test
  void read_legacyPipeline_isTheSamePipeline() throws IOException {
    PipelineSchedule pipeline = pipeline(4, 2, 7, Dialect.LEGACY, false);

    for (Form form : Form.values()) {
      assertThat(lists(read(csv(pipeline, form), 2))).isEqualTo(lists(pipeline));
    }
  }

  @Test
  void read_displacedReceive_keepsItAsAJob() throws IOException {
    PipelineSchedule pipeline = pipeline(2, 1, 3, Dialect.PIR, false);
    PipelineSchedule back = read(csv(pipeline, Form.WITH_COMMUNICATION), 1);

    assertThat(back.stage(1).jobs()).isEqualTo(pipeline.stage(1).jobs());
    assertThat(back.stage(0).jobs())
        .containsExactlyInAnyOrderElementsOf(pipeline.stage(0).jobs())
        .startsWith(Job.of(JobKind.RECV_FORWARD, 0, 0), Job.of(JobKind.FORWARD, 0, 0));
  }

  @Test
  void read_waitsAndWindowsLineEnds_areAccepted() throws IOException {
    assertThat(lists(read("0F0,,,0B0\r\n,1F0,1B0,\r\n", 1)))
        .isEqualTo(
            List.of(
                Job.parseList("forward0:0 backward0:0 optimizer:0"),
                Job.parseList("forward0:0 backward0:0 optimizer:0")));
    assertThat(read("0F0,0B0\n,", 1).stage(1).jobs()).containsExactly(Job.optimizer());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      nullValues = {},
      value = {
        "~~ | 1 | row 1: The text is empty: a rank needs a row.",
        "0F0;;1F0 | 1 | row 2: The row is blank: each row is a rank, and a rank that only waits still"
            + " has commas.",
        "0F0,0B0;1F0,2B0 | 1 | row 2, column 2: 2B0 is of stage 2, but 2 ranks with 1 chunks each have"
            + " stages 0 to 1.",
        "0F0,1B0;1F0 | 1 | row 1, column 2: 1B0 is of stage 1, which belongs into row 2: of 2 ranks,"
            + " rank r has the stages r, r+2 and so on.",
        "0F0,0F0;1F0 | 1 | row 1, column 2: 0F0 stands in column 1 already.",
        "0F0;1F9 | 1 | row 2, column 1: 1F9 is of micro-batch 9, but the whole file has only 2"
            + " actions; micro-batches count from 0 without gaps.",
        "0F0,0SEND_F0,0B0;1RECV_F0,1F0 | 1 | row 1, column 3: 0B0 needs 0RECV_B0 in the same row: a"
            + " file with sends and receives must hold all of them.",
        "0F0,,0SEND_F0;1RECV_F0,1F0 | 1 | row 1, column 2: The cell is empty: a file with sends and"
            + " receives has no waits.",
        "0SEND_F0,0F0;1RECV_F0,1F0 | 1 | row 1, column 1: 0SEND_F0 must stand after 0F0.",
        "0F0,0SEND_F0;1F0,1RECV_F0 | 1 | row 2, column 2: 1RECV_F0 must stand before 1F0.",
        "0RECV_F0,0F0,0SEND_F0;1RECV_F0,1F0 | 1 | row 1, column 1: 0RECV_F0 has no other side: there"
            + " is no stage before the first and after the last.",
        "0F0,0SEND_F0,0SEND_F1;1RECV_F0,1F0 | 1 | row 1, column 3: 0SEND_F1 has no action in this row"
            + " that it is for.",
        "0F0,0F1,0SEND_F0,0SEND_F1;1RECV_F0,1F0,1RECV_F1,1F1 | 1 | row 1, column 3: 0SEND_F0 does not"
            + " stand directly after its action, which no job list can say: there it is a part of that"
            + " job. Use the form without communication.",
      })
  void read_malformed_isRefusedWithRowAndColumn(String text, int chunks, String message) {
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> read(text.replace(";", "\n"), chunks))
        .withMessage(message);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "~ 0F1~",
        "0F",
        "F1",
        "0X1",
        "0f1",
        "00F1",
        "0F01",
        "-0F1",
        "0F1x",
        "\"0F1\"",
        "0F+1",
        "2147483648F0",
        "0F2147483648",
        "0FULL1",
        "0SEND1",
        "SEND_F",
        "01",
        "0F٣"
      })
  void read_unknownCell_isRefused(String cell) {
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> read("0F0," + cell + "\n", 1))
        .withMessage(
            "row 1, column 2: The cell '%s' is none: one is STAGE ACTION MICRO_BATCH without blanks,"
                + " such as 0F3, with F, B, I, W, SEND_F, RECV_F, SEND_B or RECV_B and numbers up to"
                + " 2147483647.",
            cell);
  }

  @Test
  void read_notUtf8_isRefused() {
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(
            () ->
                TorchCsv.read(
                    new ByteArrayInputStream(new byte[] {'0', 'F', '0', ',', (byte) 0xFF}), 1))
        .withMessage("row 1: The text is not UTF-8 here or shortly after.");
  }

  @Test
  void read_noChunks_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read("0F0", 0))
        .withMessage("chunks (0) must be at least 1.");
  }

  @Test
  void write_lossesOutOfOrder_isRefused() {
    PipelineSchedule pipeline =
        PipelineSchedule.of(1, 2, List.of(Job.parseList("forward0:1 forward0:0")));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> csv(pipeline, Form.COMPUTE_ONLY))
        .withMessage(
            "The last virtual stage runs the forward of micro-batch 0 after that of micro-batch 1;"
                + " torch needs them in order.");
  }

  @Test
  void write_chunkOutOfRange_isRefused() {
    PipelineSchedule pipeline = PipelineSchedule.of(1, 1, List.of(Job.parseList("forward3:0")));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> csv(pipeline, Form.COMPUTE_ONLY))
        .withMessage(
            "The job forward3:0 of stage 0 has no place in a pipeline with chunks 0 to 0.");
  }

  @Test
  void write_moreVirtualStagesThanAnInt_isRefused() {
    List<Job> jobs = Job.parseList("forward2147483646:0");
    PipelineSchedule pipeline = PipelineSchedule.of(Integer.MAX_VALUE, 1, List.of(jobs, jobs));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> csv(pipeline, Form.COMPUTE_ONLY))
        .withMessage(
            "stages (2) x chunks (2147483647) is 4294967294 virtual stages, above the limit of"
                + " 2147483647.");
  }
}
