package org.vppscheduler.split;

import java.util.List;
import java.util.Optional;
import org.vppscheduler.program.Attribute;
import org.vppscheduler.program.AttributeGroup;
import org.vppscheduler.program.Attributes;
import org.vppscheduler.program.DenseTensorType;
import org.vppscheduler.program.Operation;
import org.vppscheduler.program.ScalarType;
import org.vppscheduler.program.Type;

/**
 * The operations that take the place of a {@code pd_op.matmul_grad}, all but their operands; the
 * same for all that have one {@link Form}.
 *
 * @param dx dout·yᵀ
 * @param foldX what folds all dimensions of x but the last into one; nothing for a matrix
 * @param foldDout the same for dout
 * @param dy the product of the transposed x and dout, both folded
 * @param shapeDy what gives the product its shape; nothing where nothing was folded
 */
record MatmulParts(
    Part dx,
    Optional<Reshape> foldX,
    Optional<Reshape> foldDout,
    Part dy,
    Optional<Reshape> shapeDy) {

  /** An operation without operands, with one result. */
  record Part(String name, Attributes attributes, Type type) {}

  /** A reshape, and the operation that makes its target. */
  record Reshape(Part target, Part reshape) {}

  /** All that the parts depend on. */
  record Form(
      Attributes common,
      MatmulShapes shapes,
      boolean hasResultsGroup,
      Optional<ResultFacts> persistable,
      Optional<ResultFacts> stopGradient) {

    /**
     * Returns the form of a matmul_grad.
     *
     * @param common the attributes of all its parts
     */
    static Form of(Operation grad, Attributes common, MatmulShapes shapes) {
      boolean hasPersistable = grad.attributes().contains(Attributes.PERSISTABLE);
      boolean hasStopGradient = grad.attributes().contains(Attributes.STOP_GRADIENT);
      return new Form(
          common,
          shapes,
          grad.attributes().hasGroup(AttributeGroup.RESULTS),
          hasPersistable
              ? Optional.of(
                  new ResultFacts(grad.result(0).persistable(), grad.result(1).persistable()))
              : Optional.empty(),
          hasStopGradient
              ? Optional.of(
                  new ResultFacts(grad.result(0).stopGradient(), grad.result(1).stopGradient()))
              : Optional.empty());
    }
  }

  /** What an attribute says of the two results; parts get it only where the matmul_grad has it. */
  record ResultFacts(boolean dx, boolean dy) {}

  /** Where the targets of reshapes are: 1 is the kind of device that the host is. */
  private static final Attribute HOST = new Attribute.Place(1, 0, "");

  static MatmulParts of(Form form) {
    return new Maker(form).make();
  }

  private static final class Maker {
    private final Form form;
    private final MatmulShapes shapes;
    private final boolean persistableDx;
    private final boolean persistableDy;
    private final boolean stopGradientDx;
    private final boolean stopGradientDy;

    Maker(Form form) {
      this.form = form;
      this.shapes = form.shapes();
      this.persistableDx = form.persistable().map(ResultFacts::dx).orElse(false);
      this.persistableDy = form.persistable().map(ResultFacts::dy).orElse(false);
      this.stopGradientDx = form.stopGradient().map(ResultFacts::dx).orElse(false);
      this.stopGradientDy = form.stopGradient().map(ResultFacts::dy).orElse(false);
    }

    MatmulParts make() {
      Part dx = matmul("transpose_y", shapes.dx(), persistableDx);
      if (shapes.isFlat()) {
        return new MatmulParts(
            dx,
            Optional.empty(),
            Optional.empty(),
            matmul("transpose_x", shapes.dy(), persistableDy),
            Optional.empty());
      }
      DenseTensorType product = shapes.dy().withDimensions(shapes.shapeOfDy());
      return new MatmulParts(
          dx,
          Optional.of(reshape(shapes.x(), shapes.foldedX(), false)),
          Optional.of(reshape(shapes.dout(), shapes.foldedDout(), false)),
          matmul("transpose_x", product, false),
          Optional.of(reshape(shapes.dy(), shapes.shapeOfDy(), persistableDy)));
    }

    private Part matmul(String transposed, Type type, boolean persistable) {
      Attributes.Builder attributes = Attributes.builder();
      for (String side : List.of("transpose_x", "transpose_y")) {
        attributes.set(side, Attribute.of(side.equals(transposed)));
      }
      return part("pd_op.matmul", attributes, type, persistable, stopGradientDx);
    }

    private Reshape reshape(DenseTensorType type, List<Long> dimensions, boolean persistable) {
      Attributes.Builder ofTarget =
          Attributes.builder()
              .set("value", Attribute.array(dimensions.stream().map(Attribute::int64).toList()))
              .set("dtype", new Attribute.DataType("int64"))
              .set("place", HOST);
      return new Reshape(
          part(
              "pd_op.full_int_array",
              ofTarget,
              DenseTensorType.of(ScalarType.INT64, dimensions.size()),
              false,
              true),
          part(
              "pd_op.reshape",
              Attributes.builder(),
              type.withDimensions(dimensions),
              persistable,
              stopGradientDy));
    }

    private Part part(
        String name,
        Attributes.Builder attributes,
        Type type,
        boolean persistable,
        boolean stopGradient) {
      form.common().asList().forEach(attributes::add);
      // Programs that do not keep what training needs have none of these.
      if (form.hasResultsGroup()) {
        attributes.group(AttributeGroup.RESULTS);
      }
      if (form.persistable().isPresent()) {
        attributes.set(Attributes.PERSISTABLE, Attribute.array(Attribute.of(persistable)));
      }
      if (form.stopGradient().isPresent()) {
        attributes.set(Attributes.STOP_GRADIENT, Attribute.array(Attribute.of(stopGradient)));
      }
      return new Part(name, attributes.build(), type);
    }
  }
}
