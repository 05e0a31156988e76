package org.vppscheduler.split;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.Optional;
import org.vppscheduler.program.Attribute;
import org.vppscheduler.program.BlockArgument;
import org.vppscheduler.program.OpResult;
import org.vppscheduler.program.Operation;
import org.vppscheduler.program.Value;

/**
 * A split as JSON in the form of the golden cases: for each program its keywords and operations;
 * {@code %i.r} is result r of operation i of the whole program, {@code @k} the keyword argument k.
 */
final class SplitDescription {
  private SplitDescription() {}

  static JsonObject of(SplitResult split) {
    JsonObject programs = new JsonObject();
    for (SubProgram subProgram : split.subPrograms()) {
      JsonArray keywords = new JsonArray();
      for (BlockArgument argument : subProgram.program().body().keywordArguments()) {
        keywords.add(argument.keyword().orElseThrow());
      }
      JsonArray operations = new JsonArray();
      for (Operation operation : subProgram.program().operations()) {
        operations.add(describe(operation, subProgram));
      }
      JsonObject program = new JsonObject();
      program.add("kwargs", keywords);
      program.add("ops", operations);
      programs.add(subProgram.type(), program);
    }
    return programs;
  }

  private static JsonObject describe(Operation operation, SubProgram subProgram) {
    JsonObject described = new JsonObject();
    int origin = subProgram.origins().get(operation.index());
    if (origin == SubProgram.INSERTED) {
      described.addProperty(
          "persist", operation.attributes().text(Operation.OUTPUT_NAME).orElseThrow());
    } else {
      described.addProperty("op", origin);
    }
    JsonArray operands = new JsonArray();
    for (Optional<Value> operand : operation.operands()) {
      operands.add(operand.map(value -> describe(value, subProgram)).orElse("null"));
    }
    described.add("in", operands);
    if (operation.attributes().contains("force_record_event")) {
      described.addProperty(
          "force_record_event", operation.attributes().isTrue("force_record_event"));
    }
    operation
        .attributes()
        .text("event_to_record")
        .ifPresent(event -> described.addProperty("event_to_record", event));
    operation
        .attributes()
        .get("events_to_wait")
        .ifPresent(events -> described.add("events_to_wait", texts((Attribute.Array) events)));
    return described;
  }

  private static String describe(Value value, SubProgram subProgram) {
    if (value instanceof OpResult result) {
      return "%" + subProgram.origins().get(result.operation().index()) + "." + result.index();
    }
    return "@" + value.name().orElseThrow();
  }

  private static JsonArray texts(Attribute.Array array) {
    JsonArray texts = new JsonArray();
    array.elements().forEach(element -> texts.add(((Attribute.Text) element).value()));
    return texts;
  }
}
