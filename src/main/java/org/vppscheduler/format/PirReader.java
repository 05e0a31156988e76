package org.vppscheduler.format;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableLongArray;
import com.google.common.primitives.Longs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.vppscheduler.program.Attribute;
import org.vppscheduler.program.AttributeGroup;
import org.vppscheduler.program.Attributes;
import org.vppscheduler.program.BlockBuilder;
import org.vppscheduler.program.DenseTensorType;
import org.vppscheduler.program.NamedAttribute;
import org.vppscheduler.program.OpaqueType;
import org.vppscheduler.program.Operation;
import org.vppscheduler.program.OperationBuilder;
import org.vppscheduler.program.Program;
import org.vppscheduler.program.ProgramBuilder;
import org.vppscheduler.program.ScalarType;
import org.vppscheduler.program.Type;
import org.vppscheduler.program.Value;
import org.vppscheduler.program.VectorType;

/** Reads one program from PIR JSON. */
final class PirReader {
  private static final String MAGIC = "pir";
  private static final String TAG = "#";
  private static final String DATA = "D";

  /** Which of the data of {@link PirTags#OP_DIST} is the chunk. */
  private static final int CHUNK_OF_OP_DIST = 3;

  private final JsonSource source;
  private final ProgramBuilder program = Program.builder();
  private final ValueIds values = new ValueIds();
  private final Interner interner = new Interner();

  /** The operation being read, for messages; its index is negative outside of operations. */
  private int operationIndex = -1;

  private String operationName = "";

  PirReader(JsonSource source) {
    this.source = source;
    source.setContext(
        () ->
            operationIndex < 0
                ? ""
                : " (op "
                    + operationIndex
                    + (operationName.isEmpty() ? "" : ", " + operationName)
                    + ")");
  }

  Program read() throws IOException {
    source.beginObject();
    Members members = new Members();
    while (source.hasNext()) {
      switch (members.next()) {
        case "base_code" -> baseCode();
        case "program" -> program();
        default -> throw members.unexpected();
      }
    }
    members.require("base_code", "program");
    source.endObject();
    source.end();
    return program.build();
  }

  private void baseCode() throws IOException {
    source.beginObject();
    Members members = new Members();
    while (source.hasNext()) {
      switch (members.next()) {
        case "magic" -> magic();
        case "trainable" -> program.trainable(source.bool());
        case "version" -> program.version(source.integer(0, Long.MAX_VALUE));
        default -> throw members.unexpected();
      }
    }
    members.require("magic", "trainable", "version");
    source.endObject();
  }

  private void magic() throws IOException {
    String magic = source.string();
    if (!magic.equals(MAGIC)) {
      throw source.errorBefore(
          "Expected the magic word \"" + MAGIC + "\", but found " + JsonSource.quoted(magic) + ".");
    }
  }

  private void program() throws IOException {
    source.beginObject();
    Members members = new Members();
    while (source.hasNext()) {
      switch (members.next()) {
        case "regions" -> onlyRegion();
        default -> throw members.unexpected();
      }
    }
    members.require("regions");
    source.endObject();
  }

  private void onlyRegion() throws IOException {
    source.beginArray();
    if (!source.hasNext()) {
      throw source.errorHere("The program has no region; it must have exactly one.");
    }
    region(new OnlyBlock());
    if (source.hasNext()) {
      throw source.errorHere("The program has more than one region; it must have exactly one.");
    }
    source.endArray();
  }

  /** Where the blocks of a region come from. */
  private interface Blocks {
    BlockBuilder begin();

    void end();
  }

  /** The program's own region. */
  private final class OnlyBlock implements Blocks {
    private boolean begun;

    @Override
    public BlockBuilder begin() {
      if (begun) {
        throw source.errorHere("The program has more than one block; it must have exactly one.");
      }
      begun = true;
      return program.body();
    }

    @Override
    public void end() {
      if (!begun) {
        throw source.errorHere("The program has no block; it must have exactly one.");
      }
    }
  }

  /** A region of an operation. */
  private final class NestedBlocks implements Blocks {
    private final BlockBuilder outer;
    private final List<BlockBuilder> blocks = new ArrayList<>();

    NestedBlocks(BlockBuilder outer) {
      this.outer = outer;
    }

    @Override
    public BlockBuilder begin() {
      BlockBuilder block;
      try {
        block = outer.nested();
      } catch (IllegalArgumentException e) {
        throw source.errorHere(messageOf(e));
      }
      blocks.add(block);
      return block;
    }

    @Override
    public void end() {}
  }

  private void region(Blocks blocks) throws IOException {
    source.beginObject();
    Members members = new Members();
    while (source.hasNext()) {
      switch (members.next()) {
        // The framework counts regions; the count says nothing.
        case TAG -> source.skipString();
        case "blocks" -> {
          source.beginArray();
          while (source.hasNext()) {
            block(blocks.begin());
          }
          blocks.end();
          source.endArray();
        }
        default -> throw members.unexpected();
      }
    }
    members.require(TAG, "blocks");
    source.endObject();
  }

  private void block(BlockBuilder block) throws IOException {
    source.beginObject();
    Members members = new Members();
    while (source.hasNext()) {
      switch (members.next()) {
        case TAG -> source.skipString();
        case "args" -> {
          members.before("ops");
          arguments(block, false);
        }
        case "kwargs" -> {
          members.before("ops");
          arguments(block, true);
        }
        case "ops" -> operations(block);
        default -> throw members.unexpected();
      }
    }
    members.require(TAG, "args", "ops");
    source.endObject();
  }

  private void arguments(BlockBuilder block, boolean byKeyword) throws IOException {
    source.beginArray();
    while (source.hasNext()) {
      source.beginObject();
      Members members = new Members();
      int id = 0;
      Type type = ScalarType.BOOL;
      String keyword = "";
      while (source.hasNext()) {
        String member = members.next();
        if (member.equals(TAG)) {
          id = (int) source.integer(Integer.MIN_VALUE, -1);
          checkFree(id);
        } else if (member.equals("TT")) {
          type = type();
        } else if (member.equals("key") && byKeyword) {
          keyword = source.string();
        } else {
          throw members.unexpected();
        }
      }
      members.require(TAG, "TT");
      if (byKeyword) {
        members.require("key");
      }
      Value argument;
      try {
        argument = byKeyword ? block.keywordArgument(keyword, type) : block.argument(type);
      } catch (IllegalArgumentException e) {
        throw source.errorHere(messageOf(e));
      }
      define(id, argument);
      source.endObject();
    }
    source.endArray();
  }

  private void operations(BlockBuilder block) throws IOException {
    int outerIndex = operationIndex;
    String outerName = operationName;
    source.beginArray();
    for (int index = 0; source.hasNext(); index++) {
      operationIndex = index;
      operationName = "";
      operation(block);
    }
    operationIndex = outerIndex;
    operationName = outerName;
    source.endArray();
  }

  private void operation(BlockBuilder block) throws IOException {
    source.beginObject();
    String tag = tag();
    boolean parameter = tag.equals(PirTags.PARAMETER);
    operationName = parameter ? Operation.PARAMETER : interner.intern(PirTags.lengthened(tag));
    if (operationName.isEmpty()) {
      throw source.errorBefore("The operation has an empty name.");
    }
    if (!parameter && operationName.equals(Operation.PARAMETER)) {
      throw source.errorBefore(
          "The operation " + Operation.PARAMETER + " has a form of its own, \"#\":\"p\".");
    }
    OperationBuilder operation = block.operation(operationName);
    Attributes.Builder attributes = Attributes.builder();
    List<Integer> results = new ArrayList<>(1);
    Members members = new Members();
    while (source.hasNext()) {
      String member = members.next();
      switch (member) {
        case "A" -> {
          if (parameter) {
            parameterAttributes(attributes);
          } else {
            attributes(attributes, AttributeGroup.OPERATION);
          }
        }
        case "DA" -> attributes(attributes, AttributeGroup.DISTRIBUTION);
        case "QA" -> attributes(attributes, AttributeGroup.QUANTIZATION);
        case "OA" -> {
          if (parameter) {
            parameterFlags(attributes);
          } else {
            attributes(attributes, AttributeGroup.RESULTS);
          }
        }
        case "O" -> {
          if (parameter) {
            result(operation, results);
          } else {
            results(operation, results);
          }
        }
        default -> {
          if (parameter) {
            throw members.unexpected();
          }
          switch (member) {
            case "I" -> operands(operation);
            case "regions" -> regions(operation, block);
            default -> throw members.unexpected();
          }
        }
      }
    }
    members.require("A", "O");
    if (!parameter) {
      members.require("I");
    }
    Operation added;
    try {
      added = operation.attributes(interner.intern(attributes.build())).add();
    } catch (IllegalArgumentException e) {
      throw source.errorHere(messageOf(e));
    }
    for (int i = 0; i < results.size(); i++) {
      define(results.get(i), added.result(i));
    }
    source.endObject();
  }

  /** Reads the first member of an object: without its tag, nobody knows what the others mean. */
  private String tag() throws IOException {
    if (!source.hasNext()) {
      throw source.missing(TAG);
    }
    String name = source.name();
    if (!name.equals(TAG)) {
      throw source.errorBefore(
          "The first member must be the tag \"#\", but is " + JsonSource.quoted(name) + ".");
    }
    return source.string();
  }

  private void regions(OperationBuilder operation, BlockBuilder block) throws IOException {
    source.beginArray();
    while (source.hasNext()) {
      NestedBlocks nested = new NestedBlocks(block);
      region(nested);
      operation.region(nested.blocks);
    }
    source.endArray();
  }

  private void operands(OperationBuilder operation) throws IOException {
    source.beginArray();
    while (source.hasNext()) {
      source.beginObject();
      Members members = new Members();
      while (source.hasNext()) {
        if (!members.next().equals("%")) {
          throw members.unexpected();
        }
        operand(operation, source.int32());
      }
      members.require("%");
      source.endObject();
    }
    source.endArray();
  }

  private void operand(OperationBuilder operation, int id) {
    if (id == 0) {
      operation.nullOperand();
      return;
    }
    Value value = values.get(id);
    if (value == null) {
      throw source.errorBefore("The value " + id + " is used here, but not defined before.");
    }
    try {
      operation.operand(value);
    } catch (IllegalArgumentException e) {
      throw source.errorBefore("The value " + id + " cannot be used here. " + messageOf(e));
    }
  }

  private void results(OperationBuilder operation, List<Integer> ids) throws IOException {
    source.beginArray();
    while (source.hasNext()) {
      result(operation, ids);
    }
    source.endArray();
  }

  private void result(OperationBuilder operation, List<Integer> ids) throws IOException {
    source.beginObject();
    Members members = new Members();
    while (source.hasNext()) {
      switch (members.next()) {
        case "%" -> {
          int id = (int) source.integer(1, Integer.MAX_VALUE);
          checkFree(id);
          ids.add(id);
        }
        case "TT" -> operation.result(interner.intern(type()));
        default -> throw members.unexpected();
      }
    }
    members.require("%", "TT");
    source.endObject();
  }

  private void checkFree(int id) {
    if (values.get(id) != null) {
      throw source.errorBefore("The value " + id + " is defined twice.");
    }
  }

  private void define(int id, Value value) {
    // Once more: an operation can give two of its results, or one inside it, the same id.
    if (!values.add(id, value)) {
      throw source.errorHere("The value " + id + " is defined twice.");
    }
  }

  private void attributes(Attributes.Builder attributes, AttributeGroup group) throws IOException {
    attributes.group(group);
    source.beginArray();
    while (source.hasNext()) {
      source.beginObject();
      Members members = new Members();
      Attribute value = Attribute.of(false);
      String name = "";
      while (source.hasNext()) {
        switch (members.next()) {
          case "AT" -> value = attribute();
          case "N" -> name = source.string();
          default -> throw members.unexpected();
        }
      }
      members.require("AT", "N");
      source.endObject();
      attributes.add(interner.intern(new NamedAttribute(group, interner.intern(name), value)));
    }
    source.endArray();
  }

  private void parameterAttributes(Attributes.Builder attributes) throws IOException {
    source.beginArray();
    for (String name : PirParameter.OWN_FLAGS) {
      flag(attributes, AttributeGroup.OPERATION, name);
    }
    Attribute name = Attribute.of(source.string());
    attributes.add(new NamedAttribute(AttributeGroup.OPERATION, PirParameter.NAME, name));
    source.endArray();
  }

  private void parameterFlags(Attributes.Builder attributes) throws IOException {
    source.beginArray();
    for (String name : PirParameter.RESULT_FLAGS) {
      flag(attributes, AttributeGroup.RESULTS, name);
    }
    source.endArray();
  }

  private void flag(Attributes.Builder attributes, AttributeGroup group, String name)
      throws IOException {
    Attribute value = PirParameter.flag(source.integer(0, 1) == 1);
    attributes.add(interner.intern(new NamedAttribute(group, name, value)));
  }

  private Type type() throws IOException {
    source.beginObject();
    String tag = tag();
    return switch (tag) {
      case PirTags.DENSE_TENSOR -> denseTensor();
      case PirTags.VECTOR -> vector();
      default -> scalarOrOpaque(tag);
    };
  }

  private Type scalarOrOpaque(String tag) throws IOException {
    String content = source.rawMembersAfter(TAG);
    ScalarType scalar = PirTags.scalarTypes().get(tag);
    return scalar != null && content.isEmpty() ? scalar : new OpaqueType(tag, content);
  }

  private Type denseTensor() throws IOException {
    beginData();
    source.beginArray();
    Type elementType = type();
    ImmutableLongArray dimensions = PirNumbers.read(source);
    String layout = interner.intern(source.string());
    ImmutableList.Builder<ImmutableLongArray> levelOfDetail = ImmutableList.builder();
    source.beginArray();
    while (source.hasNext()) {
      levelOfDetail.add(PirNumbers.read(source));
    }
    source.endArray();
    long offset = source.int64();
    source.endArray();
    endData();
    return new DenseTensorType(elementType, dimensions, layout, levelOfDetail.build(), offset);
  }

  private Type vector() throws IOException {
    beginData();
    ImmutableList.Builder<Type> elements = ImmutableList.builder();
    source.beginArray();
    while (source.hasNext()) {
      elements.add(type());
    }
    source.endArray();
    endData();
    return VectorType.of(elements.build());
  }

  private Attribute attribute() throws IOException {
    source.beginObject();
    String tag = tag();
    return switch (tag) {
      case PirTags.FLOAT32 -> floating(Attribute.Float32::new);
      case PirTags.FLOAT64 -> floating(Attribute.Float64::new);
      case PirTags.OP_DIST -> opDist();
      case PirTags.BOOL,
          PirTags.INT32,
          PirTags.INT64,
          PirTags.INDEX,
          PirTags.TEXT,
          PirTags.TENSOR_NAME,
          PirTags.TYPE,
          PirTags.ARRAY,
          PirTags.INT_ARRAY,
          PirTags.DATA_TYPE,
          PirTags.PLACE,
          PirTags.LAYOUT -> {
        beginData();
        Attribute attribute = data(tag);
        endData();
        yield attribute;
      }
      default -> new Attribute.Opaque(interner.intern(tag), source.rawMembersAfter(TAG));
    };
  }

  private Attribute data(String tag) throws IOException {
    return switch (tag) {
      case PirTags.BOOL -> Attribute.of(source.bool());
      case PirTags.INT32 -> Attribute.int32(source.int32());
      case PirTags.INT64 -> Attribute.int64(source.int64());
      case PirTags.INDEX -> new Attribute.Index(source.int64());
      case PirTags.TEXT -> Attribute.of(source.string());
      case PirTags.TENSOR_NAME -> new Attribute.TensorName(source.string());
      case PirTags.TYPE -> new Attribute.OfType(type());
      case PirTags.ARRAY -> array();
      case PirTags.INT_ARRAY -> new Attribute.IntArray(PirNumbers.read(source));
      case PirTags.DATA_TYPE -> new Attribute.DataType(source.string());
      case PirTags.PLACE -> place();
      case PirTags.LAYOUT -> new Attribute.Layout(source.string());
      default -> throw new AssertionError(tag);
    };
  }

  private Attribute array() throws IOException {
    ImmutableList.Builder<Attribute> elements = ImmutableList.builder();
    source.beginArray();
    while (source.hasNext()) {
      elements.add(attribute());
    }
    source.endArray();
    return Attribute.array(elements.build());
  }

  private Attribute place() throws IOException {
    source.beginArray();
    Attribute place = new Attribute.Place(source.int32(), source.int32(), source.string());
    source.endArray();
    return place;
  }

  private Attribute floating(Function<String, Attribute> kind) throws IOException {
    String name = source.hasNext() ? source.name() : "";
    String digits =
        switch (name) {
          case DATA -> source.number();
          case "VD" -> special(source.string());
          case "" -> throw source.missing(DATA);
          default -> throw source.unexpected(name);
        };
    Attribute attribute;
    try {
      attribute = kind.apply(digits);
    } catch (IllegalArgumentException e) {
      throw source.errorBefore(messageOf(e));
    }
    endData();
    return attribute;
  }

  private String special(String name) {
    return switch (name) {
      case "NaN", "NAN" -> "NAN";
      case "INF", "-INF" -> name;
      default ->
          throw source.errorBefore(
              "Expected \"NAN\", \"INF\" or \"-INF\", but found " + JsonSource.quoted(name) + ".");
    };
  }

  private Attribute opDist() throws IOException {
    beginData();
    List<String> data = new ArrayList<>(CHUNK_OF_OP_DIST + 1);
    source.beginArray();
    while (source.hasNext()) {
      data.add(source.raw());
    }
    source.endArray();
    endData();
    if (data.size() == CHUNK_OF_OP_DIST + 1) {
      String chunk = data.get(CHUNK_OF_OP_DIST);
      Long chunkId = Longs.tryParse(chunk);
      if (chunkId != null && chunkId.toString().equals(chunk)) {
        String placement = String.join(",", data.subList(0, CHUNK_OF_OP_DIST));
        return new Attribute.OpDist(interner.intern(placement), chunkId);
      }
    }
    // Older frameworks write no chunk; whatever this is, it is kept.
    return new Attribute.Opaque(PirTags.OP_DIST, "\"D\":[" + String.join(",", data) + "]");
  }

  private void beginData() throws IOException {
    if (!source.hasNext()) {
      throw source.missing(DATA);
    }
    String name = source.name();
    if (!name.equals(DATA)) {
      throw source.unexpected(name);
    }
  }

  private void endData() throws IOException {
    if (source.hasNext()) {
      throw source.unexpected(source.name());
    }
    source.endObject();
  }

  private static String messageOf(IllegalArgumentException e) {
    return String.valueOf(e.getMessage());
  }

  /** The members of one object as they come, each at most once. */
  private final class Members {
    // Few, so a list is faster than a table; unknown ones end the reading at once.
    private final List<String> seen = new ArrayList<>(6);
    private String last = "";

    String next() throws IOException {
      last = source.name();
      if (seen.contains(last)) {
        throw source.duplicate(last);
      }
      seen.add(last);
      return last;
    }

    FormatException unexpected() {
      return source.unexpected(last);
    }

    /** Throws FormatException if {@code later} came already. */
    void before(String later) {
      if (seen.contains(later)) {
        throw source.errorBefore("The member \"" + last + "\" must come before \"" + later + "\".");
      }
    }

    void require(String... names) {
      for (String name : names) {
        if (!seen.contains(name)) {
          throw source.missing(name);
        }
      }
    }
  }
}
