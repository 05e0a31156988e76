package org.vppscheduler.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableLongArray;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.vppscheduler.format.FormatException;
import org.vppscheduler.format.PirJson;
import org.vppscheduler.plan.Plan;
import org.vppscheduler.program.Attribute;
import org.vppscheduler.program.Attributes;
import org.vppscheduler.program.OpRole;
import org.vppscheduler.program.Program;
import org.vppscheduler.program.ProgramChanges;
import org.vppscheduler.program.RandomPrograms;
import org.vppscheduler.program.ScalarType;
import org.vppscheduler.schedule.VppConfig;
import org.vppscheduler.schedule.VppScheduler;
import org.vppscheduler.split.ChunkAssignment;
import org.vppscheduler.split.ProgramSplitter;
import org.vppscheduler.split.SplitResult;
import org.vppscheduler.split.SubProgram;
import org.vppscheduler.split.TrainingPrograms;

/**
 * Programs that are nearly right, or not at all: they are split, or refused with an {@link
 * IllegalArgumentException}; what comes out is complete and can be planned or is refused likewise.
 *
 * <p>{@code -Dfuzz.cases=N} sets the number of cases, {@code -Dfuzz.seed=N} the seed.
 */
final class ProgramFuzzTest {
  private static final int CASES = Integer.getInteger("fuzz.cases", 3000);
  private static final long SEED = Long.getLong("fuzz.seed", 20261201L);

  /** What the splitter looks at or writes. */
  private static final ImmutableList<String> NAMES =
      ImmutableList.of(
          "chunk_id",
          "op_role",
          "op_dist_attr",
          "ring_id",
          "name",
          "parameter_name",
          "output_name",
          "transpose_x",
          "transpose_y",
          "event_to_record",
          "events_to_wait",
          "force_record_event",
          "execution_stream",
          "persistable",
          "stop_gradient");

  private static final ImmutableList<Attribute> VALUES =
      ImmutableList.of(
          Attribute.int32(0),
          Attribute.int32(1),
          Attribute.int32(2),
          Attribute.int32(-1),
          Attribute.int32(Integer.MAX_VALUE),
          Attribute.int32(Integer.MIN_VALUE),
          Attribute.int64(1),
          Attribute.int64(1L << 32),
          Attribute.int64(Long.MIN_VALUE),
          new Attribute.Index(Long.MAX_VALUE),
          new Attribute.OpDist("{},[],[]", 1),
          new Attribute.OpDist("{},[],[]", -1),
          new Attribute.OpDist("{},[],[]", Long.MAX_VALUE),
          Attribute.of(true),
          Attribute.of(false),
          Attribute.of(""),
          Attribute.of("x"),
          Attribute.of("shared"),
          Attribute.of("var_3_pd_op.matmul_0"),
          Attribute.of("../../x"),
          Attribute.array(),
          Attribute.array(Attribute.of(true), Attribute.of("x")),
          Attribute.Float64.of(Double.NaN),
          new Attribute.IntArray(ImmutableLongArray.of(Long.MAX_VALUE, -1)),
          new Attribute.OfType(ScalarType.FLOAT32),
          new Attribute.Opaque("4.a_new", "\"D\":null"));

  private final Random random = new Random(SEED);

  private <T> T pick(ImmutableList<T> from) {
    return from.get(random.nextInt(from.size()));
  }

  private Program changed(Program program) {
    int oneIn = 4 << random.nextInt(6);
    return ProgramChanges.withAttributes(
        program,
        (operation, attributes) -> random.nextInt(oneIn) == 0 ? changed(attributes) : attributes);
  }

  private Attributes changed(Attributes attributes) {
    String name = pick(NAMES);
    return random.nextInt(3) == 0 ? attributes.without(name) : attributes.with(name, pick(VALUES));
  }

  /** Changes the text of a program's file, so that operands, types and regions are other ones. */
  private Optional<Program> changedText(Program program) {
    try {
      String text = PirJson.format(program);
      return Optional.of(PirJson.parse(new Mutator(random).mutate(ImmutableList.of(text))));
    } catch (FormatException refused) {
      return Optional.empty();
    }
  }

  private Optional<Program> program(int stages, int chunks, int stage) {
    Program program =
        random.nextInt(5) == 0
            ? RandomPrograms.next(random.nextLong(), 12)
            : TrainingPrograms.ofStage(random.nextInt(), stages, chunks, stage, 2);
    return random.nextInt(3) == 0 ? changedText(program) : Optional.of(changed(program));
  }

  @Test
  void splitAndPlan_anyProgram_succeedOrRefuse() {
    int split = 0;
    int planned = 0;
    for (int i = 0; i < CASES; i++) {
      int stages = 1 + random.nextInt(3);
      int chunks = 1 + random.nextInt(3);
      int stage = random.nextInt(stages);
      VppConfig config =
          VppConfig.builder()
              .stages(stages)
              .chunks(chunks)
              .microBatches(stages * (1 + random.nextInt(2)))
              .splitBackward(random.nextBoolean())
              .overlapShardingReduce(random.nextBoolean())
              .build();
      ProgramSplitter.Builder splitter = ProgramSplitter.builder(config);
      if (random.nextInt(4) == 0) {
        splitter.defaultRole(pick(ImmutableList.copyOf(OpRole.values())));
      }
      if (random.nextInt(8) == 0) {
        splitter.chunkAssignment(ChunkAssignment.EVEN);
      }
      Optional<Program> program = program(stages, chunks, stage);
      if (program.isEmpty()) {
        continue;
      }
      String what = "seed " + SEED + ", case " + i + ", " + config;
      try {
        SplitResult result = splitter.build().split(program.get());
        split++;
        assertComplete(result, what);
        Plan plan = Plan.of(VppScheduler.create(config).stage(stage), result);
        planned++;
        assertThat(plan.programs().values()).as(what).isSubsetOf(result.programs().values());
      } catch (IllegalArgumentException refused) {
        assertThat(refused).as(what).hasNoCause();
        assertThat(refused.getMessage()).as(what).hasSizeGreaterThan(20);
      } catch (RuntimeException | StackOverflowError wrong) {
        fail(what + "\n" + PirJson.format(program.get()), wrong);
      }
    }
    assertThat(split).isBetween(CASES / 10, CASES - 1);
    assertThat(planned).isBetween(CASES / 20, split);
  }

  private static void assertComplete(SplitResult result, String what) {
    int[] seen = new int[result.whole().operations().size()];
    for (SubProgram part : result.subPrograms()) {
      part.origins().stream().filter(o -> o != SubProgram.INSERTED).forEach(o -> seen[o]++);
      String json = PirJson.format(part.program());
      assertThat(PirJson.format(PirJson.parse(json))).as(what).isEqualTo(json);
    }
    assertThat(seen).as(what).containsOnly(1);
  }
}
