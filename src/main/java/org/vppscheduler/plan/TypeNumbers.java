package org.vppscheduler.plan;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.vppscheduler.schedule.Job;

/**
 * The job types of a list, numbered from 0 in the order in which the list has them first.
 *
 * @param firstJobs for each type, the first job of it
 * @param ofJobs for each job, the number of its type
 */
record TypeNumbers(ImmutableList<Job> firstJobs, ImmutableIntArray ofJobs) {
  static TypeNumbers of(List<Job> jobs) {
    Map<String, Integer> numbers = new HashMap<>();
    ImmutableList.Builder<Job> firstJobs = ImmutableList.builder();
    ImmutableIntArray.Builder ofJobs = ImmutableIntArray.builder(jobs.size());
    for (Job job : jobs) {
      Integer known = numbers.putIfAbsent(job.type(), numbers.size());
      ofJobs.add(known == null ? numbers.size() - 1 : known);
      if (known == null) {
        firstJobs.add(job);
      }
    }
    return new TypeNumbers(firstJobs.build(), ofJobs.build());
  }

  int count() {
    return firstJobs.size();
  }
}
