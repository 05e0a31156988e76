package org.vppscheduler.program;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Builds a {@link Block}: arguments and operations, in order. */
public final class BlockBuilder {
  /** How deep regions may be nested. Real programs stay below ten. */
  public static final int MAX_DEPTH = 64;

  private final Scope scope;
  private final List<BlockArgument> arguments = new ArrayList<>();
  private final List<BlockArgument> keywordArguments = new ArrayList<>();
  private final Set<String> keywords = new HashSet<>();
  private final List<Operation> operations = new ArrayList<>();
  private int openNested;
  private boolean finished;

  private BlockBuilder(Scope scope) {
    this.scope = scope;
  }

  static BlockBuilder ofProgram() {
    return new BlockBuilder(new Scope(null));
  }

  /**
   * Begins a block for a region of an operation that is to be added to this block. Its operations
   * may use all values that this block and those around it have at that time. It must be given to
   * {@link OperationBuilder#region} before the program is built.
   *
   * @throws IllegalArgumentException if it would be nested deeper than {@value #MAX_DEPTH}
   * @throws IllegalStateException if this block is finished
   */
  public BlockBuilder nested() {
    checkOpen();
    if (scope.depth() == MAX_DEPTH) {
      throw new IllegalArgumentException(
          "Regions are nested " + (MAX_DEPTH + 1) + " deep; the limit is " + MAX_DEPTH + ".");
    }
    openNested++;
    return new BlockBuilder(new Scope(scope));
  }

  /**
   * Adds a positional argument.
   *
   * @param type its type
   * @throws IllegalStateException if this block is finished
   */
  public BlockArgument argument(Type type) {
    return argument(type, false, false);
  }

  /**
   * Adds a keyword argument that is neither persistable nor ends gradients.
   *
   * @param keyword its keyword
   * @param type its type
   * @throws IllegalArgumentException if the block has that keyword already
   * @throws IllegalStateException if this block is finished
   */
  public BlockArgument keywordArgument(String keyword, Type type) {
    return keywordArgument(keyword, type, false, false);
  }

  /**
   * Adds a keyword argument with the type and the flags of a value, which may be one of another
   * program.
   *
   * @param keyword its keyword
   * @param like the value
   * @throws IllegalArgumentException if the block has that keyword already
   * @throws IllegalStateException if this block is finished
   */
  public BlockArgument keywordArgumentLike(String keyword, Value like) {
    return keywordArgument(keyword, like.type(), like.persistable(), like.stopGradient());
  }

  private BlockArgument argument(Type type, boolean persistable, boolean stopGradient) {
    checkOpen();
    requireNonNull(type, "type");
    BlockArgument argument =
        new BlockArgument(scope, arguments.size(), type, null, persistable, stopGradient);
    arguments.add(argument);
    return argument;
  }

  private BlockArgument keywordArgument(
      String keyword, Type type, boolean persistable, boolean stopGradient) {
    checkOpen();
    requireNonNull(type, "type");
    if (!keywords.add(requireNonNull(keyword, "keyword"))) {
      throw new IllegalArgumentException(
          "The block has the keyword argument "
              + Texts.quoted(keyword)
              + " already; keywords of one block differ.");
    }
    BlockArgument argument =
        new BlockArgument(scope, keywordArguments.size(), type, keyword, persistable, stopGradient);
    keywordArguments.add(argument);
    return argument;
  }

  /**
   * Begins an operation without operands, results, attributes and regions; {@link
   * OperationBuilder#add} puts it at the end of this block.
   *
   * @param name its name, such as {@code pd_op.matmul}
   * @throws IllegalArgumentException if the name is empty
   */
  public OperationBuilder operation(String name) {
    if (name.isEmpty()) {
      throw new IllegalArgumentException(
          "The name of an operation is empty; give it one such as \"pd_op.matmul\".");
    }
    return new OperationBuilder(this, name, 0, 0);
  }

  /**
   * Begins a copy of an operation, which may be one of another program: with its name, result types
   * and attributes, its operands as {@code mapping} gives them, and copies of its regions, in which
   * values from outside the operation are mapped too and values from inside are the copied ones.
   * The copy may be changed before {@link OperationBuilder#add} puts it at the end of this block.
   * Takes time linear in the size of the operation with its regions.
   *
   * @param original the operation
   * @param mapping gives for each value that the operation uses from outside itself, as often as it
   *     does, the value to use instead
   * @throws IllegalArgumentException if a mapped value may not be used here, or regions would be
   *     nested deeper than {@value #MAX_DEPTH}
   * @throws IllegalStateException if this block is finished
   */
  public OperationBuilder copyOf(Operation original, Function<Value, Value> mapping) {
    OperationBuilder copy =
        new OperationBuilder(
            this, original.name(), original.operandCount(), original.resultCount());
    copy.attributes(original.attributes());
    for (int i = 0; i < original.operandCount(); i++) {
      Value operand = original.operandOrNull(i);
      if (operand == null) {
        copy.nullOperand();
      } else {
        copy.operand(mapping.apply(operand));
      }
    }
    for (int i = 0; i < original.resultCount(); i++) {
      copy.result(original.result(i).type());
    }
    for (Region region : original.regions()) {
      List<BlockBuilder> blocks = new ArrayList<>();
      for (Block inner : region.blocks()) {
        BlockBuilder innerCopy = nested();
        innerCopy.copyAll(inner, mapping);
        blocks.add(innerCopy);
      }
      copy.region(blocks);
    }
    return copy;
  }

  private void copyAll(Block original, Function<Value, Value> mapping) {
    Map<Value, Value> inside = new HashMap<>();
    for (BlockArgument argument : original.arguments()) {
      inside.put(
          argument, argument(argument.type(), argument.persistable(), argument.stopGradient()));
    }
    for (BlockArgument argument : original.keywordArguments()) {
      inside.put(argument, keywordArgumentLike(argument.keyword().orElseThrow(), argument));
    }
    Function<Value, Value> insideOrOut =
        value -> {
          Value copy = inside.get(value);
          return copy != null ? copy : mapping.apply(value);
        };
    for (Operation operation : original.operations()) {
      Operation copy = copyOf(operation, insideOrOut).add();
      for (int i = 0; i < operation.resultCount(); i++) {
        inside.put(operation.result(i), copy.result(i));
      }
    }
  }

  /** Throws IllegalArgumentException unless operations of this block may use {@code value}. */
  void checkVisible(Value value, int operandIndex, String user) {
    Scope home = Scope.of(value);
    if (home == scope || home.encloses(scope)) {
      return;
    }
    String place = "Operand " + operandIndex + " of " + user + ", " + value;
    if (home.root() != scope.root()) {
      throw new IllegalArgumentException(
          place
              + ", is a value of another program; copy its operation first, or pass it as an"
              + " argument of the block.");
    }
    throw new IllegalArgumentException(
        place
            + ", is defined inside a region that is not around the user; only values of the user's"
            + " block and of the blocks around it can be used.");
  }

  Operation add(
      String name,
      @Nullable Value[] operands,
      Type[] resultTypes,
      Attributes attributes,
      List<List<BlockBuilder>> regions) {
    checkOpen();
    for (List<BlockBuilder> builders : regions) {
      for (BlockBuilder builder : builders) {
        builder.checkGoesInto(this, name);
      }
    }
    List<ImmutableList<Block>> finishedRegions = new ArrayList<>(regions.size());
    for (List<BlockBuilder> builders : regions) {
      ImmutableList.Builder<Block> blocks = ImmutableList.builder();
      for (BlockBuilder builder : builders) {
        blocks.add(builder.finish());
        openNested--;
      }
      finishedRegions.add(blocks.build());
    }
    Operation operation =
        new Operation(
            scope, operations.size(), name, operands, resultTypes, attributes, finishedRegions);
    operations.add(operation);
    return operation;
  }

  private void checkGoesInto(BlockBuilder outer, String operation) {
    if (!isNestedIn(outer)) {
      throw new IllegalArgumentException(
          "A region of "
              + operation
              + " holds a block that was not begun by nested() of the operation's own block.");
    }
    if (finished) {
      throw new IllegalArgumentException(
          "A region of " + operation + " holds a block that another operation holds already.");
    }
  }

  private boolean isNestedIn(BlockBuilder outer) {
    return scope.depth() == outer.scope.depth() + 1 && outer.scope.encloses(scope);
  }

  Block finish() {
    checkOpen();
    if (openNested > 0) {
      throw new IllegalStateException(
          openNested
              + " nested blocks were begun and not given to an operation; pass them to region().");
    }
    finished = true;
    Block block =
        new Block(
            scope,
            ImmutableList.copyOf(arguments),
            ImmutableList.copyOf(keywordArguments),
            ImmutableList.copyOf(operations));
    scope.fill(block);
    return block;
  }

  private void checkOpen() {
    if (finished) {
      throw new IllegalStateException("The block is finished; nothing can be added to it.");
    }
  }
}
