package org.vppscheduler.format;

import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.MalformedJsonException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A JSON text read from front to back, strictly. All that is wrong ends in a {@link
 * FormatException} with the JSON path; only failures of the stream itself are IOExceptions.
 */
final class JsonSource {
  /** How deep objects and arrays may be nested. Programs with the deepest regions need 400. */
  static final int MAX_DEPTH = 500;

  private static final int LONGEST_QUOTE = 60;
  private static final int[] BYTE_ORDER_MARK = {0xEF, 0xBB, 0xBF};

  private final JsonReader reader;

  /** What else to say about the place, such as which operation it is in. */
  private Supplier<String> context = () -> "";

  private int depth;

  private JsonSource(Reader text) {
    reader = new JsonReader(text);
    reader.setStrictness(Strictness.STRICT);
    // One more than our own limit, which has the better message.
    reader.setNestingLimit(MAX_DEPTH + 1);
  }

  /** Begins to read UTF-8. The stream is buffered here and closed by the caller. */
  static JsonSource of(InputStream bytes) throws IOException {
    PushbackInputStream input = new PushbackInputStream(bytes, BYTE_ORDER_MARK.length);
    byte[] start = input.readNBytes(BYTE_ORDER_MARK.length);
    if (start.length == 0) {
      throw empty();
    }
    boolean marked = start.length == BYTE_ORDER_MARK.length;
    for (int i = 0; marked && i < start.length; i++) {
      marked = (start[i] & 0xFF) == BYTE_ORDER_MARK[i];
    }
    if (marked) {
      throw startsWithMark();
    }
    input.unread(start);
    return new JsonSource(new InputStreamReader(input, StandardCharsets.UTF_8.newDecoder()));
  }

  static JsonSource of(String text) {
    if (text.isEmpty()) {
      throw empty();
    }
    if (text.charAt(0) == '\uFEFF') {
      throw startsWithMark();
    }
    return new JsonSource(new StringReader(text));
  }

  private static FormatException empty() {
    return new FormatException("$", "The text is empty.");
  }

  private static FormatException startsWithMark() {
    return new FormatException(
        "$", "The text starts with a byte order mark; save it as UTF-8 without one.");
  }

  void setContext(Supplier<String> context) {
    this.context = context;
  }

  /** Returns an error about what comes next. */
  FormatException errorHere(String problem) {
    return error(reader.getPath(), problem);
  }

  /** Returns an error about what was read last. */
  FormatException errorBefore(String problem) {
    return error(reader.getPreviousPath(), problem);
  }

  /** Returns an error about the object whose members are being read, not about one of them. */
  FormatException errorInObject(String problem) {
    String path = reader.getPath();
    return error(path.substring(0, path.lastIndexOf('.')), problem);
  }

  private FormatException error(String path, String problem) {
    // At the beginning of an object Gson's path ends in the name of no member.
    String place = path.endsWith(".") ? path.substring(0, path.length() - 1) : path;
    return new FormatException(place + context.get(), problem);
  }

  private interface Step<T> {
    T take() throws IOException;
  }

  private <T> T located(Step<T> step) throws IOException {
    try {
      return step.take();
    } catch (MalformedJsonException e) {
      String message = String.valueOf(e.getMessage());
      // Gson says so of strings only where the text ends inside of one.
      throw message.startsWith("Unterminated string") || message.startsWith("Unterminated escape")
          ? endsTooEarly()
          : errorHere("The JSON is malformed" + position(message) + ".");
    } catch (EOFException e) {
      throw endsTooEarly();
    } catch (CharacterCodingException e) {
      throw errorHere("The text is not UTF-8 here or shortly after.");
    }
  }

  private FormatException endsTooEarly() {
    return errorHere("The text ends too early; the file may be truncated.");
  }

  /** Gson tells the line and the column in its message only. */
  private static String position(String message) {
    int from = message.indexOf(" at line ");
    int to = message.indexOf(" path ");
    return from >= 0 && to > from ? message.substring(from, to) : "";
  }

  private JsonToken peek() throws IOException {
    return located(reader::peek);
  }

  private void expect(JsonToken token, String what) throws IOException {
    JsonToken actual = peek();
    if (actual != token) {
      throw errorHere("Expected " + what + ", but found " + describeNext(actual) + ".");
    }
  }

  private String describeNext(JsonToken token) throws IOException {
    return switch (token) {
      case BEGIN_OBJECT -> "an object";
      case BEGIN_ARRAY -> "an array";
      case END_OBJECT, END_ARRAY, END_DOCUMENT -> "the end";
      case NAME -> "a member";
      case NULL -> "null";
      case BOOLEAN -> "a truth value";
      // Taking the token would move the path on; its kind will do.
      case STRING -> "a string";
      case NUMBER -> "a number";
    };
  }

  private void deeper() {
    depth++;
    if (depth > MAX_DEPTH) {
      throw errorHere("Objects and arrays are nested deeper than the limit of " + MAX_DEPTH + ".");
    }
  }

  /** Returns whether an array comes next. */
  boolean startsArray() throws IOException {
    return peek() == JsonToken.BEGIN_ARRAY;
  }

  void beginObject() throws IOException {
    expect(JsonToken.BEGIN_OBJECT, "an object");
    deeper();
    reader.beginObject();
  }

  void endObject() throws IOException {
    depth--;
    reader.endObject();
  }

  void beginArray() throws IOException {
    expect(JsonToken.BEGIN_ARRAY, "an array");
    deeper();
    reader.beginArray();
  }

  /** Ends an array; throws FormatException if it has more elements. */
  void endArray() throws IOException {
    if (hasNext()) {
      throw errorHere("The array has more elements than the format knows here.");
    }
    depth--;
    reader.endArray();
  }

  /** Returns whether the object or array has another member or element. */
  boolean hasNext() throws IOException {
    JsonToken token = peek();
    return token != JsonToken.END_OBJECT && token != JsonToken.END_ARRAY;
  }

  String name() throws IOException {
    expect(JsonToken.NAME, "a member");
    return located(reader::nextName);
  }

  String string() throws IOException {
    expect(JsonToken.STRING, "a string");
    return located(reader::nextString);
  }

  /** Reads a string that nobody needs. */
  void skipString() throws IOException {
    expect(JsonToken.STRING, "a string");
    String unused = located(reader::nextString);
  }

  boolean bool() throws IOException {
    expect(JsonToken.BOOLEAN, "true or false");
    return reader.nextBoolean();
  }

  /** Returns a number as it is written. */
  String number() throws IOException {
    expect(JsonToken.NUMBER, "a number");
    return located(reader::nextString);
  }

  long integer(long min, long max) throws IOException {
    expect(JsonToken.NUMBER, "an integer");
    String digits = located(reader::nextString);
    long value;
    try {
      value = Long.parseLong(digits);
    } catch (NumberFormatException e) {
      throw errorBefore(integerBetween(min, max) + shortened(digits) + ".");
    }
    if (value < min || value > max) {
      throw errorBefore(integerBetween(min, max) + shortened(digits) + ".");
    }
    return value;
  }

  private static String integerBetween(long min, long max) {
    return "Expected an integer from " + min + " to " + max + ", but found ";
  }

  int int32() throws IOException {
    return (int) integer(Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  long int64() throws IOException {
    return integer(Long.MIN_VALUE, Long.MAX_VALUE);
  }

  /** Throws FormatException unless the text ends here. */
  void end() throws IOException {
    boolean ends;
    try {
      ends = located(reader::peek) == JsonToken.END_DOCUMENT;
    } catch (FormatException e) {
      ends = false;
    }
    if (!ends) {
      throw new FormatException("$", "Something follows the end of the JSON object.");
    }
  }

  /** Returns what stands next, whatever it is, compact and otherwise as it is written. */
  String raw() throws IOException {
    StringBuilder text = new StringBuilder();
    raw(text);
    return text.toString();
  }

  /** Returns the members of the object after its tag, as {@link #raw()} does; ends the object. */
  String rawMembersAfter(String tagName) throws IOException {
    if (!hasNext()) {
      endObject();
      return "";
    }
    Set<String> names = new HashSet<>();
    names.add(tagName);
    StringBuilder text = new StringBuilder();
    rawMembers(names, text);
    return text.toString();
  }

  private void rawMembers(Set<String> names, StringBuilder text) throws IOException {
    for (boolean first = true; hasNext(); first = false) {
      String name = name();
      if (!names.add(name)) {
        throw duplicate(name);
      }
      if (!first) {
        text.append(',');
      }
      JsonSink.quote(name, text);
      text.append(':');
      raw(text);
    }
    endObject();
  }

  /** Recursion goes as deep as the text is nested, which is limited. */
  private void raw(StringBuilder text) throws IOException {
    switch (peek()) {
      case BEGIN_OBJECT -> {
        beginObject();
        text.append('{');
        rawMembers(new HashSet<>(), text);
        text.append('}');
      }
      case BEGIN_ARRAY -> {
        beginArray();
        text.append('[');
        for (boolean first = true; hasNext(); first = false) {
          if (!first) {
            text.append(',');
          }
          raw(text);
        }
        endArray();
        text.append(']');
      }
      case STRING -> JsonSink.quote(string(), text);
      case NUMBER -> text.append(number());
      case BOOLEAN -> text.append(bool());
      case NULL -> {
        reader.nextNull();
        text.append("null");
      }
      case NAME, END_OBJECT, END_ARRAY, END_DOCUMENT -> throw errorHere("Expected a value.");
    }
  }

  FormatException duplicate(String name) {
    return errorBefore("The member " + quoted(name) + " is there twice.");
  }

  FormatException unexpected(String name) {
    return errorBefore("The format has no member " + quoted(name) + " here.");
  }

  FormatException missing(String name) {
    return errorInObject("The member " + quoted(name) + " is missing.");
  }

  /** Returns a string in quotes for a message: escaped, and not too long. */
  static String quoted(String string) {
    StringBuilder text = new StringBuilder();
    JsonSink.quote(shortened(string), text);
    return text.toString();
  }

  private static String shortened(String string) {
    return string.length() <= LONGEST_QUOTE ? string : string.substring(0, LONGEST_QUOTE) + "…";
  }
}
