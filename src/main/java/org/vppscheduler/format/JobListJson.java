package org.vppscheduler.format;

import com.google.common.collect.ImmutableMap;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.Phase;
import org.vppscheduler.schedule.StageSchedule;
import org.vppscheduler.schedule.VppConfig;

/**
 * Job lists as JSON, one compact object a stage:
 *
 * <pre>{@code
 * {"stages":4,"chunks":2,"microBatches":8,"stage":0,"dialect":"pir","grouping":"balanced",
 *  "splitBackward":false,
 *  "phases":{"warmup":[JOB,…],"steady":[…],"cooldown":[…],"weightGrad":[…],"optimizer":[…]},
 *  "jobs":[{"type":"recv_forward0","microBatch":0},…]}
 * }</pre>
 *
 * where {@code splitBackward} tells whether backward is really split, and the phases hold the same
 * jobs as {@code jobs}.
 */
public final class JobListJson {
  private static final ImmutableMap<Phase, String> PHASE_KEYS =
      ImmutableMap.of(
          Phase.WARMUP, "warmup",
          Phase.STEADY, "steady",
          Phase.COOLDOWN, "cooldown",
          Phase.WEIGHT_GRADIENTS, "weightGrad",
          Phase.OPTIMIZER, "optimizer");

  private JobListJson() {}

  /**
   * Writes the job list of one stage, without a line end.
   *
   * @param config the configuration that the stage's schedule is made from
   * @throws IOException if {@code out} fails
   */
  public static void write(VppConfig config, StageSchedule stage, Writer out) throws IOException {
    JsonWriter json = new JsonWriter(out);
    json.beginObject();
    json.name("stages").value(config.stages());
    json.name("chunks").value(config.chunks());
    json.name("microBatches").value(config.microBatches());
    json.name("stage").value(stage.stage());
    json.name("dialect").value(config.dialect().toString());
    json.name("grouping").value(config.grouping().toString());
    json.name("splitBackward").value(stage.backwardIsSplit());
    json.name("phases").beginObject();
    for (Phase phase : Phase.values()) {
      writeJobs(json.name(PHASE_KEYS.get(phase)), stage.phase(phase));
    }
    json.endObject();
    writeJobs(json.name("jobs"), stage.jobs());
    json.endObject();
  }

  private static void writeJobs(JsonWriter json, List<Job> jobs) throws IOException {
    json.beginArray();
    for (Job job : jobs) {
      json.beginObject();
      json.name("type").value(job.type());
      json.name("microBatch").value(job.microBatch());
      json.endObject();
    }
    json.endArray();
  }
}
