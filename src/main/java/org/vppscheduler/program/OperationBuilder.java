package org.vppscheduler.program;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Collects what an operation consists of; {@link #add} puts it at the end of its block. */
public final class OperationBuilder {
  private static final @Nullable Value[] NO_OPERANDS = {};
  private static final Type[] NO_RESULTS = {};

  private final BlockBuilder block;
  private final String name;

  // Arrays, as millions of these are made: an operation takes over those that are full.
  private @Nullable Value[] operands;
  private int operandCount;
  private Type[] resultTypes;
  private int resultCount;

  private List<List<BlockBuilder>> regions = ImmutableList.of();
  private Attributes attributes = Attributes.none();
  private boolean added;

  /** Begins one with room for operands and results; there may be more or fewer of them. */
  OperationBuilder(BlockBuilder block, String name, int operands, int results) {
    this.block = block;
    this.name = name;
    this.operands = operands == 0 ? NO_OPERANDS : new Value[operands];
    this.resultTypes = results == 0 ? NO_RESULTS : new Type[results];
  }

  /**
   * Adds an operand.
   *
   * @param value a value of the operation's block or of a block around it
   * @return this builder
   * @throws IllegalArgumentException if the value may not be used there
   */
  @CanIgnoreReturnValue
  public OperationBuilder operand(Value value) {
    block.checkVisible(value, operandCount, name);
    return addOperand(value);
  }

  /**
   * Adds an operand that may be null.
   *
   * @param value a value as for {@link #operand(Value)}, or nothing for a null operand
   * @return this builder
   * @throws IllegalArgumentException if the value may not be used there
   */
  @CanIgnoreReturnValue
  public OperationBuilder operand(Optional<? extends Value> value) {
    return value.isPresent() ? operand(value.get()) : nullOperand();
  }

  /**
   * Adds operands.
   *
   * @param values values as for {@link #operand(Value)}
   * @return this builder
   * @throws IllegalArgumentException if a value may not be used there
   */
  @CanIgnoreReturnValue
  public OperationBuilder operands(Value... values) {
    for (Value value : values) {
      operand(value);
    }
    return this;
  }

  /**
   * Adds a null operand: the place of an optional input that is not given.
   *
   * @return this builder
   */
  @CanIgnoreReturnValue
  public OperationBuilder nullOperand() {
    return addOperand(null);
  }

  private OperationBuilder addOperand(@Nullable Value value) {
    if (operandCount == operands.length) {
      operands = Arrays.copyOf(operands, 2 * operandCount + 1);
    }
    operands[operandCount++] = value;
    return this;
  }

  /**
   * Adds a result.
   *
   * @param type its type
   * @return this builder
   */
  @CanIgnoreReturnValue
  public OperationBuilder result(Type type) {
    requireNonNull(type, "type");
    if (resultCount == resultTypes.length) {
      resultTypes = Arrays.copyOf(resultTypes, 2 * resultCount + 1);
    }
    resultTypes[resultCount++] = type;
    return this;
  }

  /**
   * Sets an attribute, as {@link Attributes#with} does. On a {@code builtin.parameter}, {@code
   * trainable} goes from {@link AttributeGroup#OPERATION} to {@link AttributeGroup#RESULTS}, and
   * what is beyond its own {@code is_distributed}, {@code is_parameter}, {@code need_clip} and
   * {@code parameter_name} to {@link AttributeGroup#DISTRIBUTION}.
   *
   * @param attribute its name
   * @param value its value
   * @return this builder
   */
  @CanIgnoreReturnValue
  public OperationBuilder attribute(String attribute, Attribute value) {
    attributes = attributes.with(attribute, value);
    return this;
  }

  /**
   * Replaces all attributes.
   *
   * @param all the attributes
   * @return this builder
   */
  @CanIgnoreReturnValue
  public OperationBuilder attributes(Attributes all) {
    attributes = requireNonNull(all, "all");
    return this;
  }

  /**
   * Adds a region.
   *
   * @param blocks its blocks, begun by {@link BlockBuilder#nested()} of the block that the
   *     operation goes into; they are finished by {@link #add}
   * @return this builder
   */
  @CanIgnoreReturnValue
  public OperationBuilder region(List<BlockBuilder> blocks) {
    if (regions.isEmpty()) {
      regions = new ArrayList<>(1);
    }
    regions.add(ImmutableList.copyOf(blocks));
    return this;
  }

  /**
   * Adds a region.
   *
   * @param blocks its blocks, as for {@link #region(List)}
   * @return this builder
   */
  @CanIgnoreReturnValue
  public OperationBuilder region(BlockBuilder... blocks) {
    return region(ImmutableList.copyOf(blocks));
  }

  /**
   * Puts the operation at the end of its block.
   *
   * @return the operation, whose results can now be used
   * @throws IllegalArgumentException if a block of a region was not begun by the operation's block,
   *     or belongs to an operation already
   * @throws IllegalStateException if the operation was added before, its block is finished, or a
   *     block of a region has nested blocks that were not given to an operation
   */
  @CanIgnoreReturnValue
  public Operation add() {
    if (added) {
      throw new IllegalStateException("This " + name + " was added already; begin a new one.");
    }
    Operation operation =
        block.add(
            name,
            operandCount == operands.length ? operands : Arrays.copyOf(operands, operandCount),
            resultCount == resultTypes.length
                ? resultTypes
                : Arrays.copyOf(resultTypes, resultCount),
            attributes,
            regions);
    added = true;
    return operation;
  }
}
