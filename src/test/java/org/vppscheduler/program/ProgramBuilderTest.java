package org.vppscheduler.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ProgramBuilderTest {
  private static final Type TENSOR = DenseTensorType.of(ScalarType.FLOAT32, 8, 8);

  private final ProgramBuilder builder = Program.builder();
  private final BlockBuilder body = builder.body();

  /** A loop whose body uses a value from outside, at two depths. */
  private Program nested() {
    Operation x = data(body, "x");
    Operation y = data(body, "y");
    BlockBuilder outer = body.nested();
    BlockArgument i = outer.argument(ScalarType.INT64);
    Operation sum = outer.operation("pd_op.add").operands(x.result(0), i).result(TENSOR).add();
    BlockBuilder inner = outer.nested();
    inner.operation("pd_op.print").operands(x.result(0), sum.result(0)).add();
    outer.operation("pd_op.if").operands(sum.result(0)).region(inner).add();
    outer.operation("cf.yield").operands(sum.result(0)).add();
    body.operation("pd_op.while").operands(y.result(0)).result(TENSOR).region(outer).add();
    return builder.build();
  }

  @CanIgnoreReturnValue
  private static Operation data(BlockBuilder block, String name) {
    return block
        .operation("pd_op.data")
        .result(TENSOR)
        .attribute("name", Attribute.of(name))
        .attribute("persistable", Attribute.array(Attribute.of(true)))
        .add();
  }

  @Test
  void toString_nestedRegions_numbersValuesInProgramOrder() {
    assertThat(nested())
        .hasToString(
            """
            program version 1 trainable {
              %0 = pd_op.data() {name = "x"} results {persistable = [true]} : tensor<8x8xf32>
              %1 = pd_op.data() {name = "y"} results {persistable = [true]} : tensor<8x8xf32>
              %2 = pd_op.while(%1) : tensor<8x8xf32> region (%3: i64) {
                %4 = pd_op.add(%0, %3) : tensor<8x8xf32>
                pd_op.if(%4) region {
                  pd_op.print(%0, %4)
                }
                cf.yield(%4)
              }
            }
            """);
  }

  @Test
  void usesOf_valueUsedInsideRegions_namesTheHolderInTheValuesBlock() {
    Program program = nested();
    Operation loop = program.operations().get(2);
    Block outer = loop.regions().get(0).blocks().get(0);
    Operation add = outer.operations().get(0);
    Operation branch = outer.operations().get(1);
    Operation print = branch.regions().get(0).blocks().get(0).operations().get(0);

    assertThat(program.usesOf(program.operations().get(0).result(0)))
        .containsExactly(new Use(add, 0, loop), new Use(print, 0, loop));
    assertThat(program.usesOf(add.result(0)))
        .containsExactly(
            new Use(branch, 0, branch),
            new Use(print, 1, branch),
            new Use(outer.operations().get(2), 0, outer.operations().get(2)));
    assertThat(program.usesOf(loop.result(0))).isEmpty();
  }

  @Test
  void copyOf_operationWithRegions_mapsValuesFromOutside() {
    Program original = nested();
    ProgramBuilder copies = Program.builder();
    Map<Value, Value> copied = new HashMap<>();
    for (Operation operation : original.operations()) {
      Operation copy = copies.body().copyOf(operation, copied::get).add();
      for (int i = 0; i < operation.resultCount(); i++) {
        copied.put(operation.result(i), copy.result(i));
      }
    }

    Program copy = copies.build();
    assertThat(copy).isEqualTo(original).hasSameHashCodeAs(original).isNotSameAs(original);
  }

  @Test
  void copyOf_operandMappedToKeyword_takesTypeAndFlags() {
    Program original = nested();
    ProgramBuilder part = Program.builder();
    Map<Value, Value> keywords = new HashMap<>();
    for (Operation producer : original.operations().subList(0, 2)) {
      Value value = producer.result(0);
      keywords.put(
          value, part.body().keywordArgumentLike(original.nameOf(value).orElseThrow(), value));
    }
    part.body()
        .copyOf(original.operations().get(2), keywords::get)
        .attribute("event_to_record", Attribute.of("e"))
        .add();

    assertThat(part.build())
        .hasToString(
            """
            program version 1 trainable ("x" = %0: tensor<8x8xf32> persistable, \
            "y" = %1: tensor<8x8xf32> persistable) {
              %2 = pd_op.while(%1) {event_to_record = "e"} : tensor<8x8xf32> region (%3: i64) {
                %4 = pd_op.add(%0, %3) : tensor<8x8xf32>
                pd_op.if(%4) region {
                  pd_op.print(%0, %4)
                }
                cf.yield(%4)
              }
            }
            """);
  }

  @Test
  void operand_null_isKeptInItsPlace() {
    Operation x = data(body, "x");
    Operation op =
        body.operation("pd_op.f").nullOperand().operands(x.result(0)).nullOperand().add();
    Program program = builder.build();

    assertThat(op.operands())
        .containsExactly(Optional.empty(), Optional.of(x.result(0)), Optional.empty());
    assertThat(program.usesOf(x.result(0))).containsExactly(new Use(op, 1, op));
  }

  @Test
  void operand_ofAnotherProgram_isRefused() {
    Operation other = data(Program.builder().body(), "x");
    OperationBuilder add = body.operation("pd_op.add");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> add.operand(other.result(0)))
        .withMessage(
            "Operand 0 of pd_op.add, result 0 of op 0 (pd_op.data), is a value of another program;"
                + " copy its operation first, or pass it as an argument of the block.");
  }

  @Test
  void operand_fromInsideARegion_isRefusedOutside() {
    BlockBuilder inner = body.nested();
    Operation x = data(inner, "x");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> body.operation("pd_op.add").operand(x.result(0)))
        .withMessage(
            "Operand 0 of pd_op.add, result 0 of op 0 (pd_op.data), is defined inside a region that"
                + " is not around the user; only values of the user's block and of the blocks"
                + " around it can be used.");
  }

  @Test
  void keywordArgument_twice_isRefused() {
    BlockArgument first = body.keywordArgument("x", TENSOR);
    assertThat(first.keyword()).contains("x");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> body.keywordArgument("x", TENSOR))
        .withMessage(
            "The block has the keyword argument \"x\" already; keywords of one block differ.");
  }

  @Test
  void region_ofAnotherBlock_isRefused() {
    BlockBuilder foreign = Program.builder().body().nested();
    OperationBuilder loop = body.operation("pd_op.while").region(foreign);

    assertThatIllegalArgumentException()
        .isThrownBy(loop::add)
        .withMessage(
            "A region of pd_op.while holds a block that was not begun by nested() of the"
                + " operation's own block.");
  }

  @Test
  void region_heldTwice_isRefused() {
    BlockBuilder inner = body.nested();
    body.operation("pd_op.while").region(inner).add();
    OperationBuilder second = body.operation("pd_op.if").region(inner);

    assertThatIllegalArgumentException()
        .isThrownBy(second::add)
        .withMessage("A region of pd_op.if holds a block that another operation holds already.");
  }

  @Test
  void nested_tooDeep_isRefused() {
    BlockBuilder block = body;
    for (int i = 0; i < BlockBuilder.MAX_DEPTH; i++) {
      block = block.nested();
    }
    BlockBuilder deepest = block;

    assertThatIllegalArgumentException()
        .isThrownBy(deepest::nested)
        .withMessage("Regions are nested 65 deep; the limit is 64.");
  }

  @Test
  void build_nestedBlockNotHeld_isRefused() {
    data(body.nested(), "x");

    assertThatIllegalStateException()
        .isThrownBy(builder::build)
        .withMessage(
            "1 nested blocks were begun and not given to an operation; pass them to region().");
  }

  @Test
  void block_beforeBuild_isRefused() {
    Operation x = data(body, "x");

    assertThat(x.result(0).number()).isZero();
    assertThatIllegalStateException()
        .isThrownBy(() -> x.result(0).block())
        .withMessage("The block is still being built.");
  }

  @Test
  void nameOf_valueKeptByShadowOutput_isItsOutputName() {
    Operation x = data(body, "x");
    Operation y = body.operation("pd_op.relu").operands(x.result(0)).result(TENSOR).add();
    body.operation("builtin.shadow_output")
        .operands(y.result(0))
        .attribute("output_name", Attribute.of("loss"))
        .add();
    Program program = builder.build();

    assertThat(program.nameOf(x.result(0))).contains("x");
    assertThat(program.nameOf(y.result(0))).contains("loss");
    assertThat(y.result(0).name()).isEmpty();
    assertThat(x.result(0).persistable()).isTrue();
    assertThat(y.result(0).persistable()).isFalse();
  }

  @Test
  void version_negative_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.version(-1))
        .withMessage("The version of a program must be at least 0, but is -1.");
  }
}
