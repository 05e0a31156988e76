package org.vppscheduler.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("locale")
final class JobTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "recv_forward0:3",
        "forward12:0",
        "backward1:2147483647",
        "backward_b0:1",
        "backward_w1:7",
        "backward_w1_reduce:7",
        "send_backward2147483647:0",
        "optimizer:0"
      })
  void parse_validText_isInverseOfToString(String text) {
    assertThat(Job.parse(text)).hasToString(text);
    assertThat(Job.parse(text)).isEqualTo(Job.parse(text)).hasSameHashCodeAs(Job.parse(text));
  }

  @Test
  void parse_reduceJob_hasEveryPart() {
    Job job = Job.parse("backward_w1_reduce:7");

    assertThat(job.kind()).isEqualTo(JobKind.BACKWARD_W);
    assertThat(job.chunk()).hasValue(1);
    assertThat(job.microBatch()).isEqualTo(7);
    assertThat(job.isReduce()).isTrue();
    assertThat(job.type()).isEqualTo("backward_w1_reduce");
    assertThat(job).isEqualTo(Job.backwardWReduce(1, 7)).isNotEqualTo(Job.parse("backward_w1:7"));
  }

  @Test
  void optimizer_always_hasNoChunk() {
    assertThat(Job.optimizer().chunk()).isEmpty();
    assertThat(Job.optimizer().microBatch()).isZero();
    assertThat(Job.parse("optimizer:0")).isEqualTo(Job.optimizer());
    assertThat(Job.optimizer().type()).isEqualTo("optimizer");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "forward0 | no ':' between type and micro-batch",
        "\"\" | no ':' between type and micro-batch",
        ":0 | unknown kind '', known are [recv_forward, forward, backward, backward_b, backward_w,"
            + " send_backward, optimizer]",
        "0:0 | unknown kind '', known are [recv_forward, forward, backward, backward_b, backward_w,"
            + " send_backward, optimizer]",
        "Forward0:0 | unknown kind 'Forward', known are [recv_forward, forward, backward,"
            + " backward_b, backward_w, send_backward, optimizer]",
        "forward:0 | no chunk after 'forward'",
        "forward_reduce0:0 | unknown kind 'forward_reduce', known are [recv_forward, forward,"
            + " backward, backward_b, backward_w, send_backward, optimizer]",
        "forward0_reduce:0 | only backward_w can have the suffix _reduce",
        "backward_w_reduce:0 | unknown kind 'backward_w_reduce', known are [recv_forward, forward,"
            + " backward, backward_b, backward_w, send_backward, optimizer]",
        "forward00:0 | chunk '00' is not a whole number from 0 to 2147483647",
        "forward0x:0 | chunk '0x' is not a whole number from 0 to 2147483647",
        "forward2147483648:0 | chunk '2147483648' is not a whole number from 0 to 2147483647",
        "forward0: | micro-batch '' is not a whole number from 0 to 2147483647",
        "forward0:-1 | micro-batch '-1' is not a whole number from 0 to 2147483647",
        "forward0:+1 | micro-batch '+1' is not a whole number from 0 to 2147483647",
        "forward0:01 | micro-batch '01' is not a whole number from 0 to 2147483647",
        "forward0:1:2 | micro-batch '1:2' is not a whole number from 0 to 2147483647",
        "forward0:١ | micro-batch '١' is not a whole number from 0 to 2147483647",
        "optimizer0:0 | the optimizer has no chunk, and its micro-batch is 0",
        "optimizer:1 | the optimizer has no chunk, and its micro-batch is 0",
      })
  void parse_malformedText_isRefused(String text, String why) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Job.parse(text))
        .withMessage(
            "Job '%s' cannot be read: %s. A job is written TYPE:MICRO_BATCH, such as forward0:3,"
                + " backward_w1_reduce:7 or optimizer:0.",
            text, why);
  }

  @Test
  void parseList_anyWhiteSpace_separates() {
    assertThat(Job.parseList(" forward0:0\tbackward0:0\n optimizer:0 "))
        .containsExactly(
            Job.of(JobKind.FORWARD, 0, 0), Job.of(JobKind.BACKWARD, 0, 0), Job.optimizer());
    assertThat(Job.parseList("")).isEmpty();
  }

  @Test
  void of_negativeIndex_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Job.of(JobKind.FORWARD, -1, 2))
        .withMessage(
            "A forward job has a negative chunk (-1) or micro-batch (2): both count from 0.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Job.backwardWReduce(1, -2))
        .withMessage(
            "A backward_w job has a negative chunk (1) or micro-batch (-2): both count from 0.");
  }

  @Test
  void of_optimizer_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Job.of(JobKind.OPTIMIZER, 0, 1))
        .withMessage(
            "An optimizer job has no chunk (0) and no micro-batch (1): use Job.optimizer().");
  }

  @Test
  void equals_anyPartDiffers_isFalse() {
    assertThat(
            List.of(
                Job.of(JobKind.BACKWARD_W, 1, 2),
                Job.of(JobKind.BACKWARD_B, 1, 2),
                Job.of(JobKind.BACKWARD_W, 2, 2),
                Job.of(JobKind.BACKWARD_W, 1, 1),
                Job.backwardWReduce(1, 2),
                Job.optimizer()))
        .doesNotHaveDuplicates();
  }

  @Test
  void hashCode_jobsOfAPipeline_spreads() {
    Set<Integer> hashes = new HashSet<>();
    for (JobKind kind : List.of(JobKind.FORWARD, JobKind.BACKWARD)) {
      for (int chunk = 0; chunk < 8; chunk++) {
        for (int microBatch = 0; microBatch < 31; microBatch++) {
          hashes.add(Job.of(kind, chunk, microBatch).hashCode());
        }
      }
    }
    assertThat(hashes).hasSize(2 * 8 * 31);
    assertThat(Job.backwardWReduce(1, 2).hashCode())
        .isNotEqualTo(Job.of(JobKind.BACKWARD_W, 1, 2).hashCode());
  }

  @Test
  void isReduce_plainJob_isFalse() {
    assertThat(Job.of(JobKind.BACKWARD_W, 1, 2).isReduce()).isFalse();
    assertThat(Job.optimizer().isReduce()).isFalse();
  }

  @Test
  void type_ofAKindAndChunk_isThatOfItsJobs() {
    assertThat(JobKind.SEND_BACKWARD.type(3))
        .isEqualTo(Job.of(JobKind.SEND_BACKWARD, 3, 0).type())
        .isEqualTo("send_backward3");
    assertThat(JobKind.FORWARD.type(0)).isEqualTo("forward0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JobKind.OPTIMIZER.type(0))
        .withMessage("optimizer has no chunk, but was asked for chunk 0.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JobKind.FORWARD.type(-1))
        .withMessage("chunk (-1) must not be negative.");
  }
}
