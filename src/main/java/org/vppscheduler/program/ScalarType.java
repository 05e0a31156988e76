package org.vppscheduler.program;

/** A type of single numbers, as tensor elements have it. */
public enum ScalarType implements Type {
  /** Truth values. */
  BOOL("bool"),
  /** Signed integers of 8 bits. */
  INT8("i8"),
  /** Unsigned integers of 8 bits. */
  UINT8("ui8"),
  /** Signed integers of 16 bits. */
  INT16("i16"),
  /** Signed integers of 32 bits. */
  INT32("i32"),
  /** Signed integers of 64 bits. */
  INT64("i64"),
  /** Integers that index. */
  INDEX("index"),
  /** IEEE floating-point numbers of 16 bits. */
  FLOAT16("f16"),
  /** Floating-point numbers of 16 bits with the exponent range of {@link #FLOAT32}. */
  BFLOAT16("bf16"),
  /** IEEE floating-point numbers of 32 bits. */
  FLOAT32("f32"),
  /** IEEE floating-point numbers of 64 bits. */
  FLOAT64("f64"),
  /** Complex numbers of two {@link #FLOAT32}. */
  COMPLEX64("c64"),
  /** Complex numbers of two {@link #FLOAT64}. */
  COMPLEX128("c128");

  private final String label;

  ScalarType(String label) {
    this.label = label;
  }

  /** Returns the short name used in texts and files, such as {@code f32}. */
  public String label() {
    return label;
  }

  /** Returns the label. */
  @Override
  public String toString() {
    return label;
  }
}
