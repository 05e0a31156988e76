package org.vppscheduler.check;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.vppscheduler.testing.Pipelines;

@Tag("locale")
final class CheckReportTest {
  @Test
  void toJson_proven_isOneObject() {
    assertThat(
            PipelineCheck.create(ChannelModel.slots(10))
                .check(Pipelines.parse(1, 1, "forward0:0 backward0:0"))
                .toJson())
        .isEqualTo(
            """
            {
              "proven": true,
              "stages": 1,
              "chunks": 1,
              "microBatches": 1,
              "jobs": 2,
              "channels": "10",
              "findings": [],
              "counts": {}
            }""");
  }

  @Test
  void toJson_findings_areObjectsInAFixedOrder() {
    assertThat(
            PipelineCheck.create().check(Pipelines.parse(1, 1, "forward0:0 forward0:0")).toJson())
        .isEqualTo(
            """
            {
              "proven": false,
              "stages": 1,
              "chunks": 1,
              "microBatches": 1,
              "jobs": 2,
              "channels": "unbounded",
              "findings": [
                {
                  "kind": "missing",
                  "where": {
                    "stage": 0,
                    "job": "backward0:0"
                  },
                  "related": [],
                  "text": "backward0:0 is missing on stage 0."
                },
                {
                  "kind": "doubled",
                  "where": {
                    "stage": 0,
                    "index": 1,
                    "job": "forward0:0"
                  },
                  "related": [
                    {
                      "stage": 0,
                      "index": 0,
                      "job": "forward0:0"
                    }
                  ],
                  "text": "forward0:0 (stage 0, index 1) is in the list already: forward0:0 (stage 0, index 0)."
                }
              ],
              "counts": {
                "missing": 1,
                "doubled": 1
              }
            }""");
  }
}
