package org.vppscheduler.schedule;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.base.MoreObjects;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a pipeline schedule. {@link #builder()} makes one; the three sizes are required,
 * everything else has a default.
 *
 * <p>Bounds: each size is at least 1; S·C virtual stages and the jobs of one stage (at most 4·M·C +
 * 1) each fit an {@code int}. M need not be a multiple of S, of C, or of S·C.
 *
 * <p>Not every configuration makes a good pipeline: with {@link Grouping#reference()} it can even
 * hang. {@code org.vppscheduler.check.PipelineCheck} tells before a cluster does.
 */
public final class VppConfig {
  /** The longest job list: what the largest Java array safely holds. */
  private static final int MAX_JOBS = Integer.MAX_VALUE - 8;

  private static final ImmutableList<JobKind> DEFAULT_STEADY_ORDER =
      ImmutableList.of(
          JobKind.BACKWARD, JobKind.RECV_FORWARD, JobKind.SEND_BACKWARD, JobKind.FORWARD);

  private final int stages;
  private final int chunks;
  private final int microBatches;
  private final Dialect dialect;
  private final Grouping grouping;
  private final boolean splitBackward;
  private final boolean overlapShardingReduce;
  private final ImmutableList<JobKind> steadyOrder;

  private VppConfig(Builder builder, int stages, int chunks, int microBatches) {
    this.stages = stages;
    this.chunks = chunks;
    this.microBatches = microBatches;
    this.dialect = builder.dialect;
    this.grouping = builder.grouping;
    this.splitBackward = builder.splitBackward;
    this.overlapShardingReduce = builder.overlapShardingReduce;
    this.steadyOrder = builder.steadyOrder;
  }

  /** Returns a builder with every default set and the three sizes missing. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns a builder that holds all settings of this configuration. */
  public Builder toBuilder() {
    return new Builder()
        .stages(stages)
        .chunks(chunks)
        .microBatches(microBatches)
        .dialect(dialect)
        .grouping(grouping)
        .splitBackward(splitBackward)
        .overlapShardingReduce(overlapShardingReduce)
        .steadyOrder(steadyOrder);
  }

  /** Returns S, the number of pipeline stages; {@code pp_degree} in the framework. */
  public int stages() {
    return stages;
  }

  /** Returns C, the number of model chunks on each stage; {@code vpp_degree} in the framework. */
  public int chunks() {
    return chunks;
  }

  /** Returns M, the number of micro-batches, also called accumulate steps. */
  public int microBatches() {
    return microBatches;
  }

  /** Returns the dialect. */
  public Dialect dialect() {
    return dialect;
  }

  /** Returns the grouping. */
  public Grouping grouping() {
    return grouping;
  }

  /** Returns whether a split backward is asked for; see {@link #backwardIsSplit}. */
  public boolean splitBackward() {
    return splitBackward;
  }

  /**
   * Returns whether backward is really split into {@link JobKind#BACKWARD_B} and {@link
   * JobKind#BACKWARD_W}: asked for, and M = S. The reference pass knows the split for M = S only.
   */
  public boolean backwardIsSplit() {
    return splitBackward && microBatches == stages;
  }

  /**
   * Returns whether the last weight-gradient job of each chunk also starts the sharding reduce. It
   * has an effect only when {@link #backwardIsSplit}: otherwise there are no such jobs.
   */
  public boolean overlapShardingReduce() {
    return overlapShardingReduce;
  }

  /**
   * Returns the order of the four jobs of a steady step in the {@link Dialect#PIR} dialect; by
   * default {@code backward, recv_forward, send_backward, forward}. It has an effect only when
   * backward is not split.
   */
  public ImmutableList<JobKind> steadyOrder() {
    return steadyOrder;
  }

  /** Returns whether the steady order is another than the reference's. */
  boolean hasOwnSteadyOrder() {
    return !steadyOrder.equals(DEFAULT_STEADY_ORDER);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof VppConfig that
        && stages == that.stages
        && chunks == that.chunks
        && microBatches == that.microBatches
        && dialect == that.dialect
        && grouping.equals(that.grouping)
        && splitBackward == that.splitBackward
        && overlapShardingReduce == that.overlapShardingReduce
        && steadyOrder.equals(that.steadyOrder);
  }

  @Override
  public int hashCode() {
    return Objects.hash(
        stages,
        chunks,
        microBatches,
        dialect,
        grouping,
        splitBackward,
        overlapShardingReduce,
        steadyOrder);
  }

  /** Returns all settings by name, for people. */
  @Override
  public String toString() {
    return MoreObjects.toStringHelper(this)
        .add("stages", stages)
        .add("chunks", chunks)
        .add("microBatches", microBatches)
        .add("dialect", dialect)
        .add("grouping", grouping)
        .add("splitBackward", splitBackward)
        .add("overlapShardingReduce", overlapShardingReduce)
        .add("steadyOrder", steadyOrder)
        .toString();
  }

  /** Collects settings; {@link #build} checks them together. Not thread-safe. */
  public static final class Builder {
    private OptionalInt stages = OptionalInt.empty();
    private OptionalInt chunks = OptionalInt.empty();
    private OptionalInt microBatches = OptionalInt.empty();
    private Dialect dialect = Dialect.PIR;
    private Grouping grouping = Grouping.balanced();
    private boolean splitBackward;
    private boolean overlapShardingReduce;
    private ImmutableList<JobKind> steadyOrder = DEFAULT_STEADY_ORDER;

    private Builder() {}

    /** Sets S, the number of pipeline stages: required, at least 1. */
    @CanIgnoreReturnValue
    public Builder stages(int stages) {
      this.stages = OptionalInt.of(stages);
      return this;
    }

    /** Sets C, the number of chunks on each stage: required, at least 1. */
    @CanIgnoreReturnValue
    public Builder chunks(int chunks) {
      this.chunks = OptionalInt.of(chunks);
      return this;
    }

    /** Sets M, the number of micro-batches: required, at least 1. */
    @CanIgnoreReturnValue
    public Builder microBatches(int microBatches) {
      this.microBatches = OptionalInt.of(microBatches);
      return this;
    }

    /** Sets the dialect: {@link Dialect#PIR} by default. */
    @CanIgnoreReturnValue
    public Builder dialect(Dialect dialect) {
      this.dialect = dialect;
      return this;
    }

    /** Sets the grouping: {@link Grouping#balanced()} by default. */
    @CanIgnoreReturnValue
    public Builder grouping(Grouping grouping) {
      this.grouping = grouping;
      return this;
    }

    /**
     * Asks for a split backward: false by default. It takes effect only when M = S; {@link
     * StageSchedule#backwardIsSplit} tells.
     */
    @CanIgnoreReturnValue
    public Builder splitBackward(boolean splitBackward) {
      this.splitBackward = splitBackward;
      return this;
    }

    /**
     * Asks for the sharding reduce to start with the last weight-gradient job of each chunk: false
     * by default. It takes effect only where backward is split.
     */
    @CanIgnoreReturnValue
    public Builder overlapShardingReduce(boolean overlapShardingReduce) {
      this.overlapShardingReduce = overlapShardingReduce;
      return this;
    }

    /**
     * Sets the order of the four jobs of a steady step in the PIR dialect; by default {@code
     * backward, recv_forward, send_backward, forward}.
     *
     * @param steadyOrder those four kinds in any order that receives before it runs forward and
     *     runs backward before it sends
     */
    @CanIgnoreReturnValue
    public Builder steadyOrder(List<JobKind> steadyOrder) {
      this.steadyOrder = ImmutableList.copyOf(steadyOrder);
      return this;
    }

    /**
     * Returns the checked configuration.
     *
     * @throws IllegalArgumentException if a size is missing, below 1 or too large together with the
     *     others; if the grouping cannot order these numbers of stages and micro-batches; or if the
     *     steady order is not a valid one, or one is chosen for the legacy dialect
     */
    public VppConfig build() {
      int s = required("stages", stages);
      int c = required("chunks", chunks);
      int m = required("microBatches", microBatches);
      checkArgument(
          (long) s * c <= Integer.MAX_VALUE,
          "stages (%s) x chunks (%s) is %s virtual stages, above the limit of %s. Use fewer of"
              + " either.",
          s,
          c,
          (long) s * c,
          Integer.MAX_VALUE);
      grouping.check(s, m);
      checkSteadyOrder();
      VppConfig config = new VppConfig(this, s, c, m);
      long steps = (long) m * c;
      int kinds = VppScheduler.kindsPerStep(config);
      checkArgument(
          steps <= (MAX_JOBS - 1) / kinds,
          "microBatches (%s) x chunks (%s) is %s micro-steps of %s jobs each, above the limit of %s"
              + " jobs on a stage. Use fewer of either.",
          m,
          c,
          steps,
          kinds,
          MAX_JOBS);
      return config;
    }

    private static int required(String name, OptionalInt value) {
      checkArgument(
          value.isPresent(), "%s is not set: stages, chunks and microBatches are required.", name);
      checkArgument(value.getAsInt() >= 1, "%s (%s) must be at least 1.", name, value.getAsInt());
      return value.getAsInt();
    }

    private void checkSteadyOrder() {
      ImmutableSet<JobKind> expected = Sets.immutableEnumSet(DEFAULT_STEADY_ORDER);
      checkArgument(
          steadyOrder.size() == expected.size()
              && expected.equals(ImmutableSet.copyOf(steadyOrder)),
          "The steady order %s must hold each of %s exactly once.",
          steadyOrder,
          DEFAULT_STEADY_ORDER);
      checkArgument(
          steadyOrder.indexOf(JobKind.RECV_FORWARD) < steadyOrder.indexOf(JobKind.FORWARD)
              && steadyOrder.indexOf(JobKind.BACKWARD) < steadyOrder.indexOf(JobKind.SEND_BACKWARD),
          "The steady order %s must hold recv_forward before forward and backward before"
              + " send_backward: a stage cannot use what it has not received, or send what it has"
              + " not computed.",
          steadyOrder);
      checkArgument(
          dialect == Dialect.PIR || steadyOrder.equals(DEFAULT_STEADY_ORDER),
          "The steady order %s applies to the pir dialect only, but the dialect is %s. Leave it"
              + " out.",
          steadyOrder,
          dialect);
    }
  }
}
