package org.vppscheduler.split;

import static org.vppscheduler.program.DenseTensorType.DYNAMIC;

import com.google.common.collect.ImmutableList;
import com.google.common.math.LongMath;
import com.google.common.primitives.ImmutableLongArray;
import java.util.List;
import java.util.Optional;
import org.vppscheduler.program.Attribute;
import org.vppscheduler.program.DenseTensorType;
import org.vppscheduler.program.Operation;
import org.vppscheduler.program.Value;
import org.vppscheduler.split.MatmulGrad.Outcome;

/**
 * The shapes around a {@code pd_op.matmul_grad}(x, y, dout) → (dx, dy) of a product x·y, y of rank
 * 2. Extents are {@link DenseTensorType#DYNAMIC} where no type tells them.
 *
 * @param rows the product of all extents of x but the last
 * @param inner the last extent of x and the first of y
 * @param columns the last extent of y and of dout
 */
record MatmulShapes(
    DenseTensorType x,
    DenseTensorType y,
    DenseTensorType dout,
    DenseTensorType dx,
    DenseTensorType dy,
    long rows,
    long inner,
    long columns) {

  /** The last two are what the reference looks for; the framework writes the first two. */
  private static final ImmutableList<String> TRANSPOSING =
      ImmutableList.of("transpose_x", "transpose_y", "trans_x", "trans_y");

  /** Returns what is to become of a {@code pd_op.matmul_grad}. */
  static Outcome outcome(Operation grad) {
    if (grad.operandCount() != 3
        || grad.resultCount() != 2
        || grad.operands().stream().anyMatch(Optional::isEmpty)) {
      return Outcome.UNUSUAL_FORM;
    }
    if (TRANSPOSING.stream().anyMatch(name -> isNotFalse(grad.attributes().get(name)))) {
      return Outcome.TRANSPOSED;
    }
    if (type(grad, 1).filter(y -> y.rank() > 2).isPresent()) {
      return Outcome.BATCHED;
    }
    if (!fit(grad)) {
      return Outcome.UNFIT_SHAPES;
    }
    MatmulShapes shapes = of(grad);
    return shapes.isFlat() || shapes.canReshape() ? Outcome.TAKEN_APART : Outcome.DYNAMIC_SHAPES;
  }

  /** Returns the shapes of one that is to be taken apart. */
  static MatmulShapes of(Operation grad) {
    DenseTensorType x = type(grad, 0).orElseThrow();
    DenseTensorType y = type(grad, 1).orElseThrow();
    DenseTensorType dout = type(grad, 2).orElseThrow();
    // A gradient that nobody asked for has no type of its own.
    DenseTensorType dx = grad.result(0).type() instanceof DenseTensorType own ? own : x;
    DenseTensorType dy = grad.result(1).type() instanceof DenseTensorType own ? own : y;
    return new MatmulShapes(
        x,
        y,
        dout,
        dx,
        dy,
        rows(x.dimensions(), dout.dimensions()),
        known(last(x), y.dimensions().get(0)),
        known(last(dout), y.dimensions().get(1)));
  }

  /** Returns whether x is a matrix already, so that there is nothing to fold. */
  boolean isFlat() {
    return x.rank() == 2;
  }

  /** At most one extent of a target can be -1, "whatever is left", and 0 means "as before". */
  private boolean canReshape() {
    int dynamic = 0;
    for (long extent : new long[] {rows, inner, columns}) {
      dynamic += extent == DYNAMIC ? 1 : 0;
      if (extent == 0) {
        return false;
      }
    }
    return dynamic <= 1;
  }

  private static boolean isNotFalse(Optional<Attribute> attribute) {
    return attribute.isPresent() && !attribute.get().equals(Attribute.of(false));
  }

  private static Optional<DenseTensorType> type(Operation grad, int operand) {
    return grad.operand(operand)
        .map(Value::type)
        .filter(DenseTensorType.class::isInstance)
        .map(DenseTensorType.class::cast);
  }

  private static boolean fit(Operation grad) {
    for (int i = 0; i < 3; i++) {
      if (type(grad, i).isEmpty()) {
        return false;
      }
    }
    DenseTensorType x = type(grad, 0).orElseThrow();
    DenseTensorType y = type(grad, 1).orElseThrow();
    DenseTensorType dout = type(grad, 2).orElseThrow();
    if (x.rank() < 2 || y.rank() != 2 || dout.rank() != x.rank()) {
      return false;
    }
    ImmutableLongArray xLeading = x.dimensions().subArray(0, x.rank() - 1);
    ImmutableLongArray doutLeading = dout.dimensions().subArray(0, dout.rank() - 1);
    return fit(xLeading, doutLeading)
        && fit(last(x), y.dimensions().get(0))
        && fit(last(dout), y.dimensions().get(1))
        && (!(grad.result(0).type() instanceof DenseTensorType dx)
            || fit(dx.dimensions(), x.dimensions()))
        && (!(grad.result(1).type() instanceof DenseTensorType dy)
            || fit(dy.dimensions(), y.dimensions()));
  }

  private static boolean fit(ImmutableLongArray a, ImmutableLongArray b) {
    if (a.length() != b.length()) {
      return false;
    }
    for (int i = 0; i < a.length(); i++) {
      if (!fit(a.get(i), b.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean fit(long a, long b) {
    return a >= DYNAMIC && b >= DYNAMIC && (a == b || a == DYNAMIC || b == DYNAMIC);
  }

  private static long rows(ImmutableLongArray x, ImmutableLongArray dout) {
    long rows = 1;
    for (int i = 0; i < x.length() - 1; i++) {
      long extent = known(x.get(i), dout.get(i));
      if (extent == DYNAMIC) {
        return DYNAMIC;
      }
      rows = LongMath.saturatedMultiply(rows, extent);
    }
    return rows;
  }

  private static long known(long a, long b) {
    return a == DYNAMIC ? b : a;
  }

  private static long last(DenseTensorType type) {
    return type.dimensions().get(type.rank() - 1);
  }

  /** Returns the target of folding x. */
  List<Long> foldedX() {
    return List.of(rows, inner);
  }

  /** Returns the target of folding dout. */
  List<Long> foldedDout() {
    return List.of(rows, columns);
  }

  /** Returns the target of shaping dy. */
  List<Long> shapeOfDy() {
    return List.of(inner, columns);
  }
}
