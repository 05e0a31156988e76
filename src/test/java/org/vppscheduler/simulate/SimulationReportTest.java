package org.vppscheduler.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.vppscheduler.schedule.Dialect;
import org.vppscheduler.testing.Pipelines;

@Tag("locale")
final class SimulationReportTest {
  private static SimulationReport report(String... lists) {
    return Simulator.create(CostModel.builder().hop(1000).build())
        .simulate(Pipelines.parse(1, 1, lists))
        .report();
  }

  @Test
  void toString_completed_isATable() {
    SimulationReport report =
        Simulator.create(CostModel.uniform(1, 1, 1))
            .simulate(Pipelines.balanced(4, 2, 8, Dialect.LEGACY))
            .report();

    assertThat(report)
        .hasToString(
            """
            makespan 57, bubble 15.79 %, critical path of 39 jobs
            stage  jobs  busy  idle   bubble  peak activations  peak size
                0    33    48     9  15.79 %                11         11
                1    33    48     9  15.79 %                 9          9
                2    33    48     9  15.79 %                 7          7
                3    33    48     9  15.79 %                 5          5""");
  }

  @Test
  void toJson_completed_isOneObjectInAFixedOrder() {
    assertThat(report("forward0:0 backward0:0", "forward0:0 backward0:0").toJson())
        .isEqualTo(
            """
            {
              "completed": true,
              "stages": 2,
              "chunks": 1,
              "microBatches": 1,
              "makespan": 2006,
              "bubbleRatio": 0.9985044865403788,
              "perStage": [
                {
                  "stage": 0,
                  "jobs": 2,
                  "jobsRun": 2,
                  "busy": 3,
                  "idle": 2003,
                  "bubbleRatio": 0.9985044865403788,
                  "peakActivations": 1,
                  "peakActivationSize": 1
                },
                {
                  "stage": 1,
                  "jobs": 2,
                  "jobsRun": 2,
                  "busy": 3,
                  "idle": 2003,
                  "bubbleRatio": 0.9985044865403788,
                  "peakActivations": 1,
                  "peakActivationSize": 1
                }
              ],
              "criticalPath": [
                {
                  "stage": 0,
                  "index": 0,
                  "job": "forward0:0",
                  "start": 0,
                  "end": 1
                },
                {
                  "stage": 1,
                  "index": 0,
                  "job": "forward0:0",
                  "start": 1001,
                  "end": 1002
                },
                {
                  "stage": 1,
                  "index": 1,
                  "job": "backward0:0",
                  "start": 1002,
                  "end": 1004
                },
                {
                  "stage": 0,
                  "index": 1,
                  "job": "backward0:0",
                  "start": 2004,
                  "end": 2006
                }
              ]
            }""");
  }

  @Test
  void toJson_hung_hasWaitsAndCycle() {
    JsonObject cycle =
        JsonParser.parseString(report("backward0:0 forward0:0").toJson()).getAsJsonObject();
    JsonObject starved =
        JsonParser.parseString(report("", "forward0:0").toJson()).getAsJsonObject();

    assertThat(cycle.get("completed").getAsBoolean()).isFalse();
    assertThat(cycle.get("cycle"))
        .hasToString(
            "[{\"waiting\":{\"stage\":0,\"index\":0,\"job\":\"backward0:0\"},\"awaited\":{\"stage\":0,"
                + "\"index\":1,\"job\":\"forward0:0\"},\"reason\":\"needs its result\"},"
                + "{\"waiting\":{\"stage\":0,\"index\":1,\"job\":\"forward0:0\"},\"awaited\":"
                + "{\"stage\":0,\"index\":0,\"job\":\"backward0:0\"},\"reason\":\"is listed after"
                + " it\"}]");
    assertThat(starved.get("cycle")).hasToString("[]");
    assertThat(starved.get("waits"))
        .hasToString(
            "[{\"waiting\":{\"stage\":1,\"index\":0,\"job\":\"forward0:0\"},\"awaited\":{\"stage\":0,"
                + "\"job\":\"forward0:0\"},\"reason\":\"needs its result\"}]");
  }
}
