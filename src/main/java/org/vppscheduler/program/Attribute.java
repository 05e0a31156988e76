package org.vppscheduler.program;

import static java.util.Objects.requireNonNull;

import com.google.common.base.Joiner;
import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableLongArray;
import java.util.List;

/**
 * The value of an attribute: a constant that an operation carries. Attributes are immutable and
 * compared by content; {@code toString()} is their text form. Kinds that this library does not look
 * into are {@link Opaque}.
 */
public sealed interface Attribute {

  /**
   * Returns a truth value.
   *
   * @param value the value
   */
  static Bool of(boolean value) {
    return new Bool(value);
  }

  /**
   * Returns a string.
   *
   * @param value the value
   */
  static Text of(String value) {
    return new Text(value);
  }

  /**
   * Returns an integer of 32 bits.
   *
   * @param value the value
   */
  static Int32 int32(int value) {
    return new Int32(value);
  }

  /**
   * Returns an integer of 64 bits.
   *
   * @param value the value
   */
  static Int64 int64(long value) {
    return new Int64(value);
  }

  /**
   * Returns an array.
   *
   * @param elements its elements
   */
  static Array array(List<? extends Attribute> elements) {
    return new Array(ImmutableList.copyOf(elements));
  }

  /**
   * Returns an array.
   *
   * @param elements its elements
   */
  static Array array(Attribute... elements) {
    return new Array(ImmutableList.copyOf(elements));
  }

  /**
   * A truth value.
   *
   * @param value the value
   */
  record Bool(boolean value) implements Attribute {
    /** Returns {@code true} or {@code false}. */
    @Override
    public String toString() {
      return Boolean.toString(value);
    }
  }

  /**
   * An integer of 32 bits.
   *
   * @param value the value
   */
  record Int32(int value) implements Attribute {
    /** Returns the text form, such as {@code 1 : i32}. */
    @Override
    public String toString() {
      return value + " : i32";
    }
  }

  /**
   * An integer of 64 bits.
   *
   * @param value the value
   */
  record Int64(long value) implements Attribute {
    /** Returns the text form, such as {@code 1 : i64}. */
    @Override
    public String toString() {
      return value + " : i64";
    }
  }

  /**
   * An integer that indexes.
   *
   * @param value the value
   */
  record Index(long value) implements Attribute {
    /** Returns the text form, such as {@code 1 : index}. */
    @Override
    public String toString() {
      return value + " : index";
    }
  }

  /**
   * A floating-point number of 32 bits. It keeps the digits of the file it came from, so that
   * writing it again changes nothing; two numbers are equal if their digits are.
   *
   * @param digits the number in decimal, or {@code NAN}, {@code INF}, {@code -INF}
   */
  record Float32(String digits) implements Attribute {
    /**
     * Checks the digits.
     *
     * @throws IllegalArgumentException if they are no number, or one beyond the range of a double
     */
    public Float32 {
      FloatDigits.check(digits);
    }

    /**
     * Returns the number with the fewest digits that stand for {@code value} widened to 64 bits,
     * which is how the framework writes it.
     *
     * @param value the value
     */
    public static Float32 of(float value) {
      return new Float32(FloatDigits.shortest(value));
    }

    /** Returns the number that the digits stand for. */
    public double value() {
      return FloatDigits.parse(digits);
    }

    /** Returns the text form, such as {@code 0.5 : f32}. */
    @Override
    public String toString() {
      return digits + " : f32";
    }
  }

  /**
   * A floating-point number of 64 bits. It keeps the digits of the file it came from, so that
   * writing it again changes nothing; two numbers are equal if their digits are.
   *
   * @param digits the number in decimal, or {@code NAN}, {@code INF}, {@code -INF}
   */
  record Float64(String digits) implements Attribute {
    /**
     * Checks the digits.
     *
     * @throws IllegalArgumentException if they are no number, or one beyond the range of a double
     */
    public Float64 {
      FloatDigits.check(digits);
    }

    /**
     * Returns the number with the fewest digits that stand for {@code value}.
     *
     * @param value the value
     */
    public static Float64 of(double value) {
      return new Float64(FloatDigits.shortest(value));
    }

    /** Returns the number that the digits stand for. */
    public double value() {
      return FloatDigits.parse(digits);
    }

    /** Returns the text form, such as {@code 0.5 : f64}. */
    @Override
    public String toString() {
      return digits + " : f64";
    }
  }

  /**
   * A string.
   *
   * @param value the value
   */
  record Text(String value) implements Attribute {
    /** Checks that the value is not null. */
    public Text {
      requireNonNull(value, "value");
    }

    /** Returns the string in quotes. */
    @Override
    public String toString() {
      return Texts.quoted(value);
    }
  }

  /**
   * The name of a tensor.
   *
   * @param value the name
   */
  record TensorName(String value) implements Attribute {
    /** Checks that the name is not null. */
    public TensorName {
      requireNonNull(value, "value");
    }

    /** Returns the text form, such as {@code tensor "x"}. */
    @Override
    public String toString() {
      return "tensor " + Texts.quoted(value);
    }
  }

  /**
   * A type.
   *
   * @param value the type
   */
  record OfType(Type value) implements Attribute {
    /** Checks that the type is not null. */
    public OfType {
      requireNonNull(value, "value");
    }

    /** Returns the text form, such as {@code type f32}. */
    @Override
    public String toString() {
      return "type " + value;
    }
  }

  /**
   * A list of attributes, of any kinds.
   *
   * @param elements the attributes
   */
  record Array(ImmutableList<Attribute> elements) implements Attribute {
    /** Checks that the list is not null. */
    public Array {
      requireNonNull(elements, "elements");
    }

    /** Returns the text form, such as {@code [true, 1 : i32]}. */
    @Override
    public String toString() {
      return "[" + Joiner.on(", ").join(elements) + "]";
    }
  }

  /**
   * A list of integers, as shapes and axes are given.
   *
   * @param elements the integers
   */
  record IntArray(ImmutableLongArray elements) implements Attribute {
    /** Checks that the list is not null. */
    public IntArray {
      requireNonNull(elements, "elements");
      elements = elements.trimmed();
    }

    /** Returns the text form, such as {@code ints [1, 2]}. */
    @Override
    public String toString() {
      return "ints " + elements;
    }
  }

  /**
   * The element type of a tensor that an operation makes.
   *
   * @param name the framework's name of it, such as {@code float32}
   */
  record DataType(String name) implements Attribute {
    /** Checks that the name is not null. */
    public DataType {
      requireNonNull(name, "name");
    }

    /** Returns the text form, such as {@code dtype "float32"}. */
    @Override
    public String toString() {
      return "dtype " + Texts.quoted(name);
    }
  }

  /**
   * The device that an operation puts its result on.
   *
   * @param kind the framework's number of the kind of device: 0 undefined, 1 processor, 2 GPU, …
   * @param device which of the devices of that kind, from 0
   * @param customName the name of a custom kind of device; otherwise empty
   */
  record Place(int kind, int device, String customName) implements Attribute {
    /** Checks that nothing is null. */
    public Place {
      requireNonNull(customName, "customName");
    }

    /** Returns the text form, such as {@code place [1, 0, ""]}. */
    @Override
    public String toString() {
      return "place [" + kind + ", " + device + ", " + Texts.quoted(customName) + "]";
    }
  }

  /**
   * How the dimensions of a tensor are meant.
   *
   * @param name the framework's name of it, such as {@code NCHW}
   */
  record Layout(String name) implements Attribute {
    /** Checks that the name is not null. */
    public Layout {
      requireNonNull(name, "name");
    }

    /** Returns the text form, such as {@code layout "NCHW"}. */
    @Override
    public String toString() {
      return "layout " + Texts.quoted(name);
    }
  }

  /**
   * How an operation is spread over devices, with the chunk of the model that it belongs to.
   *
   * @param placement the process mesh and the distributions of operands and results, as the file
   *     has them and unlooked at. For PIR JSON: the array elements before the chunk
   * @param chunkId the chunk, from 0; a negative number where it has none
   */
  record OpDist(String placement, long chunkId) implements Attribute {
    /** Checks that nothing is null. */
    public OpDist {
      requireNonNull(placement, "placement");
    }

    /** Returns the text form, such as {@code dist<[…], chunk 1>}. */
    @Override
    public String toString() {
      return "dist<" + placement + ", chunk " + chunkId + ">";
    }
  }

  /**
   * An attribute that this library does not look into; it survives reading and writing unchanged.
   *
   * @param tag the name of its kind in files, such as {@code 4.a_process_mesh}
   * @param content its data as the file has them, without the tag; empty if there are none. For PIR
   *     JSON: the further members of its object, such as {@code "D":[1,2]}
   */
  record Opaque(String tag, String content) implements Attribute {
    /** Checks that nothing is null. */
    public Opaque {
      requireNonNull(tag, "tag");
      requireNonNull(content, "content");
    }

    /** Returns the text form, such as {@code opaque<"4.a_process_mesh" "D":[1,2]>}. */
    @Override
    public String toString() {
      return Texts.opaque(tag, content);
    }
  }
}
