package org.vppscheduler.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

final class AttributesTest {
  private static final Attribute FLAGS = Attribute.array(Attribute.of(true), Attribute.of(false));

  @Test
  void with_newNames_goesToTheGroupOfTheName() {
    Attributes attributes =
        Attributes.none()
            .with(Attributes.PERSISTABLE, FLAGS)
            .with("axis", Attribute.int32(1))
            .with("chunk_id", Attribute.int64(2));

    assertThat(attributes)
        .hasToString("{axis = 1 : i32, chunk_id = 2 : i64} results {persistable = [true, false]}");
    assertThat(attributes.asList())
        .extracting(NamedAttribute::group)
        .containsExactly(
            AttributeGroup.OPERATION, AttributeGroup.OPERATION, AttributeGroup.RESULTS);
  }

  @Test
  void with_knownName_staysInPlaceAndGroup() {
    Attributes attributes =
        Attributes.builder()
            .add(new NamedAttribute(AttributeGroup.DISTRIBUTION, "a", Attribute.of(true)))
            .add(new NamedAttribute(AttributeGroup.DISTRIBUTION, "b", Attribute.of(true)))
            .build();

    assertThat(attributes.with("a", Attribute.of("x")))
        .hasToString("distribution {a = \"x\", b = true}");
  }

  @Test
  void without_name_leavesTheOthers() {
    Attributes attributes = Attributes.none().with("a", Attribute.of(true)).with("b", FLAGS);

    assertThat(attributes.without("a")).hasToString("{b = [true, false]}");
    assertThat(attributes.without("c")).isSameAs(attributes);
  }

  @Test
  void build_nameInTwoGroups_isRefused() {
    Attributes.Builder builder =
        Attributes.builder()
            .add(new NamedAttribute(AttributeGroup.OPERATION, "a", FLAGS))
            .add(new NamedAttribute(AttributeGroup.RESULTS, "a", FLAGS));

    assertThatIllegalArgumentException()
        .isThrownBy(builder::build)
        .withMessage(
            "The attribute \"a\" is there twice; names of one operation differ in all groups.");
  }

  @Test
  void build_nameTwiceAmongMany_isRefused() {
    Attributes.Builder builder = Attributes.builder();
    for (int i = 0; i < 100; i++) {
      builder.add(new NamedAttribute(AttributeGroup.OPERATION, "a" + i % 99, FLAGS));
    }

    assertThatIllegalArgumentException()
        .isThrownBy(builder::build)
        .withMessage(
            "The attribute \"a0\" is there twice; names of one operation differ in all groups.");
  }

  @Test
  void typedLookups_otherKind_findNothing() {
    Attributes attributes =
        Attributes.none()
            .with("i", Attribute.int32(-3))
            .with("s", Attribute.of("x"))
            .with("b", Attribute.of(true));

    assertThat(attributes.integer("i")).hasValue(-3);
    assertThat(attributes.integer("s")).isEmpty();
    assertThat(attributes.integer("missing")).isEmpty();
    assertThat(attributes.text("s")).contains("x");
    assertThat(attributes.text("i")).isEmpty();
    assertThat(attributes.isTrue("b")).isTrue();
    assertThat(attributes.isTrue("i")).isFalse();
  }

  @Test
  void toBuilder_everything_isKept() {
    Attributes attributes =
        Attributes.builder()
            .group(AttributeGroup.QUANTIZATION)
            .set("a", FLAGS)
            .set(Attributes.STOP_GRADIENT, FLAGS)
            .build();

    assertThat(attributes.toBuilder().build()).isEqualTo(attributes);
    assertThat(attributes.hasGroup(AttributeGroup.QUANTIZATION)).isTrue();
    assertThat(attributes.hasGroup(AttributeGroup.DISTRIBUTION)).isFalse();
  }

  @Test
  void role_codes_haveTheRolesOfTheFramework() {
    assertThat(OpRole.ofCode(0)).contains(OpRole.FORWARD);
    assertThat(OpRole.ofCode(1)).contains(OpRole.BACKWARD);
    assertThat(OpRole.ofCode(2)).contains(OpRole.OPTIMIZE);
    assertThat(OpRole.ofCode(3)).isEmpty();
    assertThat(OpRole.ofCode(-1)).isEmpty();
  }

  @Test
  void parameter_attributesBeyondItsOwn_describeDistribution() {
    ProgramBuilder builder = Program.builder();
    Operation parameter =
        builder
            .body()
            .operation("builtin.parameter")
            .result(ScalarType.FLOAT32)
            .attribute("parameter_name", Attribute.of("w"))
            .attribute("op_role", Attribute.int32(1))
            .add();

    assertThat(parameter.attributes())
        .hasToString("{parameter_name = \"w\"} distribution {op_role = 1 : i32}");
    assertThat(parameter.role()).contains(OpRole.BACKWARD);
  }
}
