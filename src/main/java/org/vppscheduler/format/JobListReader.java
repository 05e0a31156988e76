package org.vppscheduler.format;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.vppscheduler.schedule.Dialect;
import org.vppscheduler.schedule.Grouping;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.Phase;
import org.vppscheduler.schedule.StageSchedule;

/** Reads job lists, strictly; members may come in any order. */
final class JobListReader {
  /** The list of one stage with the sizes of its pipeline. */
  record StageList(int stages, int chunks, int microBatches, StageSchedule schedule) {}

  private static final ImmutableList<String> MEMBERS =
      ImmutableList.of(
          "stages",
          "chunks",
          "microBatches",
          "stage",
          "dialect",
          "grouping",
          "splitBackward",
          "phases",
          "jobs");

  private final JsonSource json;

  private JobListReader(JsonSource json) {
    this.json = json;
  }

  static ImmutableList<StageList> read(JsonSource json) throws IOException {
    JobListReader reader = new JobListReader(json);
    List<StageList> lists = new ArrayList<>();
    if (json.startsArray()) {
      json.beginArray();
      while (json.hasNext()) {
        lists.add(reader.stageList(lists));
      }
      if (lists.isEmpty()) {
        throw json.errorHere("The array is empty: a pipeline needs at least one stage.");
      }
      json.endArray();
    } else {
      lists.add(reader.stageList(lists));
    }
    json.end();
    int stages = lists.get(0).stages();
    if (lists.size() != stages) {
      throw new FormatException(
          "$",
          "The stages from "
              + lists.size()
              + " on are missing: the pipeline has "
              + stages
              + " of them, in an array.");
    }
    return ImmutableList.copyOf(lists);
  }

  private StageList stageList(List<StageList> before) throws IOException {
    int stages = 0;
    int chunks = 0;
    int microBatches = 0;
    boolean split = false;
    Map<Phase, List<Job>> phases = new EnumMap<>(Phase.class);
    List<Job> jobs = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    json.beginObject();
    while (json.hasNext()) {
      String name = json.name();
      if (!seen.add(name)) {
        throw json.duplicate(name);
      }
      switch (name) {
        case "stages" -> stages = (int) json.integer(1, Integer.MAX_VALUE);
        case "chunks" -> chunks = (int) json.integer(1, Integer.MAX_VALUE);
        case "microBatches" -> microBatches = (int) json.integer(1, Integer.MAX_VALUE);
        case "stage" -> stage(before.size());
        case "dialect" -> dialect();
        case "grouping" -> grouping();
        case "splitBackward" -> split = json.bool();
        case "phases" -> phases.putAll(phases());
        case "jobs" -> jobs.addAll(jobs());
        default -> throw json.unexpected(name);
      }
    }
    for (String name : MEMBERS) {
      if (!seen.contains(name)) {
        throw json.missing(name);
      }
    }
    StageSchedule schedule = StageSchedule.ofPhases(before.size(), phases);
    if (!schedule.jobs().equals(jobs)) {
      throw json.errorInObject(
          "The phases hold other jobs than \"jobs\", or the same in another order.");
    }
    if (schedule.backwardIsSplit() != split) {
      throw json.errorInObject(
          "The member \"splitBackward\" says otherwise than the jobs, of which "
              + (schedule.backwardIsSplit() ? "some are" : "none is")
              + " backward_b.");
    }
    StageList list = new StageList(stages, chunks, microBatches, schedule);
    checkSizes(before, list);
    json.endObject();
    return list;
  }

  private void stage(int expected) throws IOException {
    int stage = json.int32();
    if (stage != expected) {
      throw json.errorBefore(
          "Expected stage "
              + expected
              + ", but found "
              + stage
              + ": the stages of a pipeline stand in order, from 0.");
    }
  }

  private void checkSizes(List<StageList> before, StageList list) {
    if (before.isEmpty()) {
      return;
    }
    StageList first = before.get(0);
    if (list.stages() != first.stages()
        || list.chunks() != first.chunks()
        || list.microBatches() != first.microBatches()) {
      throw json.errorInObject(
          String.format(
              Locale.ROOT,
              "The stage has sizes %d x %d x %d (stages x chunks x microBatches), but stage 0 has %d"
                  + " x %d x %d.",
              list.stages(),
              list.chunks(),
              list.microBatches(),
              first.stages(),
              first.chunks(),
              first.microBatches()));
    }
  }

  private void dialect() throws IOException {
    String text = json.string();
    for (Dialect dialect : Dialect.values()) {
      if (dialect.toString().equals(text)) {
        return;
      }
    }
    throw json.errorBefore(
        "Expected \"pir\" or \"legacy\", but found " + JsonSource.quoted(text) + ".");
  }

  private void grouping() throws IOException {
    String text = json.string();
    try {
      Grouping unused = Grouping.parse(text);
    } catch (IllegalArgumentException unknown) {
      throw json.errorBefore(String.valueOf(unknown.getMessage()));
    }
  }

  private Map<Phase, List<Job>> phases() throws IOException {
    Map<Phase, List<Job>> phases = new EnumMap<>(Phase.class);
    json.beginObject();
    while (json.hasNext()) {
      String name = json.name();
      Phase phase = JobListJson.PHASE_KEYS.inverse().get(name);
      if (phase == null) {
        throw json.unexpected(name);
      }
      if (phases.containsKey(phase)) {
        throw json.duplicate(name);
      }
      phases.put(phase, jobs());
    }
    for (Phase phase : Phase.values()) {
      if (!phases.containsKey(phase)) {
        throw json.missing(String.valueOf(JobListJson.PHASE_KEYS.get(phase)));
      }
    }
    json.endObject();
    return phases;
  }

  private List<Job> jobs() throws IOException {
    List<Job> jobs = new ArrayList<>();
    json.beginArray();
    while (json.hasNext()) {
      jobs.add(job());
    }
    json.endArray();
    return jobs;
  }

  private Job job() throws IOException {
    String type = "";
    int microBatch = -1;
    json.beginObject();
    while (json.hasNext()) {
      String name = json.name();
      switch (name) {
        case "type" -> {
          if (!type.isEmpty()) {
            throw json.duplicate(name);
          }
          type = json.string();
        }
        case "microBatch" -> {
          if (microBatch >= 0) {
            throw json.duplicate(name);
          }
          microBatch = (int) json.integer(0, Integer.MAX_VALUE);
        }
        default -> throw json.unexpected(name);
      }
    }
    if (type.isEmpty()) {
      throw json.missing("type");
    }
    if (microBatch < 0) {
      throw json.missing("microBatch");
    }
    try {
      Job job = Job.parse(type + ":" + microBatch);
      json.endObject();
      return job;
    } catch (IllegalArgumentException unknown) {
      throw json.errorInObject(String.valueOf(unknown.getMessage()));
    }
  }
}
