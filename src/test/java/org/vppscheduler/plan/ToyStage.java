package org.vppscheduler.plan;

import static com.google.common.base.Preconditions.checkState;

import com.google.common.collect.ImmutableSet;
import com.google.common.hash.HashFunction;
import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.vppscheduler.program.Block;
import org.vppscheduler.program.BlockArgument;
import org.vppscheduler.program.NamedAttribute;
import org.vppscheduler.program.OpResult;
import org.vppscheduler.program.Operation;
import org.vppscheduler.program.Program;
import org.vppscheduler.program.Region;
import org.vppscheduler.program.Value;

/**
 * A stage that runs operations as the framework does, on toy values: a value is a hash of the
 * operation that makes it and of its operands. Weights live outside the micro-batches, inputs and
 * kept values in the scope of one. An operation whose name ends in an underscore works in place:
 * its result is its first operand, changed, wherever that lives.
 */
final class ToyStage {
  /** What a name or a value stands for; several can stand for one. */
  static final class Cell {
    private long content;

    Cell(long content) {
      this.content = content;
    }
  }

  /** Messages on their way, by ring; what is sent first is received first. */
  static final class Network {
    private final Map<Long, Deque<Long>> rings = new HashMap<>();

    private Deque<Long> ring(Operation operation) {
      return rings.computeIfAbsent(
          operation.attributes().integer("ring_id").orElseThrow(), ring -> new ArrayDeque<>());
    }

    boolean hasMessageFor(Operation receive) {
      return !ring(receive).isEmpty();
    }

    boolean isEmpty() {
      return rings.values().stream().allMatch(Deque::isEmpty);
    }
  }

  static final String SEND = "pd_op.send_v2";
  static final String RECEIVE = "pd_op.recv_v2";

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

  private static final HashFunction HASH = Hashing.sipHash24();

  private final Network network;
  private final Map<String, Cell> weights = new HashMap<>();
  private final List<Map<String, Cell>> scopes = new ArrayList<>();

  ToyStage(Network network, int microBatches, Set<String> inputs) {
    this.network = network;
    for (int microBatch = 0; microBatch < microBatches; microBatch++) {
      Map<String, Cell> scope = new HashMap<>();
      for (String input : inputs) {
        scope.put(input, new Cell(hash(input).putInt(microBatch).hash().asLong()));
      }
      scopes.add(scope);
    }
  }

  /** One run of a program, operation by operation. */
  final class Run {
    private final Program program;
    private final Map<String, Cell> scope;
    private final Map<Value, Cell> values = new HashMap<>();

    Run(Program program, int microBatch) {
      this.program = program;
      this.scope = scopes.get(microBatch);
      for (BlockArgument argument : program.body().keywordArguments()) {
        String keyword = argument.keyword().orElseThrow();
        Cell cell = (argument.persistable() ? weights : scope).get(keyword);
        checkState(cell != null, "%s is not there", keyword);
        values.put(argument, cell);
      }
    }

    /** Returns whether an operation of the program can run without waiting for a message. */
    boolean isReady(Operation operation) {
      return !operation.name().equals(RECEIVE) || network.hasMessageFor(operation);
    }

    /** Runs an operation and returns the hashes of its results, or of what it does. */
    List<Long> run(Operation operation) {
      Hasher hasher = hash(operation.name());
      for (NamedAttribute attribute : operation.attributes().asList()) {
        if (!IGNORED.contains(attribute.name())) {
          hasher.putUnencodedChars(attribute.toString());
        }
      }
      for (Optional<Value> operand : operation.operands()) {
        hasher.putLong(operand.map(value -> cellOf(value).content).orElse(0L));
      }
      for (Region region : operation.regions()) {
        for (Block block : region.blocks()) {
          runInner(block, hasher);
        }
      }
      long hash = hasher.hash().asLong();
      switch (operation.name()) {
        case Operation.DATA -> bind(operation, scope.get(nameOf(operation)));
        case Operation.PARAMETER -> {
          String name = nameOf(operation);
          long initial = hash(name).hash().asLong();
          bind(operation, weights.computeIfAbsent(name, key -> new Cell(initial)));
        }
        case Operation.SHADOW_OUTPUT -> {
          String name = operation.attributes().text(Operation.OUTPUT_NAME).orElseThrow();
          scope.put(name, cellOf(operation.operand(0).orElseThrow()));
        }
        case SEND ->
            network.ring(operation).add(cellOf(operation.operand(0).orElseThrow()).content);
        case RECEIVE -> bind(operation, new Cell(network.ring(operation).remove()));
        default -> {
          if (operation.name().endsWith("_")) {
            Cell cell = cellOf(operation.operand(0).orElseThrow());
            cell.content = hash;
            bind(operation, cell);
          } else {
            for (OpResult result : operation.results()) {
              long content = HASH.newHasher().putLong(hash).putInt(result.index()).hash().asLong();
              values.put(result, new Cell(content));
            }
          }
        }
      }
      List<Long> results = new ArrayList<>();
      results.add(hash);
      if (!operation.name().equals(Operation.PARAMETER)) {
        // What a weight is just now depends on the order of micro-batches.
        operation.results().forEach(result -> results.add(cellOf(result).content));
      }
      return results;
    }

    private void bind(Operation operation, @Nullable Cell cell) {
      checkState(cell != null, "the input of %s is not there", operation);
      values.put(operation.result(0), cell);
    }

    private void runInner(Block block, Hasher hasher) {
      for (BlockArgument argument : block.arguments()) {
        values.put(argument, new Cell(argument.index()));
      }
      for (Operation operation : block.operations()) {
        run(operation).forEach(hasher::putLong);
      }
    }

    private Cell cellOf(Value value) {
      Cell cell = values.get(value);
      checkState(cell != null, "%s is used before it has a value", value);
      return cell;
    }

    /** Frees all that the program has touched in its scope, save some names. */
    void free(Set<String> skipGcNames) {
      for (BlockArgument argument : program.body().keywordArguments()) {
        free(argument.keyword().orElseThrow(), skipGcNames);
      }
      for (Operation operation : program.operations()) {
        for (OpResult result : operation.results()) {
          result.name().ifPresent(name -> free(name, skipGcNames));
        }
        operation
            .attributes()
            .text(Operation.OUTPUT_NAME)
            .ifPresent(name -> free(name, skipGcNames));
      }
    }

    private void free(String name, Set<String> skipGcNames) {
      if (!skipGcNames.contains(name)) {
        scope.remove(name);
      }
    }
  }

  private static String nameOf(Operation input) {
    return input.result(0).name().orElseThrow();
  }

  private static Hasher hash(String text) {
    return HASH.newHasher().putString(text, StandardCharsets.UTF_8);
  }

  /** Returns the names of a program's inputs. */
  static Set<String> inputsOf(Program program) {
    Set<String> inputs = new HashSet<>();
    for (Operation operation : program.operations()) {
      if (operation.name().equals(Operation.DATA)) {
        inputs.add(nameOf(operation));
      }
    }
    return inputs;
  }

  /** Returns the contents of the weights by name. */
  Map<String, Long> weights() {
    Map<String, Long> contents = new HashMap<>();
    weights.forEach((name, cell) -> contents.put(name, cell.content));
    return contents;
  }

  /** Returns the names that are left in the scope of a micro-batch. */
  Set<String> namesLeft(int microBatch) {
    return scopes.get(microBatch).keySet();
  }
}
