package org.vppscheduler.split;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.vppscheduler.program.Attributes;
import org.vppscheduler.program.BlockArgument;
import org.vppscheduler.program.Operation;
import org.vppscheduler.program.Program;
import org.vppscheduler.program.ProgramBuilder;
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

    int givenIndex(int operation) {
      return given.isEmpty() ? operation : given.get(operation);
    }
  }

  private static final String MATMUL_GRAD = "pd_op.matmul_grad";

  private final Program given;
  private final Function<Operation, Attributes> attributesOfParts;
  private final ProgramBuilder whole;
  private final @Nullable Value[] copies;

  /** Layers are mostly alike: what their parts have in common is made, and kept, once. */
  private final Map<MatmulParts.Form, MatmulParts> forms = new HashMap<>();

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
      boolean takeApart = false;
      if (operation.name().equals(MATMUL_GRAD)) {
        Outcome outcome = MatmulShapes.outcome(operation);
        matmulGrads.add(new MatmulGrad(operation.index(), size, outcome));
        takeApart = outcome == Outcome.TAKEN_APART;
      }
      if (takeApart) {
        addPartsOf(operation);
      } else {
        Operation copy = whole.body().copyOf(operation, this::copyOf).add();
        added(operation);
        for (int i = 0; i < copy.resultCount(); i++) {
          copies[operation.result(i).number()] = copy.result(i);
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

  /** Puts the parts of a matmul_grad in its place. */
  private void addPartsOf(Operation grad) {
    MatmulShapes shapes = MatmulShapes.of(grad);
    MatmulParts parts =
        forms.computeIfAbsent(
            MatmulParts.Form.of(grad, attributesOfParts.apply(grad), shapes), MatmulParts::of);
    Value x = copyOf(grad.operand(0).orElseThrow());
    Value y = copyOf(grad.operand(1).orElseThrow());
    Value dout = copyOf(grad.operand(2).orElseThrow());
    copies[grad.result(0).number()] = add(grad, parts.dx(), dout, y);
    if (!shapes.isFlat()) {
      x = fold(grad, parts.foldX().orElseThrow(), x);
      dout = fold(grad, parts.foldDout().orElseThrow(), dout);
    }
    Value dy = add(grad, parts.dy(), x, dout);
    copies[grad.result(1).number()] =
        shapes.isFlat() ? dy : fold(grad, parts.shapeDy().orElseThrow(), dy);
  }

  private Value fold(Operation grad, MatmulParts.Reshape reshape, Value value) {
    return add(grad, reshape.reshape(), value, add(grad, reshape.target()));
  }

  private Value add(Operation grad, MatmulParts.Part part, Value... operands) {
    added(grad);
    return whole
        .body()
        .operation(part.name())
        .operands(operands)
        .attributes(part.attributes())
        .result(part.type())
        .add()
        .result(0);
  }
}
