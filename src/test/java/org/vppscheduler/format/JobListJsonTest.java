package org.vppscheduler.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vppscheduler.schedule.Dialect;
import org.vppscheduler.schedule.PipelineSchedule;
import org.vppscheduler.schedule.VppConfig;
import org.vppscheduler.schedule.VppScheduler;

@Tag("locale")
final class JobListJsonTest {
  private static VppScheduler scheduler(int s, int c, int m, Dialect dialect, boolean split) {
    return VppScheduler.create(
        VppConfig.builder()
            .stages(s)
            .chunks(c)
            .microBatches(m)
            .dialect(dialect)
            .splitBackward(split)
            .overlapShardingReduce(split)
            .build());
  }

  private static String json(VppScheduler scheduler) throws IOException {
    StringWriter out = new StringWriter();
    JobListJson.write(scheduler, out);
    return out.toString();
  }

  private static PipelineSchedule read(String text) throws IOException {
    return JobListJson.read(new ByteArrayInputStream(text.getBytes(UTF_8)));
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, 1, PIR, false",
    "1, 1, 1, LEGACY, true",
    "4, 2, 8, PIR, false",
    "4, 2, 7, LEGACY, false",
    "3, 2, 3, PIR, true",
    "2, 3, 1, LEGACY, false"
  })
  void read_whatWriteWrote_isThePipeline(int s, int c, int m, Dialect dialect, boolean split)
      throws IOException {
    VppScheduler scheduler = scheduler(s, c, m, dialect, split);

    assertThat(read(json(scheduler))).isEqualTo(scheduler.pipeline());
  }

  @Test
  void read_oneObject_isAPipelineOfOneStage() throws IOException {
    String array = json(scheduler(1, 2, 2, Dialect.PIR, false));

    assertThat(read(array.substring(1, array.length() - 1))).isEqualTo(read(array));
  }

  /** The smallest file, and what is done to it. */
  private static final String VALID =
      "{'stages':1,'chunks':1,'microBatches':1,'stage':0,'dialect':'legacy','grouping':'balanced',"
          + "'splitBackward':false,'phases':{'warmup':[{'type':'forward0','microBatch':0}],"
          + "'steady':[],'cooldown':[{'type':'backward0','microBatch':0}],'weightGrad':[],"
          + "'optimizer':[{'type':'optimizer','microBatch':0}]},"
          + "'jobs':[{'type':'forward0','microBatch':0},{'type':'backward0','microBatch':0},"
          + "{'type':'optimizer','microBatch':0}]}";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "'stages':1,||$: The member 'stages' is missing.",
        "'stages':1|'stages':2|$: The stages from 1 on are missing: the pipeline has 2 of them, in an"
            + " array.",
        "'stages':1|'stages':0|$.stages: Expected an integer from 1 to 2147483647, but found 0.",
        "'stages':1|'stages':1.5|$.stages: Expected an integer from 1 to 2147483647, but found 1.5.",
        "'stages':1|'stages':'1'|$.stages: Expected an integer, but found a string.",
        "'stages':1|'stages':1,'stages':1|$.stages: The member 'stages' is there twice.",
        "'stages':1|'stage s':1|$.stage s: The format has no member 'stage s' here.",
        "'chunks':1|'chunks':1e99|$.chunks: Expected an integer from 1 to 2147483647, but found"
            + " 1e99.",
        "'stage':0|'stage':1|$.stage: Expected stage 0, but found 1: the stages of a pipeline stand in"
            + " order, from 0.",
        "'legacy'|'old'|$.dialect: Expected 'pir' or 'legacy', but found 'old'.",
        "'balanced'|'fair'|$.grouping: Grouping 'fair' is unknown: it must be balanced, reference, or"
            + " a group size from 1 to 2147483647.",
        "false|true|$: The member 'splitBackward' says otherwise than the jobs, of which none is"
            + " backward_b.",
        "'steady':[],||$.phases: The member 'steady' is missing.",
        "'steady':[]|'steady':[],'steady':[]|$.phases.steady: The member 'steady' is there twice.",
        "'steady':[]|'stable':[]|$.phases.stable: The format has no member 'stable' here.",
        "'jobs':[{'type':'forward0','microBatch':0},|'jobs':[|$: The phases hold other jobs than"
            + " 'jobs', or the same in another order.",
      })
  void read_malformed_isRefusedWithItsPlace(String part, String by, String message) {
    String broken = VALID.replace(part, by == null ? "" : by);
    assertThat(broken).isNotEqualTo(VALID);

    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> read(broken.replace('\'', '"')))
        .withMessage(message.replace('\'', '"').replace("Grouping \"fair\"", "Grouping 'fair'"));
  }

  @Test
  void read_malformedJob_isRefusedWithItsPlace() {
    for (String[] change :
        new String[][] {
          {"{'type':'backward0','microBatch':0}]", "{'type':'backward','microBatch':0}]"},
          {"{'type':'backward0','microBatch':0}]", "{'type':'backward0','microBatch':-1}]"},
          {"{'type':'backward0','microBatch':0}]", "{'type':'backward0'}]"},
          {"{'type':'backward0','microBatch':0}]", "{'microBatch':0}]"},
          {"{'type':'backward0','microBatch':0}]", "{'type':'backward0','microBatch':0,'a':1}]"},
          {"{'type':'backward0','microBatch':0}]", "7]"},
        }) {
      assertThatExceptionOfType(FormatException.class)
          .isThrownBy(() -> read(VALID.replace(change[0], change[1]).replace('\'', '"')))
          .withMessageStartingWith("$.phases.cooldown[0]");
    }
  }

  @Test
  void read_everyTruncation_isRefused() throws IOException {
    String text = json(scheduler(2, 1, 1, Dialect.LEGACY, false));
    assertThat(read(text).stages()).isEqualTo(2);
    for (int length = 0; length < text.length(); length++) {
      String cut = text.substring(0, length);
      assertThatExceptionOfType(FormatException.class).isThrownBy(() -> read(cut));
    }
  }

  @Test
  void read_stagesOfUnequalSizes_isRefused() throws IOException {
    List<String> stages =
        new ArrayList<>(json(scheduler(2, 1, 2, Dialect.LEGACY, false)).lines().toList());
    stages.set(1, stages.get(1).replace("\"microBatches\":2", "\"microBatches\":3"));

    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> read(String.join("\n", stages)))
        .withMessage(
            "$[1]: The stage has sizes 2 x 1 x 3 (stages x chunks x microBatches), but stage 0 has 2"
                + " x 1 x 2.");
  }

  @Test
  void read_emptyArray_isRefused() {
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> read("[]"))
        .withMessageContaining("The array is empty: a pipeline needs at least one stage.");
  }
}
