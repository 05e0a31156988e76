package org.vppscheduler.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Laws that hold for every program. */
final class RandomProgramsTest {
  private static final int SEEDS = 300;

  @Test
  void usesOf_anyProgram_areExactlyTheOperands() {
    for (long seed = 0; seed < SEEDS; seed++) {
      Program program = RandomPrograms.next(seed, 12);
      Map<Value, List<Use>> expected = new HashMap<>();
      collectUses(program.body(), expected);
      Set<Integer> numbers = new HashSet<>();
      for (Value value : values(program.body(), new ArrayList<>())) {
        numbers.add(value.number());
        assertThat(program.usesOf(value))
            .as("seed %d, %s", seed, value)
            .isEqualTo(expected.getOrDefault(value, List.of()));
      }
      assertThat(numbers).as("seed %d", seed).hasSize(program.valueCount());
    }
  }

  private static void collectUses(Block block, Map<Value, List<Use>> uses) {
    for (Operation operation : block.operations()) {
      for (int i = 0; i < operation.operandCount(); i++) {
        int index = i;
        operation
            .operand(i)
            .ifPresent(
                value ->
                    uses.computeIfAbsent(value, v -> new ArrayList<>())
                        .add(new Use(operation, index, holderIn(value.block(), operation))));
      }
      for (Region region : operation.regions()) {
        for (Block inner : region.blocks()) {
          collectUses(inner, uses);
        }
      }
    }
  }

  private static Operation holderIn(Block block, Operation user) {
    Operation holder = user;
    while (holder.block() != block) {
      holder = holder.block().holder().orElseThrow();
    }
    return holder;
  }

  private static List<Value> values(Block block, List<Value> values) {
    values.addAll(block.arguments());
    values.addAll(block.keywordArguments());
    for (Operation operation : block.operations()) {
      values.addAll(operation.results());
      for (Region region : operation.regions()) {
        for (Block inner : region.blocks()) {
          values = values(inner, values);
        }
      }
    }
    return values;
  }

  @Test
  void equals_copyOfAllOperations_isEqualInAllForms() {
    for (long seed = 0; seed < SEEDS; seed++) {
      Program program = RandomPrograms.next(seed, 12);
      Program copy = copy(program);
      assertThat(copy).as("seed %d", seed).isEqualTo(program).hasSameHashCodeAs(program);
      assertThat(copy.toString()).as("seed %d", seed).isEqualTo(program.toString());
    }
  }

  @Test
  void equals_otherSeed_isMostlyDifferent() {
    int equal = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      Program one = RandomPrograms.next(seed, 12);
      Program other = RandomPrograms.next(seed + SEEDS, 12);
      assertThat(one.equals(other))
          .as("seed %d", seed)
          .isEqualTo(one.toString().equals(other.toString()));
      equal += one.equals(other) ? 1 : 0;
    }
    assertThat(equal).isLessThan(SEEDS / 10);
  }

  private static Program copy(Program program) {
    ProgramBuilder builder =
        Program.builder().version(program.version()).trainable(program.trainable());
    Map<Value, Value> copies = new HashMap<>();
    for (BlockArgument argument : program.body().arguments()) {
      copies.put(argument, builder.body().argument(argument.type()));
    }
    for (BlockArgument argument : program.body().keywordArguments()) {
      String keyword = argument.keyword().orElseThrow();
      copies.put(argument, builder.body().keywordArgumentLike(keyword, argument));
    }
    for (Operation operation : program.operations()) {
      Operation copy = builder.body().copyOf(operation, copies::get).add();
      for (int i = 0; i < operation.resultCount(); i++) {
        copies.put(operation.result(i), copy.result(i));
      }
    }
    return builder.build();
  }
}
