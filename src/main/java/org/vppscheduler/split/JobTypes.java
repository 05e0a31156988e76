package org.vppscheduler.split;

import com.google.common.collect.ImmutableList;
import java.util.EnumMap;
import java.util.Map;
import org.vppscheduler.schedule.JobKind;

/** The job types of a split in the order in which their programs run; each has a position there. */
final class JobTypes {
  private final ImmutableList<JobType> inOrder;

  /** For each kind, the positions of its chunks. */
  private final Map<JobKind, int[]> positions = new EnumMap<>(JobKind.class);

  private JobTypes(ImmutableList<JobType> inOrder, int chunks) {
    this.inOrder = inOrder;
    for (int position = 0; position < inOrder.size(); position++) {
      JobType type = inOrder.get(position);
      positions.computeIfAbsent(type.kind(), kind -> new int[chunks])[type.chunk()] = position;
    }
  }

  static JobTypes of(int chunks, boolean backwardIsSplit) {
    ImmutableList.Builder<JobType> types = ImmutableList.builder();
    if (backwardIsSplit) {
      ascending(types, chunks, JobKind.FORWARD);
      descending(types, chunks, JobKind.BACKWARD_B);
      descending(types, chunks, JobKind.BACKWARD_W);
    } else {
      ascending(types, chunks, JobKind.RECV_FORWARD, JobKind.FORWARD);
      descending(types, chunks, JobKind.BACKWARD, JobKind.SEND_BACKWARD);
    }
    types.add(JobType.of(JobKind.OPTIMIZER, 0));
    return new JobTypes(types.build(), chunks);
  }

  private static void ascending(
      ImmutableList.Builder<JobType> types, int chunks, JobKind... kinds) {
    for (int chunk = 0; chunk < chunks; chunk++) {
      for (JobKind kind : kinds) {
        types.add(JobType.of(kind, chunk));
      }
    }
  }

  private static void descending(
      ImmutableList.Builder<JobType> types, int chunks, JobKind... kinds) {
    for (int chunk = chunks - 1; chunk >= 0; chunk--) {
      for (JobKind kind : kinds) {
        types.add(JobType.of(kind, chunk));
      }
    }
  }

  int count() {
    return inOrder.size();
  }

  JobType at(int position) {
    return inOrder.get(position);
  }

  /** Returns the position of a kind that this split has; the optimizer is of chunk 0. */
  int position(JobKind kind, int chunk) {
    int[] ofChunk = positions.get(kind);
    if (ofChunk == null) {
      throw new IllegalStateException(kind + " is no kind of this split.");
    }
    return ofChunk[chunk];
  }
}
