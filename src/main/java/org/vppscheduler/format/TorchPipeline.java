package org.vppscheduler.format;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.JobKind;
import org.vppscheduler.schedule.PipelineSchedule;

/** The rows of a torch schedule, made into job lists. */
final class TorchPipeline {
  private static final ImmutableListMultimap<TorchAction, TorchAction> RECEIVES =
      ImmutableListMultimap.of(
          TorchAction.FORWARD, TorchAction.RECV_FORWARD,
          TorchAction.BACKWARD, TorchAction.RECV_BACKWARD,
          TorchAction.BACKWARD_INPUT, TorchAction.RECV_BACKWARD);

  private static final ImmutableListMultimap<TorchAction, TorchAction> SENDS =
      ImmutableListMultimap.of(
          TorchAction.FORWARD, TorchAction.SEND_FORWARD,
          TorchAction.BACKWARD, TorchAction.SEND_BACKWARD,
          TorchAction.BACKWARD_INPUT, TorchAction.SEND_BACKWARD);

  private final ImmutableList<ImmutableList<TorchCell.Placed>> rows;
  private final int stages;
  private final int chunks;
  private final boolean communicates;

  TorchPipeline(ImmutableList<ImmutableList<TorchCell.Placed>> rows, int chunks) {
    this.rows = rows;
    this.stages = rows.size();
    this.chunks = chunks;
    this.communicates =
        rows.stream()
            .flatMap(List::stream)
            .anyMatch(placed -> placed.cell().action().communicates());
  }

  PipelineSchedule toPipeline() {
    long cells = rows.stream().mapToLong(List::size).sum();
    int microBatches = 1;
    for (ImmutableList<TorchCell.Placed> row : rows) {
      Map<TorchCell, TorchCell.Placed> seen = new HashMap<>();
      int expected = 0;
      for (TorchCell.Placed placed : row) {
        checkPlace(placed, cells);
        TorchCell.Placed before = seen.putIfAbsent(placed.cell(), placed);
        if (before != null) {
          throw placed.error(
              placed.cell() + " stands in column " + (before.column() + 1) + " already.");
        }
        if (communicates && placed.column() != expected) {
          throw TorchCsvText.error(
              placed.row(),
              expected,
              "The cell is empty: a file with sends and receives has no waits.");
        }
        expected = placed.column() + 1;
        microBatches = Math.max(microBatches, placed.cell().microBatch() + 1);
      }
      if (communicates) {
        for (TorchCell.Placed placed : row) {
          checkCommunication(placed, seen);
        }
      }
    }
    return PipelineSchedule.of(chunks, microBatches, jobLists());
  }

  private void checkPlace(TorchCell.Placed placed, long cells) {
    TorchCell cell = placed.cell();
    if (cell.stage() >= (long) stages * chunks) {
      throw placed.error(
          cell
              + " is of stage "
              + cell.stage()
              + ", but "
              + stages
              + " ranks with "
              + chunks
              + " chunks each have stages 0 to "
              + ((long) stages * chunks - 1)
              + ".");
    }
    if (cell.stage() % stages != placed.row()) {
      throw placed.error(
          cell
              + " is of stage "
              + cell.stage()
              + ", which belongs into row "
              + (cell.stage() % stages + 1)
              + ": of "
              + stages
              + " ranks, rank r has the stages r, r+"
              + stages
              + " and so on.");
    }
    // Some action has each micro-batch, so there are at least as many actions.
    if (cell.microBatch() >= cells) {
      throw placed.error(
          cell
              + " is of micro-batch "
              + cell.microBatch()
              + ", but the whole file has only "
              + cells
              + " actions; micro-batches count from 0 without gaps.");
    }
  }

  /** Checks that an action and its sends and receives go together, seen from either. */
  private void checkCommunication(TorchCell.Placed placed, Map<TorchCell, TorchCell.Placed> seen) {
    TorchCell cell = placed.cell();
    for (TorchAction receive : RECEIVES.get(cell.action())) {
      if (needs(cell.stage(), receive)) {
        require(placed, receive, seen, true);
      }
    }
    for (TorchAction send : SENDS.get(cell.action())) {
      if (needs(cell.stage(), send)) {
        require(placed, send, seen, false);
      }
    }
    if (cell.action().communicates()) {
      if (!needs(cell.stage(), cell.action())) {
        throw placed.error(
            cell + " has no other side: there is no stage before the first and after the last.");
      }
      if (ownersOf(cell).noneMatch(seen::containsKey)) {
        throw placed.error(cell + " has no action in this row that it is for.");
      }
    }
  }

  private static Stream<TorchCell> ownersOf(TorchCell cell) {
    return Stream.concat(
            RECEIVES.inverse().get(cell.action()).stream(),
            SENDS.inverse().get(cell.action()).stream())
        .map(owner -> new TorchCell(cell.stage(), owner, cell.microBatch()));
  }

  private boolean needs(int stage, TorchAction communication) {
    boolean upstream =
        communication == TorchAction.RECV_FORWARD || communication == TorchAction.SEND_BACKWARD;
    return stages > 1 && (upstream ? stage > 0 : stage < (long) stages * chunks - 1);
  }

  private static void require(
      TorchCell.Placed owner,
      TorchAction communication,
      Map<TorchCell, TorchCell.Placed> seen,
      boolean before) {
    TorchCell cell = new TorchCell(owner.cell().stage(), communication, owner.cell().microBatch());
    TorchCell.Placed found = seen.get(cell);
    if (found == null) {
      throw owner.error(
          owner.cell()
              + " needs "
              + cell
              + " in the same row: a file with sends and receives must hold all of them.");
    }
    if (before ? found.column() > owner.column() : found.column() < owner.column()) {
      throw found.error(
          cell + " must stand " + (before ? "before " : "after ") + owner.cell() + ".");
    }
  }

  private ImmutableList<ImmutableList<Job>> jobLists() {
    boolean explicit = false;
    for (ImmutableList<TorchCell.Placed> row : rows) {
      explicit |= !standsBesideItsActions(row);
    }
    ImmutableList.Builder<ImmutableList<Job>> lists = ImmutableList.builder();
    for (ImmutableList<TorchCell.Placed> row : rows) {
      List<Job> jobs = new ArrayList<>();
      for (TorchCell.Placed placed : row) {
        addJobs(placed.cell(), explicit, jobs);
      }
      jobs.add(Job.optimizer());
      lists.add(ImmutableList.copyOf(jobs));
    }
    return lists.build();
  }

  /**
   * Returns whether each receive of an activation stands directly before its forward, and each send
   * of a gradient directly after its backward, but for other communication of the same action.
   */
  private boolean standsBesideItsActions(ImmutableList<TorchCell.Placed> row) {
    boolean beside = true;
    for (int i = 0; i < row.size(); i++) {
      TorchCell.Placed placed = row.get(i);
      TorchAction action = placed.cell().action();
      if (!action.communicates()) {
        continue;
      }
      boolean receive = RECEIVES.containsValue(action);
      int neighbour = receive ? i + 1 : i - 1;
      boolean own =
          neighbour >= 0
              && neighbour < row.size()
              && ownersOf(placed.cell()).anyMatch(row.get(neighbour).cell()::equals);
      if (!own && (action == TorchAction.SEND_FORWARD || action == TorchAction.RECV_BACKWARD)) {
        throw placed.error(
            placed.cell()
                + " does not stand directly "
                + (receive ? "before" : "after")
                + " its action, which no job list can say: there it is a part of that job. Use the"
                + " form without communication.");
      }
      beside &= own;
    }
    return beside;
  }

  private void addJobs(TorchCell cell, boolean explicit, List<Job> jobs) {
    int chunk = cell.stage() / stages;
    int microBatch = cell.microBatch();
    // The first virtual stage receives nothing and sends nothing: its jobs have no cells.
    boolean first = explicit && cell.stage() == 0;
    Optional<JobKind> kind =
        switch (cell.action()) {
          case FORWARD -> Optional.of(JobKind.FORWARD);
          case BACKWARD -> Optional.of(JobKind.BACKWARD);
          case BACKWARD_INPUT -> Optional.of(JobKind.BACKWARD_B);
          case BACKWARD_WEIGHT -> Optional.of(JobKind.BACKWARD_W);
          case RECV_FORWARD -> explicit ? Optional.of(JobKind.RECV_FORWARD) : Optional.empty();
          case SEND_BACKWARD -> explicit ? Optional.of(JobKind.SEND_BACKWARD) : Optional.empty();
          case SEND_FORWARD, RECV_BACKWARD -> Optional.empty();
        };
    if (first && cell.action() == TorchAction.FORWARD) {
      jobs.add(Job.of(JobKind.RECV_FORWARD, chunk, microBatch));
    }
    kind.ifPresent(k -> jobs.add(Job.of(k, chunk, microBatch)));
    if (first && SENDS.containsEntry(cell.action(), TorchAction.SEND_BACKWARD)) {
      jobs.add(Job.of(JobKind.SEND_BACKWARD, chunk, microBatch));
    }
  }
}
