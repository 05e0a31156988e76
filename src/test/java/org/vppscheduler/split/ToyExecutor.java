package org.vppscheduler.split;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.hash.HashFunction;
import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.vppscheduler.program.Block;
import org.vppscheduler.program.BlockArgument;
import org.vppscheduler.program.NamedAttribute;
import org.vppscheduler.program.OpResult;
import org.vppscheduler.program.Operation;
import org.vppscheduler.program.Program;
import org.vppscheduler.program.Region;
import org.vppscheduler.program.Value;

/**
 * Runs programs on toy values: each result of an operation is a hash of the operation's name,
 * attributes, operand values and what happens in its regions. Two runs that give the same values
 * have, for all that matters, computed the same.
 *
 * <p>Programs that run one after another share nothing but a scope, a map from names to values:
 * {@code pd_op.data} and {@code builtin.parameter} take theirs from it (and put it there), {@code
 * builtin.shadow_output} puts its operand there, and keyword arguments must be there.
 */
final class ToyExecutor {
  /** Where sends go and receives come from. */
  interface Channels {
    /** Takes a value that {@code pd_op.send_v2} sends. */
    void send(Operation operation, long value);

    /** Returns the value that {@code pd_op.recv_v2} receives. */
    long receive(Operation operation);
  }

  /** What a split adds; it has no effect on values. */
  private static final ImmutableSet<String> IGNORED =
      ImmutableSet.of(
          "dynamic_shape",
          "use_calc_stream",
          "execution_stream",
          "scheduling_priority",
          "force_record_event",
          "event_to_record",
          "events_to_wait");

  private static final HashFunction HASH = Hashing.goodFastHash(64);

  private final Map<String, Long> scope;
  private final Channels channels;
  private final Map<Value, Long> values = new HashMap<>();

  private ToyExecutor(Map<String, Long> scope, Channels channels) {
    this.scope = scope;
    this.channels = channels;
  }

  /**
   * Returns channels for one stage on its own: sends go nowhere, each receive has its own value.
   */
  static Channels noPeers() {
    return new Channels() {
      @Override
      public void send(Operation operation, long value) {}

      @Override
      public long receive(Operation operation) {
        return start(operation).hash().asLong();
      }
    };
  }

  /**
   * Runs a program.
   *
   * @param scope the values of names, changed by the run
   * @return for each operation of the top block the values of its results; for those without
   *     results, the hash of what they do
   */
  static List<ImmutableList<Long>> run(
      Program program, Map<String, Long> scope, Channels channels) {
    ToyExecutor executor = new ToyExecutor(scope, channels);
    for (BlockArgument argument : program.body().keywordArguments()) {
      String keyword = argument.keyword().orElseThrow();
      Long value = scope.get(keyword);
      if (value == null) {
        throw new AssertionError("Nothing was kept as " + keyword + " before it was needed.");
      }
      executor.values.put(argument, value);
    }
    List<ImmutableList<Long>> results = new ArrayList<>();
    for (Operation operation : program.operations()) {
      results.add(executor.run(operation));
    }
    return results;
  }

  private ImmutableList<Long> run(Operation operation) {
    Hasher hasher = start(operation);
    for (Optional<Value> operand : operation.operands()) {
      hasher.putLong(operand.map(this::valueOf).orElse(0L));
    }
    for (Region region : operation.regions()) {
      for (Block block : region.blocks()) {
        runInner(block, hasher);
      }
    }
    long hash = hasher.hash().asLong();
    switch (operation.name()) {
      case Operation.DATA, Operation.PARAMETER -> {
        String name = operation.result(0).name().orElseThrow();
        hash = scope.computeIfAbsent(name, ToyExecutor::initial);
      }
      case Operation.SHADOW_OUTPUT ->
          scope.put(
              operation.attributes().text(Operation.OUTPUT_NAME).orElseThrow(),
              valueOf(operation.operand(0).orElseThrow()));
      case "pd_op.send_v2" -> channels.send(operation, valueOf(operation.operand(0).orElseThrow()));
      case "pd_op.recv_v2" -> hash = channels.receive(operation);
      default -> {}
    }
    if (operation.resultCount() == 0) {
      return ImmutableList.of(hash);
    }
    ImmutableList.Builder<Long> results = ImmutableList.builder();
    for (OpResult result : operation.results()) {
      long value =
          operation.resultCount() == 1
              ? hash
              : HASH.newHasher().putLong(hash).putInt(result.index()).hash().asLong();
      values.put(result, value);
      results.add(value);
    }
    return results.build();
  }

  private void runInner(Block block, Hasher hasher) {
    int number = 0;
    for (BlockArgument argument : block.arguments()) {
      values.put(argument, HASH.hashInt(number++).asLong());
    }
    for (Operation operation : block.operations()) {
      run(operation).forEach(hasher::putLong);
    }
  }

  private long valueOf(Value value) {
    Long known = values.get(value);
    if (known == null) {
      throw new AssertionError(value + " is used before it has a value.");
    }
    return known;
  }

  /** Returns the value that an input or a parameter has if nothing else says. */
  static long initial(String name) {
    return HASH.hashString(name, StandardCharsets.UTF_8).asLong();
  }

  private static Hasher start(Operation operation) {
    Hasher hasher = HASH.newHasher().putUnencodedChars(operation.name());
    for (NamedAttribute attribute : operation.attributes().asList()) {
      if (!IGNORED.contains(attribute.name())) {
        hasher.putUnencodedChars(attribute.toString());
      }
    }
    return hasher;
  }
}
