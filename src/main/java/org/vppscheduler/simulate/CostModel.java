package org.vppscheduler.simulate;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.base.MoreObjects;
import com.google.common.collect.ImmutableTable;
import com.google.common.collect.TreeBasedTable;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.PipelineSchedule;

/**
 * What the jobs of a pipeline cost.
 *
 * <p>Times are whole numbers, at least 0, in one unit of the caller's choice. Three times and a
 * size belong to a chunk of a stage: each has a value for all chunks of all stages, and can have
 * another one for some (stage, chunk). {@link #builder()} starts with forward, backward and weight
 * time 1, hop and optimizer time 0 and activation size 1.
 */
public final class CostModel {
  private final PerChunk forward;
  private final PerChunk backward;
  private final PerChunk weight;
  private final PerChunk activation;
  private final long hop;
  private final long optimizer;

  private CostModel(Builder builder) {
    this.forward = builder.forward.build();
    this.backward = builder.backward.build();
    this.weight = builder.weight.build();
    this.activation = builder.activation.build();
    this.hop = builder.hop;
    this.optimizer = builder.optimizer;
  }

  /**
   * Returns the model in which every chunk of every stage costs the same, without hop latency.
   *
   * @param forward the time of a forward
   * @param backward the time of the input gradient, the first part of a backward
   * @param weight the time of the weight gradients, the second part of a backward
   * @throws IllegalArgumentException if a time is negative
   */
  public static CostModel uniform(long forward, long backward, long weight) {
    return builder().forward(forward).backward(backward).weight(weight).build();
  }

  /** Returns a builder with every default set. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns a builder that holds all costs of this model. */
  public Builder toBuilder() {
    Builder builder = new Builder().hop(hop).optimizer(optimizer);
    builder.forward.copy(forward);
    builder.backward.copy(backward);
    builder.weight.copy(weight);
    builder.activation.copy(activation);
    return builder;
  }

  /** Returns the time of a forward of a chunk. */
  public long forward(int stage, int chunk) {
    return forward.get(stage, chunk);
  }

  /** Returns the time of the input gradient of a chunk: of its backward_b. */
  public long backward(int stage, int chunk) {
    return backward.get(stage, chunk);
  }

  /** Returns the time of the weight gradients of a chunk: of its backward_w. */
  public long weight(int stage, int chunk) {
    return weight.get(stage, chunk);
  }

  /**
   * Returns the size of what a forward of a chunk keeps for its backward, in any unit: bytes, or 1
   * to count activations.
   */
  public long activation(int stage, int chunk) {
    return activation.get(stage, chunk);
  }

  /** Returns the time from the end of a job until another stage can use its result. */
  public long hop() {
    return hop;
  }

  /** Returns the time of an optimizer step. */
  public long optimizer() {
    return optimizer;
  }

  /**
   * Returns how long a job keeps its stage busy: a backward that is not split takes the time of the
   * input gradient plus that of the weight gradients; recv_forward and send_backward take none.
   *
   * @throws ArithmeticException if a backward's time exceeds a {@code long}
   */
  public long duration(int stage, Job job) {
    return switch (job.kind()) {
      case FORWARD -> forward(stage, chunk(job));
      case BACKWARD -> Math.addExact(backward(stage, chunk(job)), weight(stage, chunk(job)));
      case BACKWARD_B -> backward(stage, chunk(job));
      case BACKWARD_W -> weight(stage, chunk(job));
      case RECV_FORWARD, SEND_BACKWARD -> 0;
      case OPTIMIZER -> optimizer;
    };
  }

  private static int chunk(Job job) {
    return job.chunk().orElseThrow();
  }

  /** Refuses costs for chunks that a pipeline does not have. */
  void checkFits(PipelineSchedule pipeline) {
    forward.checkFits("forward", pipeline);
    backward.checkFits("backward", pipeline);
    weight.checkFits("weight", pipeline);
    activation.checkFits("activation", pipeline);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CostModel that
        && forward.equals(that.forward)
        && backward.equals(that.backward)
        && weight.equals(that.weight)
        && activation.equals(that.activation)
        && hop == that.hop
        && optimizer == that.optimizer;
  }

  @Override
  public int hashCode() {
    return Objects.hash(forward, backward, weight, activation, hop, optimizer);
  }

  /** Returns all costs by name, for people. */
  @Override
  public String toString() {
    return MoreObjects.toStringHelper(this)
        .add("forward", forward)
        .add("backward", backward)
        .add("weight", weight)
        .add("hop", hop)
        .add("optimizer", optimizer)
        .add("activation", activation)
        .toString();
  }

  /** A value for all chunks, and other values for some. */
  private record PerChunk(long general, ImmutableTable<Integer, Integer, Long> special) {
    long get(int stage, int chunk) {
      if (special.isEmpty()) {
        return general;
      }
      Long own = special.get(stage, chunk);
      return own == null ? general : own;
    }

    void checkFits(String what, PipelineSchedule pipeline) {
      special
          .rowMap()
          .forEach(
              (stage, row) ->
                  row.forEach((chunk, value) -> checkFits(what, stage, chunk, value, pipeline)));
    }

    private static void checkFits(
        String what, int stage, int chunk, long value, PipelineSchedule pipeline) {
      checkArgument(
          stage < pipeline.stages() && chunk < pipeline.chunks(),
          "The %s cost (%s) is for chunk %s of stage %s, but the pipeline has stages 0 to %s and"
              + " chunks 0 to %s.",
          what,
          value,
          chunk,
          stage,
          pipeline.stages() - 1,
          pipeline.chunks() - 1);
    }

    @Override
    public String toString() {
      return special.isEmpty() ? Long.toString(general) : general + " except " + special;
    }
  }

  private static final class PerChunkBuilder {
    private final String what;
    private long general;

    /** Sorted, so that equal models print alike in whatever order they were filled. */
    private final TreeBasedTable<Integer, Integer, Long> special = TreeBasedTable.create();

    PerChunkBuilder(String what) {
      this.what = what;
      this.general = 1;
    }

    /** Takes over all values; called on a fresh builder. */
    void copy(PerChunk other) {
      general = other.general();
      special.putAll(other.special());
    }

    void general(long value) {
      general = checkCost(what, value);
    }

    void special(int stage, int chunk, long value) {
      checkArgument(
          stage >= 0 && chunk >= 0,
          "The %s cost (%s) is for stage %s and chunk %s: both count from 0.",
          what,
          value,
          stage,
          chunk);
      special.put(stage, chunk, checkCost(what, value));
    }

    PerChunk build() {
      return new PerChunk(general, ImmutableTable.copyOf(special));
    }
  }

  private static long checkCost(String what, long value) {
    checkArgument(value >= 0, "The %s cost (%s) must not be negative.", what, value);
    return value;
  }

  /**
   * Collects costs. Not thread-safe. Every setter refuses a negative number with an {@link
   * IllegalArgumentException}; those with stage and chunk have precedence over those without, in
   * whatever order they are called.
   */
  public static final class Builder {
    private final PerChunkBuilder forward = new PerChunkBuilder("forward");
    private final PerChunkBuilder backward = new PerChunkBuilder("backward");
    private final PerChunkBuilder weight = new PerChunkBuilder("weight");
    private final PerChunkBuilder activation = new PerChunkBuilder("activation");
    private long hop;
    private long optimizer;

    private Builder() {}

    /** Sets the time of a forward of any chunk: 1 by default. */
    @CanIgnoreReturnValue
    public Builder forward(long time) {
      forward.general(time);
      return this;
    }

    /** Sets the time of a forward of one chunk of one stage. */
    @CanIgnoreReturnValue
    public Builder forward(int stage, int chunk, long time) {
      forward.special(stage, chunk, time);
      return this;
    }

    /** Sets the time of the input gradient of any chunk: 1 by default. */
    @CanIgnoreReturnValue
    public Builder backward(long time) {
      backward.general(time);
      return this;
    }

    /** Sets the time of the input gradient of one chunk of one stage. */
    @CanIgnoreReturnValue
    public Builder backward(int stage, int chunk, long time) {
      backward.special(stage, chunk, time);
      return this;
    }

    /** Sets the time of the weight gradients of any chunk: 1 by default. */
    @CanIgnoreReturnValue
    public Builder weight(long time) {
      weight.general(time);
      return this;
    }

    /** Sets the time of the weight gradients of one chunk of one stage. */
    @CanIgnoreReturnValue
    public Builder weight(int stage, int chunk, long time) {
      weight.special(stage, chunk, time);
      return this;
    }

    /** Sets the size of what a forward of any chunk keeps for its backward: 1 by default. */
    @CanIgnoreReturnValue
    public Builder activation(long size) {
      activation.general(size);
      return this;
    }

    /** Sets the size of what a forward of one chunk of one stage keeps for its backward. */
    @CanIgnoreReturnValue
    public Builder activation(int stage, int chunk, long size) {
      activation.special(stage, chunk, size);
      return this;
    }

    /** Sets the latency between two different stages: 0 by default. */
    @CanIgnoreReturnValue
    public Builder hop(long time) {
      hop = checkCost("hop", time);
      return this;
    }

    /** Sets the time of an optimizer step: 0 by default. */
    @CanIgnoreReturnValue
    public Builder optimizer(long time) {
      optimizer = checkCost("optimizer", time);
      return this;
    }

    /** Returns the model. */
    public CostModel build() {
      return new CostModel(this);
    }
  }
}
