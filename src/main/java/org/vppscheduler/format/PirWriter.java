package org.vppscheduler.format;

import com.google.common.collect.ImmutableSortedSet;
import java.io.IOException;
import java.util.List;
import org.vppscheduler.program.Attribute;
import org.vppscheduler.program.AttributeGroup;
import org.vppscheduler.program.Attributes;
import org.vppscheduler.program.Block;
import org.vppscheduler.program.BlockArgument;
import org.vppscheduler.program.DenseTensorType;
import org.vppscheduler.program.NamedAttribute;
import org.vppscheduler.program.OpResult;
import org.vppscheduler.program.OpaqueType;
import org.vppscheduler.program.Operation;
import org.vppscheduler.program.Program;
import org.vppscheduler.program.Region;
import org.vppscheduler.program.ScalarType;
import org.vppscheduler.program.Type;
import org.vppscheduler.program.VectorType;

/** Writes one program as PIR JSON. Members come in byte order, as the framework sorts them. */
final class PirWriter {
  private final JsonSink sink;
  private final Program program;

  /** At the number of a value, its id in the file. */
  private final int[] ids;

  private int lastResult;
  private int lastArgument;
  private int regions;
  private int blocks;

  PirWriter(JsonSink sink, Program program) {
    this.sink = sink;
    this.program = program;
    this.ids = new int[program.valueCount()];
  }

  void write() throws IOException {
    sink.raw("{\"base_code\":{\"magic\":\"pir\",\"trainable\":");
    sink.raw(Boolean.toString(program.trainable()));
    sink.raw(",\"version\":");
    sink.number(program.version());
    sink.raw("},\"program\":{\"regions\":[");
    region(List.of(program.body()));
    sink.raw("]}}");
    sink.flush();
  }

  private void region(List<Block> members) throws IOException {
    sink.raw("{\"#\":\"region_");
    sink.number(regions++);
    sink.raw("\",\"blocks\":[");
    String separator = "";
    for (Block block : members) {
      sink.raw(separator);
      block(block);
      separator = ",";
    }
    sink.raw("]}");
  }

  private void block(Block block) throws IOException {
    sink.raw("{\"#\":\"block_");
    sink.number(blocks++);
    sink.raw("\",\"args\":[");
    arguments(block.arguments());
    if (!block.keywordArguments().isEmpty()) {
      sink.raw("],\"kwargs\":[");
      arguments(block.keywordArguments());
    }
    sink.raw("],\"ops\":[");
    String separator = "";
    for (Operation operation : block.operations()) {
      sink.raw(separator);
      if (operation.name().equals(Operation.PARAMETER)) {
        parameter(operation);
      } else {
        operation(operation);
      }
      separator = ",";
    }
    sink.raw("]}");
  }

  private void arguments(List<BlockArgument> arguments) throws IOException {
    String separator = "{\"#\":";
    for (BlockArgument argument : arguments) {
      sink.raw(separator);
      ids[argument.number()] = --lastArgument;
      sink.number(lastArgument);
      sink.raw(",\"TT\":");
      type(argument.type());
      if (argument.keyword().isPresent()) {
        sink.raw(",\"key\":");
        sink.string(argument.keyword().get());
      }
      sink.raw("}");
      separator = ",{\"#\":";
    }
  }

  private void operation(Operation operation) throws IOException {
    Attributes attributes = operation.attributes();
    sink.raw("{\"#\":");
    sink.string(PirTags.shortened(operation.name()));
    sink.raw(",\"A\":");
    group(attributes, AttributeGroup.OPERATION);
    distribution(attributes);
    sink.raw(",\"I\":[");
    for (int i = 0; i < operation.operandCount(); i++) {
      sink.raw(i == 0 ? "{\"%\":" : ",{\"%\":");
      sink.number(operation.operand(i).map(value -> ids[value.number()]).orElse(0));
      sink.raw("}");
    }
    sink.raw("],\"O\":[");
    for (int i = 0; i < operation.resultCount(); i++) {
      sink.raw(i == 0 ? "" : ",");
      result(operation.result(i));
    }
    sink.raw("]");
    if (program.trainable() || attributes.hasGroup(AttributeGroup.RESULTS)) {
      sink.raw(",\"OA\":");
      group(attributes, AttributeGroup.RESULTS);
    }
    quantization(attributes);
    if (!operation.regions().isEmpty()) {
      sink.raw(",\"regions\":[");
      String separator = "";
      for (Region region : operation.regions()) {
        sink.raw(separator);
        region(region.blocks());
        separator = ",";
      }
      sink.raw("]");
    }
    sink.raw("}");
  }

  private void parameter(Operation operation) throws IOException {
    if (operation.operandCount() != 0
        || operation.resultCount() != 1
        || !operation.regions().isEmpty()) {
      throw inexpressible(
          operation,
          "has "
              + operation.operandCount()
              + " operands, "
              + operation.resultCount()
              + " results and "
              + operation.regions().size()
              + " regions; a parameter has one result and nothing else");
    }
    checkNames(operation, AttributeGroup.OPERATION, PirParameter.OWN_ATTRIBUTES);
    Attributes attributes = operation.attributes();
    sink.raw("{\"#\":\"p\",\"A\":[");
    flags(operation, PirParameter.OWN_FLAGS);
    sink.raw(",");
    if (!(attributes.get(PirParameter.NAME).orElse(null) instanceof Attribute.Text name)) {
      throw inexpressible(operation, "has an attribute parameter_name that is no string");
    }
    sink.string(name.value());
    sink.raw("]");
    distribution(attributes);
    sink.raw(",\"O\":");
    result(operation.result(0));
    if (attributes.hasGroup(AttributeGroup.RESULTS)) {
      checkNames(operation, AttributeGroup.RESULTS, PirParameter.RESULT_FLAGS);
      sink.raw(",\"OA\":[");
      flags(operation, PirParameter.RESULT_FLAGS);
      sink.raw("]");
    }
    quantization(attributes);
    sink.raw("}");
  }

  /** Throws IllegalArgumentException unless a group has the attributes that have a place there. */
  private static void checkNames(Operation parameter, AttributeGroup group, List<String> expected) {
    ImmutableSortedSet.Builder<String> names = ImmutableSortedSet.naturalOrder();
    for (NamedAttribute attribute : parameter.attributes().asList()) {
      if (attribute.group() == group) {
        names.add(attribute.name());
      }
    }
    if (!names.build().equals(ImmutableSortedSet.copyOf(expected))) {
      throw inexpressible(
          parameter,
          "has the attributes "
              + names.build()
              + " in the group "
              + group
              + "; the format has exactly "
              + expected
              + " there");
    }
  }

  private void flags(Operation parameter, List<String> names) throws IOException {
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      boolean flag =
          parameter
              .attributes()
              .get(name)
              .flatMap(PirParameter::flagOf)
              .orElseThrow(
                  () ->
                      inexpressible(
                          parameter,
                          "has an attribute " + name + " that is no array of one truth value"));
      sink.raw(i == 0 ? "" : ",");
      sink.raw(flag ? "1" : "0");
    }
  }

  private static IllegalArgumentException inexpressible(Operation operation, String why) {
    return new IllegalArgumentException(
        "PIR JSON cannot express " + operation + ", which " + why + ".");
  }

  private void distribution(Attributes attributes) throws IOException {
    if (attributes.hasGroup(AttributeGroup.DISTRIBUTION)) {
      sink.raw(",\"DA\":");
      group(attributes, AttributeGroup.DISTRIBUTION);
    }
  }

  private void quantization(Attributes attributes) throws IOException {
    if (attributes.hasGroup(AttributeGroup.QUANTIZATION)) {
      sink.raw(",\"QA\":");
      group(attributes, AttributeGroup.QUANTIZATION);
    }
  }

  private void group(Attributes attributes, AttributeGroup group) throws IOException {
    String separator = "[{\"AT\":";
    for (NamedAttribute attribute : attributes.asList()) {
      if (attribute.group() == group) {
        sink.raw(separator);
        attribute(attribute.value());
        sink.raw(",\"N\":");
        sink.string(attribute.name());
        sink.raw("}");
        separator = ",{\"AT\":";
      }
    }
    sink.raw(separator.startsWith("[") ? "[]" : "]");
  }

  private void result(OpResult result) throws IOException {
    ids[result.number()] = ++lastResult;
    sink.raw("{\"%\":");
    sink.number(lastResult);
    sink.raw(",\"TT\":");
    type(result.type());
    sink.raw("}");
  }

  private void type(Type type) throws IOException {
    if (type instanceof DenseTensorType tensor) {
      begin(PirTags.DENSE_TENSOR);
      sink.raw("[");
      type(tensor.elementType());
      sink.raw(",");
      PirNumbers.write(tensor.dimensions(), sink);
      sink.raw(",");
      sink.string(tensor.layout());
      sink.raw(",[");
      for (int i = 0; i < tensor.levelOfDetail().size(); i++) {
        sink.raw(i == 0 ? "" : ",");
        PirNumbers.write(tensor.levelOfDetail().get(i), sink);
      }
      sink.raw("],");
      sink.number(tensor.offset());
      sink.raw("]}");
    } else if (type instanceof ScalarType scalar) {
      sink.raw("{\"#\":\"");
      sink.raw(PirTags.of(scalar));
      sink.raw("\"}");
    } else if (type instanceof VectorType vector) {
      begin(PirTags.VECTOR);
      String separator = "[";
      for (Type element : vector.elementTypes()) {
        sink.raw(separator);
        type(element);
        separator = ",";
      }
      sink.raw(separator.equals("[") ? "[]}" : "]}");
    } else if (type instanceof OpaqueType opaque) {
      opaque(opaque.tag(), opaque.content());
    } else {
      throw new AssertionError(type);
    }
  }

  private void attribute(Attribute attribute) throws IOException {
    if (attribute instanceof Attribute.Bool bool) {
      begin(PirTags.BOOL);
      sink.raw(bool.value() ? "true}" : "false}");
    } else if (attribute instanceof Attribute.Int32 int32) {
      number(PirTags.INT32, int32.value());
    } else if (attribute instanceof Attribute.Int64 int64) {
      number(PirTags.INT64, int64.value());
    } else if (attribute instanceof Attribute.Index index) {
      number(PirTags.INDEX, index.value());
    } else if (attribute instanceof Attribute.Float32 float32) {
      floating(PirTags.FLOAT32, float32.digits());
    } else if (attribute instanceof Attribute.Float64 float64) {
      floating(PirTags.FLOAT64, float64.digits());
    } else if (attribute instanceof Attribute.Text text) {
      string(PirTags.TEXT, text.value());
    } else if (attribute instanceof Attribute.TensorName name) {
      string(PirTags.TENSOR_NAME, name.value());
    } else if (attribute instanceof Attribute.OfType type) {
      begin(PirTags.TYPE);
      type(type.value());
      sink.raw("}");
    } else if (attribute instanceof Attribute.Array array) {
      begin(PirTags.ARRAY);
      String separator = "[";
      for (Attribute element : array.elements()) {
        sink.raw(separator);
        attribute(element);
        separator = ",";
      }
      sink.raw(separator.equals("[") ? "[]}" : "]}");
    } else if (attribute instanceof Attribute.IntArray array) {
      begin(PirTags.INT_ARRAY);
      PirNumbers.write(array.elements(), sink);
      sink.raw("}");
    } else if (attribute instanceof Attribute.DataType dataType) {
      string(PirTags.DATA_TYPE, dataType.name());
    } else if (attribute instanceof Attribute.Place place) {
      begin(PirTags.PLACE);
      sink.raw("[");
      sink.number(place.kind());
      sink.raw(",");
      sink.number(place.device());
      sink.raw(",");
      sink.string(place.customName());
      sink.raw("]}");
    } else if (attribute instanceof Attribute.Layout layout) {
      string(PirTags.LAYOUT, layout.name());
    } else if (attribute instanceof Attribute.OpDist dist) {
      begin(PirTags.OP_DIST);
      sink.raw("[");
      sink.raw(dist.placement());
      sink.raw(",");
      sink.number(dist.chunkId());
      sink.raw("]}");
    } else if (attribute instanceof Attribute.Opaque opaque) {
      opaque(opaque.tag(), opaque.content());
    } else {
      throw new AssertionError(attribute);
    }
  }

  private void begin(String tag) throws IOException {
    sink.raw("{\"#\":\"");
    sink.raw(tag);
    sink.raw("\",\"D\":");
  }

  private void number(String tag, long value) throws IOException {
    begin(tag);
    sink.number(value);
    sink.raw("}");
  }

  private void string(String tag, String value) throws IOException {
    begin(tag);
    sink.string(value);
    sink.raw("}");
  }

  private void floating(String tag, String digits) throws IOException {
    if (Character.isLetter(digits.charAt(digits.length() - 1))) {
      sink.raw("{\"#\":\"");
      sink.raw(tag);
      sink.raw("\",\"VD\":\"");
      sink.raw(digits);
      sink.raw("\"}");
    } else {
      begin(tag);
      sink.raw(digits);
      sink.raw("}");
    }
  }

  private void opaque(String tag, String content) throws IOException {
    sink.raw("{\"#\":");
    sink.string(tag);
    if (!content.isEmpty()) {
      sink.raw(",");
      sink.raw(content);
    }
    sink.raw("}");
  }
}
