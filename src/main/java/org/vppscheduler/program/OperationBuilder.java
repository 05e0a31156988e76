package org.vppscheduler.program;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Collects what an operation consists of; {@link #add} puts it at the end of its block. */
public final class OperationBuilder {
  private static final @Nullable Value[] NO_OPERANDS = {};

  private final BlockBuilder block;
  private final String name;
  private final List<@Nullable Value> operands = new ArrayList<>();
  private final List<Type> resultTypes = new ArrayList<>(1);
  private final List<List<BlockBuilder>> regions = new ArrayList<>(0);
  private Attributes attributes = Attributes.none();
  private boolean added;

  OperationBuilder(BlockBuilder block, String name) {
    this.block = block;
    this.name = name;
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
    block.checkVisible(value, operands.size(), name);
    operands.add(value);
    return this;
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
    operands.add(null);
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
    resultTypes.add(requireNonNull(type, "type"));
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
            operands.isEmpty() ? NO_OPERANDS : operands.toArray(new Value[0]),
            resultTypes,
            attributes,
            regions);
    added = true;
    return operation;
  }
}
