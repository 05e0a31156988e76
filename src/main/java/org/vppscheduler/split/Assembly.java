package org.vppscheduler.split;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.vppscheduler.program.Attribute;
import org.vppscheduler.program.AttributeGroup;
import org.vppscheduler.program.Attributes;
import org.vppscheduler.program.BlockBuilder;
import org.vppscheduler.program.Operation;
import org.vppscheduler.program.OperationBuilder;
import org.vppscheduler.program.Program;
import org.vppscheduler.program.ProgramBuilder;
import org.vppscheduler.program.Value;

/** Builds the programs, each from its own operations. */
final class Assembly {
  private final Program whole;
  private final Crossings crossings;
  private final OpLabels labels;

  /**
   * By value number, what stands for it in the program being built. What earlier programs have left
   * is not looked at: a program's operations use what it has defined before.
   */
  private final @Nullable Value[] copies;

  private final Function<Value, Value> copyOf;

  private Assembly(Program whole, Crossings crossings, OpLabels labels) {
    this.whole = whole;
    this.crossings = crossings;
    this.labels = labels;
    this.copies = new Value[whole.valueCount()];
    this.copyOf = value -> requireNonNull(copies[value.number()]);
  }

  static ImmutableList<SubProgram> of(
      Program whole, Placement placement, Crossings crossings, OpLabels labels) {
    Assembly assembly = new Assembly(whole, crossings, labels);
    int[][] operations = placement.operationsByType();
    ImmutableList.Builder<SubProgram> programs = ImmutableList.builder();
    for (int type = 0; type < operations.length; type++) {
      programs.add(
          assembly.build(
              placement.types().at(type), crossings.keywords().get(type), operations[type]));
    }
    return programs.build();
  }

  private SubProgram build(JobType type, List<Crossings.Keyword> keywords, int[] operations) {
    ProgramBuilder program =
        Program.builder().version(whole.version()).trainable(whole.trainable());
    BlockBuilder body = program.body();
    ImmutableIntArray.Builder origins = ImmutableIntArray.builder();
    for (Crossings.Keyword keyword : keywords) {
      copies[keyword.value().number()] = body.keywordArgumentLike(keyword.name(), keyword.value());
    }
    for (int index : operations) {
      Operation original = whole.operations().get(index);
      Operation copy = copyOf(original, body).add();
      origins.add(index);
      for (int i = 0; i < copy.resultCount(); i++) {
        copies[original.result(i).number()] = copy.result(i);
      }
      for (int i = copy.resultCount() - 1; i >= 0; i--) {
        Optional<String> name = crossings.insertedName(original.result(i));
        if (name.isPresent()) {
          body.operation(Operation.SHADOW_OUTPUT)
              .operand(copy.result(i))
              .attributes(keptAs(name.get()))
              .add();
          origins.add(SubProgram.INSERTED);
        }
      }
    }
    return new SubProgram(type, program.build(), origins.build());
  }

  private Attributes keptAs(String name) {
    Attributes.Builder attributes =
        Attributes.builder().set(Operation.OUTPUT_NAME, Attribute.of(name));
    // Files of programs for training list facts about results even of operations without any.
    return (whole.trainable() ? attributes.group(AttributeGroup.RESULTS) : attributes).build();
  }

  private OperationBuilder copyOf(Operation original, BlockBuilder body) {
    OperationBuilder copy = body.copyOf(original, copyOf);
    Attributes attributes = SendReceiveStreams.addTo(original.attributes(), original, labels);
    return copy.attributes(crossings.events().addTo(attributes, original));
  }
}
