package org.vppscheduler.testing;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.vppscheduler.schedule.Dialect;
import org.vppscheduler.schedule.Grouping;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.JobKind;
import org.vppscheduler.schedule.PipelineSchedule;
import org.vppscheduler.schedule.StageSchedule;
import org.vppscheduler.schedule.VppConfig;
import org.vppscheduler.schedule.VppScheduler;

/** Pipelines for tests: generated, random, written out, changed. */
public final class Pipelines {
  private Pipelines() {}

  /** Returns a configuration's builder with sizes and dialect. */
  public static VppConfig.Builder config(
      int stages, int chunks, int microBatches, Dialect dialect) {
    return VppConfig.builder()
        .stages(stages)
        .chunks(chunks)
        .microBatches(microBatches)
        .dialect(dialect);
  }

  /** Returns the pipeline of a configuration. */
  public static PipelineSchedule of(VppConfig.Builder config) {
    return VppScheduler.create(config.build()).pipeline();
  }

  /** Returns the balanced pipeline. */
  public static PipelineSchedule balanced(
      int stages, int chunks, int microBatches, Dialect dialect) {
    return of(config(stages, chunks, microBatches, dialect));
  }

  /** Returns the pipeline of the reference grouping. */
  public static PipelineSchedule reference(
      int stages, int chunks, int microBatches, Dialect dialect) {
    return of(config(stages, chunks, microBatches, dialect).grouping(Grouping.reference()));
  }

  /** Returns a small valid pipeline of random sizes, dialect, split and reduce. */
  public static PipelineSchedule random(Random random) {
    int stages = 1 + random.nextInt(5);
    boolean split = random.nextInt(3) == 0;
    return of(
        config(
                stages,
                1 + random.nextInt(3),
                split ? stages : 1 + random.nextInt(8),
                random.nextBoolean() ? Dialect.PIR : Dialect.LEGACY)
            .splitBackward(split)
            .overlapShardingReduce(split && random.nextBoolean()));
  }

  /** Returns a pipeline of lists written as text, one for each stage. */
  public static PipelineSchedule parse(int chunks, int microBatches, String... lists) {
    List<List<Job>> parsed = new ArrayList<>();
    for (String list : lists) {
      parsed.add(Job.parseList(list));
    }
    return PipelineSchedule.of(chunks, microBatches, parsed);
  }

  /** Returns a copy in which the lists have been changed. */
  public static PipelineSchedule change(
      PipelineSchedule pipeline, Consumer<List<List<Job>>> change) {
    List<List<Job>> lists = new ArrayList<>();
    for (StageSchedule stage : pipeline.stageSchedules()) {
      lists.add(new ArrayList<>(stage.jobs()));
    }
    change.accept(lists);
    return PipelineSchedule.of(pipeline.chunks(), pipeline.microBatches(), lists);
  }

  /** Returns a copy in which a number of random pairs of jobs of one stage have changed places. */
  public static PipelineSchedule disturb(PipelineSchedule pipeline, int swaps, Random random) {
    return change(
        pipeline,
        lists -> {
          for (int swap = 0; swap < swaps; swap++) {
            List<Job> jobs = lists.get(random.nextInt(lists.size()));
            Collections.swap(jobs, random.nextInt(jobs.size()), random.nextInt(jobs.size()));
          }
        });
  }

  /** Returns up to four lists of any jobs whatever, of up to three chunks and micro-batches. */
  public static List<List<Job>> anyLists(Random random) {
    List<List<Job>> lists = new ArrayList<>();
    int stages = 1 + random.nextInt(4);
    JobKind[] kinds = JobKind.values();
    for (int stage = 0; stage < stages; stage++) {
      List<Job> jobs = new ArrayList<>();
      for (int left = random.nextInt(12); left > 0; left--) {
        JobKind kind = kinds[random.nextInt(kinds.length)];
        if (kind == JobKind.OPTIMIZER) {
          jobs.add(Job.optimizer());
        } else if (kind == JobKind.BACKWARD_W && random.nextBoolean()) {
          jobs.add(Job.backwardWReduce(random.nextInt(3), random.nextInt(3)));
        } else {
          jobs.add(Job.of(kind, random.nextInt(3), random.nextInt(3)));
        }
      }
      lists.add(jobs);
    }
    return lists;
  }
}
