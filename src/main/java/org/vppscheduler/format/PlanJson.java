package org.vppscheduler.format;

import com.google.common.collect.ImmutableMap;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.Writer;
import java.util.IdentityHashMap;
import java.util.Map;
import org.vppscheduler.plan.Plan;
import org.vppscheduler.plan.PlanFinding;
import org.vppscheduler.program.Program;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.VppConfig;

/**
 * The texts of a plan's folder: {@value #INDEX} names the other files, {@value #JOBS} has the jobs
 * with their skip-gc names, and each program has a file of its own in the form of {@link PirJson}.
 *
 * <p>The jobs are the object of {@link JobListJson}, in which the jobs of {@code jobs}, but not
 * those of the phases, have a member more:
 *
 * <pre>{@code
 * {"type":"forward0","microBatch":0,"skipGc":["x","var_6_pd_op.matmul_0"]}
 * }</pre>
 *
 * The index has for each job type the file of its program; types that share a program share the
 * file:
 *
 * <pre>{@code
 * {"stage":0,"microBatches":4,"jobs":"jobs.json",
 *  "programs":{"forward0":"forward0.json",…,"optimizer":"optimizer.json"},
 *  "findings":["No job runs the program of …."]}
 * }</pre>
 *
 * <p>Both are written in time linear in their size.
 */
public final class PlanJson {
  /** The name of the file that holds the index. */
  public static final String INDEX = "plan.json";

  /** The name of the file that holds the jobs. */
  public static final String JOBS = "jobs.json";

  private PlanJson() {}

  /**
   * Returns the name of the file for each program of a plan, by job type in the order of {@link
   * Plan#programs()}: the first type that runs it, with {@code .json}. The names are file names,
   * never paths.
   */
  public static ImmutableMap<String, String> programFiles(Plan plan) {
    IdentityHashMap<Program, String> files = new IdentityHashMap<>();
    ImmutableMap.Builder<String, String> ofTypes = ImmutableMap.builder();
    plan.programs()
        .forEach(
            (type, program) ->
                ofTypes.put(type, files.computeIfAbsent(program, first -> type + ".json")));
    return ofTypes.buildOrThrow();
  }

  /**
   * Writes the jobs of a plan, without a line end.
   *
   * @param config the configuration that the plan's schedule is made from
   * @param out where to; neither flushed nor closed
   * @throws IOException if {@code out} fails
   */
  public static void writeJobs(VppConfig config, Plan plan, Writer out) throws IOException {
    JsonWriter json = new JsonWriter(out);
    JobListJson.beginStage(json, config, plan.schedule());
    json.name("jobs").beginArray();
    for (int index = 0; index < plan.jobs().size(); index++) {
      Job job = plan.jobs().get(index);
      json.beginObject();
      json.name("type").value(job.type());
      json.name("microBatch").value(job.microBatch());
      json.name("skipGc").beginArray();
      for (String name : plan.skipGcNames(index)) {
        json.value(name);
      }
      json.endArray();
      json.endObject();
    }
    json.endArray();
    json.endObject();
  }

  /**
   * Writes the index of a plan, without a line end.
   *
   * @param out where to; neither flushed nor closed
   * @throws IOException if {@code out} fails
   */
  public static void writeIndex(Plan plan, Writer out) throws IOException {
    JsonWriter json = new JsonWriter(out);
    json.beginObject();
    json.name("stage").value(plan.schedule().stage());
    json.name("microBatches").value(plan.microBatches());
    json.name("jobs").value(JOBS);
    json.name("programs").beginObject();
    for (Map.Entry<String, String> file : programFiles(plan).entrySet()) {
      json.name(file.getKey()).value(file.getValue());
    }
    json.endObject();
    json.name("findings").beginArray();
    for (PlanFinding finding : plan.findings()) {
      json.value(finding.toString());
    }
    json.endArray();
    json.endObject();
  }
}
