package org.vppscheduler.split;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.vppscheduler.program.Attribute;
import org.vppscheduler.program.AttributeGroup;
import org.vppscheduler.program.Attributes;
import org.vppscheduler.program.BlockArgument;
import org.vppscheduler.program.DenseTensorType;
import org.vppscheduler.program.OpResult;
import org.vppscheduler.program.Operation;
import org.vppscheduler.program.OperationBuilder;
import org.vppscheduler.program.Program;
import org.vppscheduler.program.ProgramBuilder;
import org.vppscheduler.program.ScalarType;
import org.vppscheduler.program.Type;
import org.vppscheduler.program.Value;
import org.vppscheduler.split.MatmulGrad.Outcome;

/**
 * Takes each {@code pd_op.matmul_grad} of a program apart, so that the gradient of the weight can
 * be computed later than that of the activation.
 *
 * <p>For out = x·y with y of rank 2: dx = dout·yᵀ, and dy = x'ᵀ·dout', where x' and dout' are x and
 * dout with all dimensions but the last folded into one. The fold is what makes dy the sum over the
 * batch; with rank 2 there is nothing to fold. Whatever is not of this form stays whole, see {@link
 * MatmulGrad.Outcome}: a wrong gradient must never come out.
 */
final class MatmulGrads {
  /**
   * What came out.
   *
   * @param whole the program with its matmul_grads taken apart; the given one if none could be
   * @param given for each operation of {@code whole}, the index of the given one that it is or is a
   *     part of; empty if {@code whole} is the given program
   * @param matmulGrads what became of each matmul_grad
   */
  record TakenApart(Program whole, ImmutableIntArray given, ImmutableList<MatmulGrad> matmulGrads) {
    static TakenApart nothing(Program program) {
      return new TakenApart(program, ImmutableIntArray.of(), ImmutableList.of());
    }
  }

  private static final String MATMUL_GRAD = "pd_op.matmul_grad";

  /** Where the targets of reshapes are: 1 is the kind of device that the host is. */
  private static final Attribute HOST = new Attribute.Place(1, 0, "");

  private final Program given;
  private final Function<Operation, Attributes> attributesOfParts;
  private final ProgramBuilder whole;
  private final @Nullable Value[] copies;
  private final ImmutableIntArray.Builder origins = ImmutableIntArray.builder();
  private int size;

  private MatmulGrads(Program given, Function<Operation, Attributes> attributesOfParts) {
    this.given = given;
    this.attributesOfParts = attributesOfParts;
    this.whole = Program.builder().version(given.version()).trainable(given.trainable());
    this.copies = new Value[given.valueCount()];
  }

  /**
   * Takes apart what can be. Makes no copy if nothing can.
   *
   * @param attributesOfParts gives, for a matmul_grad, the attributes that its parts have beyond
   *     those that say what they compute
   */
  static TakenApart takeApart(Program program, Function<Operation, Attributes> attributesOfParts) {
    boolean any = false;
    ImmutableList.Builder<MatmulGrad> left = ImmutableList.builder();
    for (Operation operation : program.operations()) {
      if (operation.name().equals(MATMUL_GRAD)) {
        Outcome outcome = MatmulShapes.outcome(operation);
        any |= outcome == Outcome.TAKEN_APART;
        left.add(new MatmulGrad(operation.index(), operation.index(), outcome));
      }
    }
    return any
        ? new MatmulGrads(program, attributesOfParts).rebuild()
        : new TakenApart(program, ImmutableIntArray.of(), left.build());
  }

  private TakenApart rebuild() {
    ImmutableList.Builder<MatmulGrad> matmulGrads = ImmutableList.builder();
    for (BlockArgument argument : given.body().keywordArguments()) {
      copies[argument.number()] =
          whole.body().keywordArgumentLike(argument.keyword().orElseThrow(), argument);
    }
    for (Operation operation : given.operations()) {
      boolean isMatmulGrad = operation.name().equals(MATMUL_GRAD);
      Outcome outcome = isMatmulGrad ? MatmulShapes.outcome(operation) : Outcome.UNUSUAL_FORM;
      if (isMatmulGrad) {
        matmulGrads.add(new MatmulGrad(operation.index(), size, outcome));
      }
      if (isMatmulGrad && outcome == Outcome.TAKEN_APART) {
        new Parts(operation).add();
      } else {
        Operation copy = whole.body().copyOf(operation, this::copyOf).add();
        added(operation);
        for (OpResult result : operation.results()) {
          copies[result.number()] = copy.result(result.index());
        }
      }
    }
    return new TakenApart(whole.build(), origins.build(), matmulGrads.build());
  }

  private Value copyOf(Value value) {
    return requireNonNull(copies[value.number()]);
  }

  private void added(Operation origin) {
    origins.add(origin.index());
    size++;
  }

  /** The operations in the place of one matmul_grad. */
  private final class Parts {
    private final Operation grad;
    private final Attributes common;
    private final MatmulShapes shapes;
    private final Value x;
    private final Value y;
    private final Value dout;

    Parts(Operation grad) {
      this.grad = grad;
      this.common = attributesOfParts.apply(grad);
      this.shapes = MatmulShapes.of(grad);
      this.x = copyOf(grad.operand(0).orElseThrow());
      this.y = copyOf(grad.operand(1).orElseThrow());
      this.dout = copyOf(grad.operand(2).orElseThrow());
    }

    void add() {
      OpResult dx = grad.result(0);
      OpResult dy = grad.result(1);
      copies[dx.number()] = matmul(dout, y, "transpose_y", shapes.dx(), dx.persistable());
      if (shapes.isFlat()) {
        copies[dy.number()] = matmul(x, dout, "transpose_x", shapes.dy(), dy.persistable());
      } else {
        Value foldedX = reshape(x, shapes.x(), shapes.foldedX(), false);
        Value foldedDout = reshape(dout, shapes.dout(), shapes.foldedDout(), false);
        DenseTensorType product = shapes.dy().withDimensions(shapes.shapeOfDy());
        Value sum = matmul(foldedX, foldedDout, "transpose_x", product, false);
        copies[dy.number()] = reshape(sum, shapes.dy(), shapes.shapeOfDy(), dy.persistable());
      }
    }

    private Value matmul(
        Value left, Value right, String transposed, Type type, boolean persistable) {
      OperationBuilder matmul = whole.body().operation("pd_op.matmul").operands(left, right);
      Attributes.Builder attributes = Attributes.builder();
      for (String side : List.of("transpose_x", "transpose_y")) {
        attributes.set(side, Attribute.of(side.equals(transposed)));
      }
      return add(matmul, attributes, type, persistable, grad.result(0).stopGradient());
    }

    private Value reshape(
        Value value, DenseTensorType type, List<Long> dimensions, boolean persistable) {
      Attributes.Builder ofTarget =
          Attributes.builder()
              .set("value", Attribute.array(dimensions.stream().map(Attribute::int64).toList()))
              .set("dtype", new Attribute.DataType("int64"))
              .set("place", HOST);
      Value target =
          add(
              whole.body().operation("pd_op.full_int_array"),
              ofTarget,
              DenseTensorType.of(ScalarType.INT64, dimensions.size()),
              false,
              true);
      return add(
          whole.body().operation("pd_op.reshape").operands(value, target),
          Attributes.builder(),
          type.withDimensions(dimensions),
          persistable,
          grad.result(1).stopGradient());
    }

    private Value add(
        OperationBuilder part,
        Attributes.Builder attributes,
        Type type,
        boolean persistable,
        boolean stopGradient) {
      common.asList().forEach(attributes::add);
      // Programs that do not keep what training needs have none of these.
      if (grad.attributes().hasGroup(AttributeGroup.RESULTS)) {
        attributes.group(AttributeGroup.RESULTS);
      }
      if (grad.attributes().contains(Attributes.PERSISTABLE)) {
        attributes.set(Attributes.PERSISTABLE, Attribute.array(Attribute.of(persistable)));
      }
      if (grad.attributes().contains(Attributes.STOP_GRADIENT)) {
        attributes.set(Attributes.STOP_GRADIENT, Attribute.array(Attribute.of(stopGradient)));
      }
      added(grad);
      return part.result(type).attributes(attributes.build()).add().result(0);
    }
  }
}
