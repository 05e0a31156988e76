package org.vppscheduler.program;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * An operation: a named step that makes result values from operand values. Compared by identity.
 */
public final class Operation {
  /** The name of the operation that makes a parameter, such as a weight, available. */
  public static final String PARAMETER = "builtin.parameter";

  /** The name of the operation that makes an input available. */
  public static final String DATA = "pd_op.data";

  /** The name of the operation that keeps a value, under a name, beyond the run of the program. */
  public static final String SHADOW_OUTPUT = "builtin.shadow_output";

  /** The name of the attribute of {@link #SHADOW_OUTPUT} with the name of what it keeps. */
  public static final String OUTPUT_NAME = "output_name";

  private static final String TRAINABLE = "trainable";

  private static final ImmutableSet<String> OWN_ATTRIBUTES_OF_PARAMETER =
      ImmutableSet.of("is_distributed", "is_parameter", "need_clip", "parameter_name");

  private final Scope scope;
  private final int index;
  private final String name;
  private final @Nullable Value[] operands;
  private final OpResult[] results;
  private final Attributes attributes;
  private final ImmutableList<Region> regions;

  Operation(
      Scope scope,
      int index,
      String name,
      @Nullable Value[] operands,
      Type[] resultTypes,
      Attributes attributes,
      List<ImmutableList<Block>> regions) {
    this.scope = scope;
    this.index = index;
    this.name = name;
    this.operands = operands;
    this.attributes =
        name.equals(PARAMETER) ? attributes.regrouped(Operation::groupOfParameter) : attributes;
    results = new OpResult[resultTypes.length];
    for (int i = 0; i < results.length; i++) {
      results[i] = new OpResult(this, i, scope.nextNumber(), resultTypes[i]);
    }
    ImmutableList.Builder<Region> held = ImmutableList.builderWithExpectedSize(regions.size());
    for (ImmutableList<Block> blocks : regions) {
      held.add(new Region(this, blocks));
      for (Block inner : blocks) {
        inner.scope().hold(this);
      }
    }
    this.regions = held.build();
  }

  /**
   * A parameter has four attributes of its own and one more about its result; whatever else is
   * added describes distribution.
   */
  private static AttributeGroup groupOfParameter(String attribute) {
    if (attribute.equals(TRAINABLE)) {
      return AttributeGroup.RESULTS;
    }
    return OWN_ATTRIBUTES_OF_PARAMETER.contains(attribute)
        ? AttributeGroup.OPERATION
        : AttributeGroup.DISTRIBUTION;
  }

  /** Returns its name with the dialect, such as {@code pd_op.matmul}. */
  public String name() {
    return name;
  }

  /**
   * Returns the block it is in.
   *
   * @throws IllegalStateException if the block is still being built
   */
  public Block block() {
    return scope.block();
  }

  Scope scope() {
    return scope;
  }

  /** Returns its index in {@link Block#operations()} of its block. */
  public int index() {
    return index;
  }

  /** Returns how many operands there are, null operands included. */
  public int operandCount() {
    return operands.length;
  }

  /**
   * Returns an operand, or nothing for a null operand.
   *
   * @param operandIndex which one, from 0 to {@link #operandCount()} − 1
   * @throws IndexOutOfBoundsException if there is no such operand
   */
  public Optional<Value> operand(int operandIndex) {
    return Optional.ofNullable(operands[operandIndex]);
  }

  @Nullable Value operandOrNull(int operandIndex) {
    return operands[operandIndex];
  }

  /** Returns the operands in order, nothing for a null operand; an unmodifiable view. */
  public List<Optional<Value>> operands() {
    return new OperandList(operands);
  }

  /** Returns how many results there are. */
  public int resultCount() {
    return results.length;
  }

  /**
   * Returns a result.
   *
   * @param resultIndex which one, from 0 to {@link #resultCount()} − 1
   * @throws IndexOutOfBoundsException if there is no such result
   */
  public OpResult result(int resultIndex) {
    return results[resultIndex];
  }

  /** Returns the results in order; an unmodifiable view. */
  public List<OpResult> results() {
    return Collections.unmodifiableList(Arrays.asList(results));
  }

  /** Returns its attributes. */
  public Attributes attributes() {
    return attributes;
  }

  /** Returns the role that the attribute {@value OpRole#ATTRIBUTE} gives it; nothing if none. */
  public Optional<OpRole> role() {
    var code = attributes.integer(OpRole.ATTRIBUTE);
    return code.isPresent() ? OpRole.ofCode(code.getAsLong()) : Optional.empty();
  }

  /** Returns its regions in order; mostly none. */
  public ImmutableList<Region> regions() {
    return regions;
  }

  /** Returns a description for messages, such as {@code op 12 (pd_op.matmul)}. */
  @Override
  public String toString() {
    return "op " + index + " (" + name + ")";
  }

  /** Operands without an object for each of them that lasts. */
  private static final class OperandList extends AbstractList<Optional<Value>>
      implements RandomAccess {
    private final @Nullable Value[] operands;

    OperandList(@Nullable Value[] operands) {
      this.operands = operands;
    }

    @Override
    public Optional<Value> get(int index) {
      return Optional.ofNullable(operands[index]);
    }

    @Override
    public int size() {
      return operands.length;
    }
  }
}
