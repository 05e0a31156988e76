package org.vppscheduler.program;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableLongArray;
import java.util.List;

/**
 * A dense tensor.
 *
 * @param elementType the type of its elements
 * @param dimensions its extents, outermost first; {@link #DYNAMIC} where an extent is known only at
 *     run time
 * @param layout how its dimensions are meant, such as {@code NCHW}
 * @param levelOfDetail offsets of nested sequences, outermost level first; mostly empty
 * @param offset where its data begin, in elements
 */
public record DenseTensorType(
    Type elementType,
    ImmutableLongArray dimensions,
    String layout,
    ImmutableList<ImmutableLongArray> levelOfDetail,
    long offset)
    implements Type {

  /** The extent of a dimension that is known only at run time. */
  public static final long DYNAMIC = -1;

  private static final String USUAL_LAYOUT = "NCHW";

  /** Checks that nothing is null; extents are taken as they are. */
  public DenseTensorType {
    requireNonNull(elementType, "elementType");
    requireNonNull(dimensions, "dimensions");
    requireNonNull(layout, "layout");
    requireNonNull(levelOfDetail, "levelOfDetail");
    // Half of what the array was grown to would otherwise stay with every type of a large program.
    dimensions = dimensions.trimmed();
  }

  /**
   * Returns a tensor type of the usual layout {@code NCHW}, without levels of detail and offset.
   *
   * @param elementType the type of its elements
   * @param dimensions its extents, outermost first
   */
  public static DenseTensorType of(Type elementType, long... dimensions) {
    return new DenseTensorType(
        elementType, ImmutableLongArray.copyOf(dimensions), USUAL_LAYOUT, ImmutableList.of(), 0);
  }

  /**
   * Returns this type with other extents.
   *
   * @param dimensions the extents, outermost first
   */
  public DenseTensorType withDimensions(List<Long> dimensions) {
    return new DenseTensorType(
        elementType, ImmutableLongArray.copyOf(dimensions), layout, levelOfDetail, offset);
  }

  /** Returns how many dimensions there are. */
  public int rank() {
    return dimensions.length();
  }

  /**
   * Returns the text form, such as {@code tensor<-1x8xf32>}; what differs from the usual layout,
   * level of detail or offset follows the element type.
   */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("tensor<");
    for (int i = 0; i < dimensions.length(); i++) {
      text.append(dimensions.get(i)).append('x');
    }
    text.append(elementType);
    if (!layout.equals(USUAL_LAYOUT)) {
      text.append(", ");
      Texts.quote(layout, text);
    }
    if (!levelOfDetail.isEmpty()) {
      text.append(", lod ").append(levelOfDetail);
    }
    if (offset != 0) {
      text.append(", offset ").append(offset);
    }
    return text.append('>').toString();
  }
}
