package org.vppscheduler.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vppscheduler.schedule.Job;

final class CostModelTest {
  private static CostModel.Builder everything() {
    return CostModel.builder()
        .forward(2)
        .forward(0, 1, 3)
        .backward(4)
        .backward(1, 0, 5)
        .weight(6)
        .weight(1, 1, 7)
        .activation(8)
        .activation(0, 0, 9)
        .hop(10)
        .optimizer(11);
  }

  @Test
  void toBuilder_everythingSet_makesAnEqualModel() {
    CostModel model = everything().build();

    assertThat(model.toBuilder().build()).isEqualTo(model).hasSameHashCodeAs(model);
    assertThat(model)
        .hasToString(
            "CostModel{forward=2 except {0={1=3}}, backward=4 except {1={0=5}}, weight=6 except"
                + " {1={1=7}}, hop=10, optimizer=11, activation=8 except {0={0=9}}}");
  }

  @Test
  void equals_anyCostDiffers_isFalse() {
    CostModel model = everything().build();

    assertThat(everything().forward(0).build()).isNotEqualTo(model);
    assertThat(everything().backward(0).build()).isNotEqualTo(model);
    assertThat(everything().weight(0).build()).isNotEqualTo(model);
    assertThat(everything().activation(0).build()).isNotEqualTo(model);
    assertThat(everything().hop(0).build()).isNotEqualTo(model);
    assertThat(everything().optimizer(0).build()).isNotEqualTo(model);
    assertThat(everything().forward(1, 1, 0).build()).isNotEqualTo(model);
  }

  @Test
  void costs_specialAndGeneral_haveTheirPrecedence() {
    CostModel model = everything().forward(20).build();

    assertThat(model.forward(0, 1)).isEqualTo(3);
    assertThat(model.forward(1, 1)).isEqualTo(20);
    assertThat(model.backward(1, 0)).isEqualTo(5);
    assertThat(model.backward(0, 0)).isEqualTo(4);
    assertThat(model.weight(1, 1)).isEqualTo(7);
    assertThat(model.weight(0, 0)).isEqualTo(6);
    assertThat(model.activation(0, 0)).isEqualTo(9);
    assertThat(model.activation(5, 5)).isEqualTo(8);
    assertThat(model.hop()).isEqualTo(10);
    assertThat(model.optimizer()).isEqualTo(11);
  }

  @ParameterizedTest
  @CsvSource({
    "recv_forward1:0,0",
    "forward1:0,3",
    "backward0:0,10",
    "backward_b0:0,4",
    "backward_w0:0,6",
    "backward_w0_reduce:0,6",
    "send_backward0:0,0",
    "optimizer:0,11"
  })
  void duration_everyKind_isItsCost(String job, long duration) {
    assertThat(everything().build().duration(0, Job.parse(job))).isEqualTo(duration);
  }

  @Test
  void builder_negativeCost_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CostModel.uniform(-1, 0, 0))
        .withMessage("The forward cost (-1) must not be negative.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CostModel.builder().hop(-2))
        .withMessage("The hop cost (-2) must not be negative.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CostModel.builder().optimizer(-2))
        .withMessage("The optimizer cost (-2) must not be negative.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CostModel.builder().activation(0, 0, -3))
        .withMessage("The activation cost (-3) must not be negative.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CostModel.builder().backward(-1, 4, 3))
        .withMessage("The backward cost (3) is for stage -1 and chunk 4: both count from 0.");
  }
}
