package org.vppscheduler.split;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.vppscheduler.program.BlockArgument;
import org.vppscheduler.program.OpResult;
import org.vppscheduler.program.Operation;
import org.vppscheduler.program.Program;
import org.vppscheduler.program.Use;
import org.vppscheduler.program.Value;

/**
 * The values that cross programs: for each program the keywords of its block, for each value the
 * shadow output it needs, and the events that come with it. Decided in one walk over the operations
 * from last to first, which is the order of keywords.
 */
final class Crossings {
  /** A value as a keyword argument of a block. */
  record Keyword(String name, Value value) {}

  private record InBlock(int type, String name) {}

  private final Program whole;
  private final Placement placement;
  private final OpLabels labels;
  private final ValueNames names;
  private final Events events;
  private final List<List<Keyword>> keywords = new ArrayList<>();

  /** By value number, the name to be kept under by a shadow output that is to be inserted. */
  private final @Nullable String[] insertedNames;

  /** For each type, the number of the value last seen to cross into it. */
  private final int[] lastCrossed;

  /** Only for names of several inputs or parameters, of which one block may use one only. */
  private final Map<InBlock, Value> repeated = new HashMap<>();

  private Crossings(Program whole, Placement placement, OpLabels labels) {
    this.whole = whole;
    this.placement = placement;
    this.labels = labels;
    this.names = ValueNames.of(whole);
    this.events = new Events(placement, labels);
    this.insertedNames = new String[whole.valueCount()];
    this.lastCrossed = new int[placement.types().count()];
    Arrays.fill(lastCrossed, -1);
    for (int type = 0; type < lastCrossed.length; type++) {
      keywords.add(new ArrayList<>());
    }
  }

  /**
   * Finds all values that cross.
   *
   * @throws IllegalArgumentException if a value is used before it is computed, or could be mistaken
   *     for another
   */
  static Crossings of(Program whole, Placement placement, OpLabels labels) {
    Crossings crossings = new Crossings(whole, placement, labels);
    for (Operation operation : whole.operations().reverse()) {
      crossings.addResultsOf(operation);
    }
    for (BlockArgument argument : whole.body().keywordArguments()) {
      String name = argument.keyword().orElseThrow();
      for (Use use : whole.usesOf(argument)) {
        int user = placement.positionOf(use.holder());
        if (crossings.isFirstUse(argument, user)) {
          crossings.add(argument, name, user);
        }
      }
    }
    return crossings;
  }

  private void addResultsOf(Operation producer) {
    int own = placement.positionOf(producer);
    String event = "";
    List<Operation> waiters = ImmutableList.of();
    for (int i = 0; i < producer.resultCount(); i++) {
      OpResult result = producer.result(i);
      String name = "";
      List<Use> uses = whole.usesOf(result);
      for (int u = 0; u < uses.size(); u++) {
        Use use = uses.get(u);
        int user = placement.positionOf(use.holder());
        if (user == own || !isFirstUse(result, user)) {
          continue;
        }
        if (user < own) {
          throw usedTooEarly(result, use.holder());
        }
        if (name.isEmpty()) {
          name = nameOf(result);
        }
        add(result, name, user);
        if (Events.isNeeded(
            placement.typeOf(producer).kind(), placement.typeOf(use.holder()).kind())) {
          if (waiters.isEmpty()) {
            waiters = new ArrayList<>();
          }
          waiters.add(use.holder());
          event = name;
        }
      }
    }
    if (!waiters.isEmpty()) {
      events.add(producer, event, waiters);
    }
  }

  private boolean isFirstUse(Value value, int user) {
    boolean first = lastCrossed[user] != value.number();
    lastCrossed[user] = value.number();
    return first;
  }

  /** Returns the name of a value that crosses, and sees to it that the value is kept under it. */
  private String nameOf(OpResult result) {
    String name = names.of(result);
    if (result.name().isEmpty() && !isKeptByOwnProgram(result, name)) {
      insertedNames[result.number()] = name;
    }
    return name;
  }

  private boolean isKeptByOwnProgram(OpResult result, String name) {
    for (Use use : whole.usesOf(result)) {
      // A shadow output inside a region may never run.
      if (use.user() == use.holder()
          && use.user().name().equals(Operation.SHADOW_OUTPUT)
          && placement.positionOf(use.user()) == placement.positionOf(result.operation())
          && use.user().attributes().text(Operation.OUTPUT_NAME).equals(Optional.of(name))) {
        return true;
      }
    }
    return false;
  }

  private void add(Value value, String name, int user) {
    Optional<Value> rival = names.rivalOf(value, name);
    if (rival.isEmpty() && names.isRepeated(name)) {
      rival = Optional.ofNullable(repeated.putIfAbsent(new InBlock(user, name), value));
    }
    if (rival.isPresent()) {
      throw mistakable(name, user, rival.get(), value);
    }
    keywords.get(user).add(new Keyword(name, value));
  }

  private IllegalArgumentException usedTooEarly(OpResult result, Operation user) {
    return new IllegalArgumentException(
        "Result "
            + result.index()
            + " of "
            + labels.of(result.operation())
            + ", which "
            + placement.typeOf(result.operation()).name()
            + " computes, is used by "
            + labels.of(user)
            + " of "
            + placement.typeOf(user).name()
            + ", which runs before. Check the op_role and chunk_id of both.");
  }

  private IllegalArgumentException mistakable(String name, int user, Value one, Value other) {
    return new IllegalArgumentException(
        "The keyword \""
            + name
            + "\" of "
            + placement.types().at(user).name()
            + " would stand for two values: "
            + described(one)
            + " and "
            + described(other)
            + ". Rename one of them.");
  }

  private String described(Value value) {
    Optional<Operation> top = Placement.topOperationOf(value);
    if (top.isEmpty()) {
      return "the " + value + " of the program";
    }
    String place = labels.of(top.get()) + " of " + placement.typeOf(top.get()).name();
    return value.block() == whole.body()
        ? "result " + value.index() + " of " + place
        : "a value inside " + place;
  }

  /** Returns the keywords of each type, in order. */
  List<List<Keyword>> keywords() {
    return keywords;
  }

  /** Returns the name under which an inserted shadow output is to keep a result, if one is to. */
  Optional<String> insertedName(OpResult result) {
    return Optional.ofNullable(insertedNames[result.number()]);
  }

  Events events() {
    return events;
  }

  /** Returns the values for which a shadow output is to be inserted, in program order. */
  ImmutableList<PersistedValue> persistedValues() {
    ImmutableList.Builder<PersistedValue> persisted = ImmutableList.builder();
    for (Operation operation : whole.operations()) {
      for (int i = 0; i < operation.resultCount(); i++) {
        String name = insertedNames[operation.result(i).number()];
        if (name != null) {
          persisted.add(
              new PersistedValue(
                  operation.index(),
                  operation.name(),
                  i,
                  name,
                  placement.typeOf(operation).name()));
        }
      }
    }
    return persisted.build();
  }
}
