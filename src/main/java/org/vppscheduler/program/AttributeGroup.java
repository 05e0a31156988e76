package org.vppscheduler.program;

/** Where files keep an attribute of an operation. The constants stand in the order of listing. */
public enum AttributeGroup {
  /** What the operation computes. */
  OPERATION(1),
  /** Facts about the results, an array with one element for each: {@code persistable}, …. */
  RESULTS(2),
  /** What distribution over devices adds to a parameter. */
  DISTRIBUTION(4),
  /** What quantization adds to a parameter. */
  QUANTIZATION(8);

  private final int bit;

  AttributeGroup(int bit) {
    this.bit = bit;
  }

  /** Returns the bit that stands for this group in a set of them. */
  int bit() {
    return bit;
  }
}
