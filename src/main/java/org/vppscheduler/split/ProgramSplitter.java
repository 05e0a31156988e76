package org.vppscheduler.split;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.Optional;
import org.vppscheduler.program.OpRole;
import org.vppscheduler.program.Program;
import org.vppscheduler.schedule.Dialect;
import org.vppscheduler.schedule.VppConfig;

/**
 * Splits the program of a stage into one program for each job type, as PaddlePaddle's {@code
 * pipeline_scheduler_VPP} pass does.
 *
 * <ol>
 *   <li>If backward is split, each {@code pd_op.matmul_grad} is taken apart where that is sure to
 *       give the same gradients, see {@link MatmulGrad.Outcome}.
 *   <li>Each operation gets a chunk, see {@link ChunkAssignment}; with its role ({@code op_role}: 0
 *       forward, 1 backward, 2 optimize) the chunk says which job type it belongs to.
 *   <li>A value that a later program needs becomes a keyword argument of that program's block. The
 *       keyword is the name of an input or a parameter, the {@code output_name} under which a
 *       {@code builtin.shadow_output} keeps the value, or else {@code var_{index of the operation
 *       in the whole program}_{its name}_{result index}}; a {@code builtin.shadow_output} that
 *       keeps the value is inserted after its operation if its program has none.
 *   <li>{@code pd_op.send_v2} and {@code pd_op.recv_v2} are put on streams of their own, and where
 *       a value goes from or to one across programs, an event keeps the user from running too
 *       early.
 * </ol>
 *
 * <table>
 *   <caption>The job type of an operation</caption>
 *   <tr><th>role</th><th>backward not split</th><th>backward split</th></tr>
 *   <tr><td>forward</td><td>recv_forward for {@code pd_op.recv_v2}, else forward</td>
 *       <td>forward</td></tr>
 *   <tr><td>backward</td><td>send_backward for {@code pd_op.send_v2}, else backward</td>
 *       <td>backward_w if it only serves gradients of weights, else backward_b</td></tr>
 *   <tr><td>optimize</td><td>optimizer</td><td>optimizer</td></tr>
 * </table>
 *
 * <p>Running the programs of a split in order computes what the whole program computes; a program
 * for which that cannot be had is refused. An operation stays in one piece with its regions: what
 * they use counts as used by it, and sends and receives inside them are left as they are.
 *
 * <p>Takes time and memory linear in n + u + C. {@code docs/splitting.md} has a worked example and
 * the differences from the reference. A splitter is immutable and may be shared between threads.
 */
public final class ProgramSplitter {
  /** Each chunk has up to four programs, so that this is a limit of memory. */
  private static final int MAX_CHUNKS = 1 << 20;

  private final VppConfig config;
  private final Optional<OpRole> defaultRole;
  private final ChunkAssignment chunkAssignment;

  private ProgramSplitter(Builder builder) {
    this.config = builder.config;
    this.defaultRole = builder.defaultRole;
    this.chunkAssignment = builder.chunkAssignment;
  }

  /**
   * Returns a splitter for programs whose operations all have a role.
   *
   * @param config the pipeline: its chunks count, and whether {@linkplain
   *     VppConfig#backwardIsSplit() backward is split}
   * @throws IllegalArgumentException as {@link Builder#build()} does
   */
  public static ProgramSplitter create(VppConfig config) {
    return builder(config).build();
  }

  /**
   * Returns a builder of a splitter with further settings.
   *
   * @param config the pipeline, as for {@link #create}
   */
  public static Builder builder(VppConfig config) {
    return new Builder(config);
  }

  /**
   * Splits a program, which is not changed.
   *
   * @param program the program of one stage, with the operations of all its chunks
   * @throws IllegalArgumentException if the program has no operations, or its block has arguments
   *     other than keyword arguments; if an operation has no role, a chunk that the configuration
   *     does not have, no chunk and none can be inferred, or sends or receives without {@code
   *     ring_id}; if the chunks are assigned by place and an operation is a backward one or has a
   *     chunk; if a value is used by a program that runs before the one that computes it; or if two
   *     values have one name and one of them crosses programs under it. The message names the
   *     operations, the limits and the way out
   */
  public SplitResult split(Program program) {
    checkArgument(
        !program.operations().isEmpty(),
        "The program has no operations; there is nothing to split.");
    checkArgument(
        program.body().arguments().isEmpty(),
        "The block of the program has %s positional arguments, which nothing says how to pass to the"
            + " programs of jobs. Make them pd_op.data or keyword arguments.",
        program.body().arguments().size());
    return chunkAssignment == ChunkAssignment.EVEN
        ? splitByPlace(program)
        : splitByAttribute(program);
  }

  private SplitResult splitByAttribute(Program program) {
    OpRole[] givenRoles = Roles.of(program, defaultRole);
    int[] givenChunks = StatedChunks.of(program, givenRoles, config.chunks());
    MatmulGradParts parts = new MatmulGradParts(program, givenRoles, givenChunks);
    MatmulGrads.TakenApart apart =
        config.backwardIsSplit()
            ? MatmulGrads.takeApart(program, parts::attributesFor)
            : MatmulGrads.TakenApart.nothing(program);
    OpRole[] roles = Roles.of(apart.whole(), defaultRole);
    return split(apart, roles, Chunks.byAttribute(apart, roles, config.chunks(), parts));
  }

  /** Without backward operations there is nothing that taking them apart could serve. */
  private SplitResult splitByPlace(Program program) {
    OpRole[] roles = Roles.of(program, defaultRole);
    return split(
        MatmulGrads.TakenApart.nothing(program),
        roles,
        Chunks.even(program, roles, config.chunks()));
  }

  private SplitResult split(MatmulGrads.TakenApart apart, OpRole[] roles, Chunks chunks) {
    Program whole = apart.whole();
    OpLabels labels = new OpLabels(apart.given());
    JobTypes types = JobTypes.of(config.chunks(), config.backwardIsSplit());
    Placement placement =
        Placement.of(whole, roles, chunks.ofOperations(), types, config.backwardIsSplit());
    Crossings crossings = Crossings.of(whole, placement, labels);
    return new SplitResult(
        whole,
        Assembly.of(whole, placement, crossings, labels),
        chunks.inferred(),
        crossings.persistedValues(),
        crossings.events().waits(),
        apart.matmulGrads());
  }

  /** Collects the settings of a splitter. Not thread-safe. */
  public static final class Builder {
    private final VppConfig config;
    private Optional<OpRole> defaultRole = Optional.empty();
    private ChunkAssignment chunkAssignment = ChunkAssignment.BY_ATTRIBUTE;
    private boolean enableSendRecvOverlap;

    private Builder(VppConfig config) {
      this.config = requireNonNull(config, "config");
    }

    /**
     * Sets the role of operations that have no {@code op_role}; by default they are refused.
     * Inference models have none: for them it is {@link OpRole#FORWARD}.
     *
     * @param defaultRole the role
     * @return this builder
     */
    @CanIgnoreReturnValue
    public Builder defaultRole(OpRole defaultRole) {
      this.defaultRole = Optional.of(defaultRole);
      return this;
    }

    /**
     * Sets where chunks come from: {@link ChunkAssignment#BY_ATTRIBUTE} by default.
     *
     * @param chunkAssignment the choice
     * @return this builder
     */
    @CanIgnoreReturnValue
    public Builder chunkAssignment(ChunkAssignment chunkAssignment) {
      this.chunkAssignment = requireNonNull(chunkAssignment, "chunkAssignment");
      return this;
    }

    /**
     * Takes over the reference pass's attribute {@code enable_send_recv_overlap}, so that nobody
     * who has it on is left to believe that it works: {@link #build} refuses it, as the pass does.
     *
     * @param enableSendRecvOverlap whether it is on; false by default
     * @return this builder
     */
    @CanIgnoreReturnValue
    public Builder enableSendRecvOverlap(boolean enableSendRecvOverlap) {
      this.enableSendRecvOverlap = enableSendRecvOverlap;
      return this;
    }

    /**
     * Returns the splitter.
     *
     * @throws IllegalArgumentException if {@code enable_send_recv_overlap} is on, the dialect is
     *     {@link Dialect#LEGACY}, or there are more than 1,048,576 chunks
     */
    public ProgramSplitter build() {
      checkArgument(
          !enableSendRecvOverlap,
          "enable_send_recv_overlap is on, which a virtual pipeline's programs do not support; sends"
              + " and receives have streams of their own without it. Turn it off.");
      checkArgument(
          config.dialect() == Dialect.PIR,
          "The dialect is %s, whose programs are of the old IR; only those of the %s dialect can be"
              + " split.",
          config.dialect(),
          Dialect.PIR);
      checkArgument(
          config.chunks() <= MAX_CHUNKS,
          "chunks (%s) is above the limit of %s for splitting a program.",
          config.chunks(),
          MAX_CHUNKS);
      return new ProgramSplitter(this);
    }
  }
}
