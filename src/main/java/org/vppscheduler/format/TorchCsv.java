package org.vppscheduler.format;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.PipelineSchedule;
import org.vppscheduler.schedule.StageSchedule;

/**
 * Pipelines as the CSV files that {@code torch.distributed.pipelining} reads its schedules from.
 *
 * <p>A row is a rank, a cell is one action, without header or quotes: {@code 5F2} is the forward of
 * stage 5 for micro-batch 2. What torch calls a stage is a virtual stage here: c·S + s for chunk c
 * of stage s, where S is the number of ranks. The optimizer has no cell: writing leaves it out,
 * reading puts it at the end of each row.
 *
 * <table>
 *   <caption>Actions</caption>
 *   <tr><th>cell</th><th>job</th></tr>
 *   <tr><td>{@code 5F2}</td><td>{@code forward}</td></tr>
 *   <tr><td>{@code 5B2}</td><td>{@code backward}</td></tr>
 *   <tr><td>{@code 5I2}, {@code 5W2}</td><td>{@code backward_b}, {@code backward_w}</td></tr>
 *   <tr><td>{@code 5SEND_F2}, {@code 5RECV_B2}</td><td>a part of {@code forward} and of {@code
 *       backward} or {@code backward_b}</td></tr>
 *   <tr><td>{@code 5RECV_F2}, {@code 5SEND_B2}</td><td>{@code recv_forward}, {@code
 *       send_backward}; in lists without these jobs, a part of {@code forward} and of {@code
 *       backward} or {@code backward_b}</td></tr>
 * </table>
 *
 * The form without communication is the portable one: torch adds the communication itself. An empty
 * cell, a wait, has a meaning for people only, and only there.
 *
 * <p>All is read and written in time and memory linear in the number of cells.
 */
public final class TorchCsv {
  /** Which actions a file holds. */
  public enum Form {
    /** Only forwards and backwards. */
    COMPUTE_ONLY,
    /** Sends and receives too. */
    WITH_COMMUNICATION
  }

  private TorchCsv() {}

  /**
   * Writes a pipeline, one row a stage.
   *
   * @param out where to; neither flushed nor closed
   * @throws IllegalArgumentException if there are more than 2,147,483,647 virtual stages, a job's
   *     chunk is not below the pipeline's chunks, or the last virtual stage does not run its
   *     forwards in the order of their micro-batches, which torch needs for the losses
   * @throws IOException if {@code out} fails
   */
  public static void write(PipelineSchedule pipeline, Form form, Writer out) throws IOException {
    checkVirtualStages(pipeline);
    for (StageSchedule schedule : pipeline.stageSchedules()) {
      checkChunks(pipeline, schedule);
    }
    checkOrderOfLosses(pipeline);
    for (StageSchedule schedule : pipeline.stageSchedules()) {
      TorchRow row = new TorchRow(pipeline, schedule);
      String separator = "";
      for (Job job : schedule.jobs()) {
        for (TorchCell cell :
            form == Form.COMPUTE_ONLY ? row.compute(job) : row.withCommunication(job)) {
          out.write(separator);
          out.write(cell.toString());
          separator = ",";
        }
      }
      out.write("\n");
    }
  }

  private static void checkVirtualStages(PipelineSchedule pipeline) {
    long count = (long) pipeline.stages() * pipeline.chunks();
    checkArgument(
        count <= Integer.MAX_VALUE,
        "stages (%s) x chunks (%s) is %s virtual stages, above the limit of %s.",
        pipeline.stages(),
        pipeline.chunks(),
        count,
        Integer.MAX_VALUE);
  }

  private static void checkChunks(PipelineSchedule pipeline, StageSchedule schedule) {
    for (Job job : schedule.jobs()) {
      checkArgument(
          job.chunk().orElse(0) < pipeline.chunks(),
          "The job %s of stage %s has no place in a pipeline with chunks 0 to %s.",
          job,
          schedule.stage(),
          pipeline.chunks() - 1);
    }
  }

  private static void checkOrderOfLosses(PipelineSchedule pipeline) {
    int last = -1;
    TorchRow row = new TorchRow(pipeline, pipeline.stage(pipeline.stages() - 1));
    for (Job job : row.schedule().jobs()) {
      for (TorchCell cell : row.compute(job)) {
        if (cell.action() == TorchAction.FORWARD
            && cell.stage() == pipeline.stages() * pipeline.chunks() - 1) {
          checkArgument(
              cell.microBatch() > last,
              "The last virtual stage runs the forward of micro-batch %s after that of micro-batch"
                  + " %s; torch needs them in order.",
              cell.microBatch(),
              last);
          last = cell.microBatch();
        }
      }
    }
  }

  /**
   * Reads a pipeline of either form; the number of ranks is that of the rows, the number of
   * micro-batches that of the highest one plus 1. What the file says is not checked beyond its
   * form: {@code org.vppscheduler.check} does that.
   *
   * <p>A file with communication must hold all of it: what each action of another rank needs, once,
   * the receive before the action and the send after it. If every send and receive stands directly
   * beside its action, as {@link #write} puts them for lists without communication jobs, the lists
   * have none either; otherwise they have {@code recv_forward} and {@code send_backward} jobs.
   * Where {@code SEND_F} or {@code RECV_B} stand elsewhere, no job list can say the same: that is
   * refused.
   *
   * @param in the stream, in UTF-8; neither buffered nor closed
   * @param chunks C, the number of virtual stages on each rank
   * @throws FormatException if the text is not such a file, with the row and the column, counted
   *     from 1
   * @throws IllegalArgumentException if {@code chunks} is not positive
   * @throws IOException if the stream cannot be read
   */
  public static PipelineSchedule read(InputStream in, int chunks) throws IOException {
    checkArgument(chunks >= 1, "chunks (%s) must be at least 1.", chunks);
    ImmutableList<ImmutableList<TorchCell.Placed>> rows = TorchCsvText.read(in);
    return new TorchPipeline(rows, chunks).toPipeline();
  }
}
