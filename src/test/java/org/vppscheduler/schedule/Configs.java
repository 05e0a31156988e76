package org.vppscheduler.schedule;

import com.google.common.base.Joiner;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/** Configurations for tests: exhaustive ranges, and seeded samples of wide ones. */
final class Configs {
  static final long SEED = 20261201L;

  private Configs() {}

  static VppConfig.Builder of(int stages, int chunks, int microBatches) {
    return VppConfig.builder().stages(stages).chunks(chunks).microBatches(microBatches);
  }

  /** Every (S, C, M) with S 1..maxStages, C 1..maxChunks, M 1..4S+3. */
  static void forEachSize(int maxStages, int maxChunks, Consumer<VppConfig.Builder> test) {
    for (int stages = 1; stages <= maxStages; stages++) {
      for (int chunks = 1; chunks <= maxChunks; chunks++) {
        for (int microBatches = 1; microBatches <= 4 * stages + 3; microBatches++) {
          test.accept(of(stages, chunks, microBatches));
        }
      }
    }
  }

  /**
   * Runs a test for seeded random configurations with every setting varied: S to 64, C to 16, M to
   * 4S+3, one in ten with M in the thousands. On failure the smallest failing one in a shrinking
   * search is named.
   */
  static void forRandom(int cases, Consumer<VppConfig> test) {
    Random random = new Random(SEED);
    for (int i = 0; i < cases; i++) {
      VppConfig config = random(random);
      try {
        test.accept(config);
      } catch (AssertionError | RuntimeException failure) {
        VppConfig smallest = shrink(config, test);
        throw new AssertionError(
            Joiner.on(' ').join("seed", SEED, "case", i, "fails for", smallest, "at first", config),
            failure);
      }
    }
  }

  private static VppConfig random(Random random) {
    int stages = 1 + random.nextInt(random.nextBoolean() ? 64 : 8);
    int chunks = 1 + random.nextInt(random.nextBoolean() ? 16 : 4);
    int microBatches = 1 + random.nextInt(4 * stages + 3);
    if (random.nextInt(3) == 0) {
      microBatches = stages;
    }
    if (random.nextInt(10) == 0) {
      microBatches = 1000 + random.nextInt(4000);
      chunks = 1 + random.nextInt(3);
    }
    VppConfig.Builder builder =
        of(stages, chunks, microBatches)
            .dialect(random.nextBoolean() ? Dialect.PIR : Dialect.LEGACY)
            .splitBackward(random.nextBoolean())
            .overlapShardingReduce(random.nextBoolean());
    VppConfig config = builder.build();
    Grouping other =
        random.nextBoolean()
            ? Grouping.reference()
            : Grouping.ofSize(stages + random.nextInt(Math.max(1, microBatches)));
    return valid(builder.grouping(other)) ? builder.build() : config;
  }

  static boolean valid(VppConfig.Builder builder) {
    try {
      VppConfig unused = builder.build();
      return true;
    } catch (IllegalArgumentException refused) {
      return false;
    }
  }

  private static VppConfig shrink(VppConfig failing, Consumer<VppConfig> test) {
    List<VppConfig.Builder> smaller = new ArrayList<>();
    smaller.add(failing.toBuilder().stages(Math.max(1, failing.stages() / 2)));
    smaller.add(failing.toBuilder().stages(Math.max(1, failing.stages() - 1)));
    smaller.add(failing.toBuilder().chunks(Math.max(1, failing.chunks() / 2)));
    smaller.add(failing.toBuilder().chunks(Math.max(1, failing.chunks() - 1)));
    smaller.add(failing.toBuilder().microBatches(Math.max(1, failing.microBatches() / 2)));
    smaller.add(failing.toBuilder().microBatches(Math.max(1, failing.microBatches() - 1)));
    for (VppConfig.Builder builder : smaller) {
      if (valid(builder) && !builder.build().equals(failing)) {
        VppConfig candidate = builder.build();
        try {
          test.accept(candidate);
        } catch (AssertionError | RuntimeException stillFails) {
          return shrink(candidate, test);
        }
      }
    }
    return failing;
  }
}
