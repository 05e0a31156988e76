package org.vppscheduler.format;

import com.google.common.collect.ImmutableBiMap;
import com.google.common.collect.ImmutableList;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.util.List;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.Phase;
import org.vppscheduler.schedule.PipelineSchedule;
import org.vppscheduler.schedule.StageSchedule;
import org.vppscheduler.schedule.VppConfig;
import org.vppscheduler.schedule.VppScheduler;

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
 * jobs as {@code jobs}. A whole pipeline is an array of such objects, in the order of the stages.
 *
 * <p>All is read and written in time and memory linear in the number of jobs.
 */
public final class JobListJson {
  static final ImmutableBiMap<Phase, String> PHASE_KEYS =
      ImmutableBiMap.of(
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
   * @param out where to; neither flushed nor closed
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

  /**
   * Writes the job lists of all stages as an array, one stage a line, without a line end. The lists
   * are made one after the other.
   *
   * @param out where to; neither flushed nor closed
   * @throws IOException if {@code out} fails
   */
  public static void write(VppScheduler scheduler, Writer out) throws IOException {
    String separator = "[";
    for (int stage = 0; stage < scheduler.config().stages(); stage++) {
      out.write(separator);
      write(scheduler.config(), scheduler.stage(stage), out);
      separator = ",\n";
    }
    out.write("]");
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

  /**
   * Reads a whole pipeline: an array of its stages in order, or the one object of a pipeline with
   * one stage. Whether its jobs fit together is not checked: {@code org.vppscheduler.check} does
   * that.
   *
   * @param in the stream, in UTF-8; it is buffered here, and not closed
   * @throws FormatException if the text is not of this form: a member is missing, unknown or there
   *     twice, a value is of another type, a job type does not exist, the phases hold other jobs
   *     than {@code jobs}, or the stages are not all there, in order, and of equal sizes
   * @throws IOException if the stream cannot be read
   */
  public static PipelineSchedule read(InputStream in) throws IOException {
    ImmutableList<JobListReader.StageList> stages = JobListReader.read(JsonSource.of(in));
    return PipelineSchedule.ofStages(
        stages.get(0).chunks(),
        stages.get(0).microBatches(),
        stages.stream().map(JobListReader.StageList::schedule).toList());
  }
}
