package org.vppscheduler.split;

/**
 * What became of a {@code pd_op.matmul_grad}, whose two gradients a split backward wants apart.
 *
 * @param given its index in the given program
 * @param operation its index in the whole program; if it was taken apart, that of its first part
 * @param outcome what became of it
 */
public record MatmulGrad(int given, int operation, Outcome outcome) {
  /** What can become of a {@code pd_op.matmul_grad}. Only one taken apart is no longer there. */
  public enum Outcome {
    /** It was replaced by a {@code pd_op.matmul} for each gradient. */
    TAKEN_APART("taken apart"),
    /** It stays: an operand or the result it is computed for is transposed. */
    TRANSPOSED("left whole: it transposes an operand"),
    /** It stays: y, the second operand, has more than two dimensions. */
    BATCHED("left whole: y has more than two dimensions"),
    /** It stays: it does not have the operands x, y, dout and the results dx, dy. */
    UNUSUAL_FORM("left whole: it does not have the operands x, y, dout and the results dx, dy"),
    /** It stays: operand types are unknown, or do not go together as those of a product do. */
    UNFIT_SHAPES("left whole: its operands are not tensors of shapes that go together"),
    /** It stays: a reshape could not state its target, which has at most one dynamic extent. */
    DYNAMIC_SHAPES("left whole: a reshape to two dynamic or to empty dimensions would be needed");

    private final String label;

    Outcome(String label) {
      this.label = label;
    }

    /** Returns a description for people, such as {@code left whole: it transposes an operand}. */
    @Override
    public String toString() {
      return label;
    }
  }

  /** Returns whether it was taken apart. */
  public boolean isTakenApart() {
    return outcome == Outcome.TAKEN_APART;
  }

  /** Returns a line for people, such as {@code op 12 (pd_op.matmul_grad): taken apart}. */
  @Override
  public String toString() {
    return "op " + operation + " (pd_op.matmul_grad): " + outcome;
  }
}
