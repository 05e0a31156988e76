package org.vppscheduler.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.vppscheduler.program.Attribute;
import org.vppscheduler.program.BlockArgument;
import org.vppscheduler.program.BlockBuilder;
import org.vppscheduler.program.OpRole;
import org.vppscheduler.program.Operation;
import org.vppscheduler.program.OperationBuilder;
import org.vppscheduler.program.Program;
import org.vppscheduler.program.ProgramBuilder;
import org.vppscheduler.program.RandomPrograms;
import org.vppscheduler.program.ScalarType;

@Tag("locale")
final class PirJsonTest {
  private static final Path GOLDEN = Path.of("src/test/resources/golden/split");

  static Stream<Path> goldenPrograms() throws IOException {
    try (Stream<Path> files = Files.list(GOLDEN)) {
      List<Path> programs =
          files.filter(file -> file.toString().endsWith(".program.json")).sorted().toList();
      assertThat(programs).isNotEmpty();
      return programs.stream();
    }
  }

  @ParameterizedTest
  @MethodSource("goldenPrograms")
  void write_goldenFileRead_isEqualByteForByte(Path file) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PirJson.write(PirJson.read(file), out);
    assertThat(out.toByteArray()).isEqualTo(Files.readAllBytes(file));
  }

  @Test
  void read_randomProgramWritten_isEqual() {
    for (long seed = 0; seed < 500; seed++) {
      Program program = RandomPrograms.next(seed, 10);
      String json = PirJson.format(program);
      Program read = PirJson.parse(json);
      assertThat(read).as("seed %d", seed).isEqualTo(program).hasSameHashCodeAs(program);
      assertThat(PirJson.format(read)).as("seed %d", seed).isEqualTo(json);
    }
  }

  /** One operation with one attribute, or one result type, in the form of a file. */
  private static String program(String operations) {
    return "{\"base_code\":{\"magic\":\"pir\",\"trainable\":false,\"version\":7},\"program\":"
        + "{\"regions\":[{\"#\":\"region_0\",\"blocks\":[{\"#\":\"block_0\",\"args\":[],\"ops\":["
        + operations
        + "]}]}]}}";
  }

  private static String withAttribute(String attribute) {
    return program(
        "{\"#\":\"1.f\",\"A\":[{\"AT\":" + attribute + ",\"N\":\"a\"}],\"I\":[],\"O\":[]}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"#\":\"0.a_bool\",\"D\":true}",
        "{\"#\":\"0.a_i32\",\"D\":-2147483648}",
        "{\"#\":\"0.a_i64\",\"D\":9223372036854775807}",
        "{\"#\":\"0.a_index\",\"D\":3}",
        "{\"#\":\"0.a_f32\",\"D\":9.999999747378752e-06}",
        "{\"#\":\"0.a_f64\",\"D\":1.0}",
        "{\"#\":\"0.a_f64\",\"VD\":\"NAN\"}",
        "{\"#\":\"0.a_f64\",\"VD\":\"-INF\"}",
        "{\"#\":\"0.a_c64\",\"D\":[1.0,-2.0]}",
        "{\"#\":\"0.a_str\",\"D\":\"\\b\\f\\n\\r\\t\\u0001\\u001f\\\"\\\\/\u007fé模😀\u2028\"}",
        "{\"#\":\"0.a_tensorname\",\"D\":\"x\"}",
        "{\"#\":\"0.a_type\",\"D\":{\"#\":\"0.t_f32\"}}",
        "{\"#\":\"0.a_array\",\"D\":[{\"#\":\"0.a_bool\",\"D\":true},{\"#\":\"0.a_array\",\"D\":[]}]}",
        "{\"#\":\"1.a_intarray\",\"D\":[-1,2]}",
        "{\"#\":\"1.a_dtype\",\"D\":\"float32\"}",
        "{\"#\":\"1.a_place\",\"D\":[1,0,\"\"]}",
        "{\"#\":\"1.a_layout\",\"D\":\"NCHW\"}",
        "{\"#\":\"4.a_process_mesh\",\"D\":[[2],[0,1],[\"x\"]]}",
        "{\"#\":\"4.a_op_dist\",\"D\":[{\"m\":1},[],[],2]}",
        "{\"#\":\"4.a_op_dist\",\"D\":[{\"m\":1},[],[]]}",
        "{\"#\":\"9.a_unheard_of\",\"D\":{\"b\":1e999,\"a\":[null,1.50]},\"E\":18446744073709551616}",
        "{\"#\":\"NULL\"}",
      })
  void write_attributeRead_isEqualByteForByte(String attribute) {
    String json = withAttribute(attribute);
    assertThat(PirJson.format(PirJson.parse(json))).isEqualTo(json);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"#\":\"0.t_bf16\"}",
        "{\"#\":\"0.t_f32\",\"D\":1}",
        "{\"#\":\"NULL\"}",
        "{\"#\":\"0.t_vec\",\"D\":[{\"#\":\"0.t_i64\"},{\"#\":\"0.t_vec\",\"D\":[]}]}",
        "{\"#\":\"0.t_dtensor\",\"D\":[{\"#\":\"0.t_f32\"},[2,-1],\"NHWC\",[[0,1],[0,2]],8]}",
        "{\"#\":\"1.t_selected_rows\",\"D\":[{\"#\":\"0.t_f32\"},[2],\"NCHW\",[],0]}",
        "{\"#\":\"0.t_f8e4m3fn\"}",
      })
  void write_typeRead_isEqualByteForByte(String type) {
    String json =
        program("{\"#\":\"1.f\",\"A\":[],\"I\":[],\"O\":[{\"%\":1,\"TT\":" + type + "}]}");
    assertThat(PirJson.format(PirJson.parse(json))).isEqualTo(json);
  }

  @Test
  void write_everyPartOfAProgramRead_isEqualByteForByte() {
    String type = "{\"#\":\"0.t_i64\"}";
    String json =
        "{\"base_code\":{\"magic\":\"pir\",\"trainable\":true,\"version\":3},\"program\":"
            + "{\"regions\":[{\"#\":\"region_0\",\"blocks\":[{\"#\":\"block_0\",\"args\":"
            + "[{\"#\":-1,\"TT\":T}],\"kwargs\":[{\"#\":-2,\"TT\":T,\"key\":\"k\"}],\"ops\":["
            + "{\"#\":\"p\",\"A\":[0,1,1,\"w\"],\"O\":{\"%\":1,\"TT\":T}},"
            + "{\"#\":\"p\",\"A\":[1,0,0,\"v\"],\"DA\":[{\"AT\":{\"#\":\"0.a_i32\",\"D\":1},"
            + "\"N\":\"op_role\"}],\"O\":{\"%\":2,\"TT\":T},\"OA\":[1,0,1],\"QA\":[]},"
            + "{\"#\":\"1.while\",\"A\":[],\"I\":[{\"%\":1},{\"%\":0},{\"%\":-2}],"
            + "\"O\":[{\"%\":3,\"TT\":T}],\"OA\":[],\"regions\":[{\"#\":\"region_1\",\"blocks\":["
            + "{\"#\":\"block_1\",\"args\":[{\"#\":-3,\"TT\":T}],\"ops\":["
            + "{\"#\":\"2.yield\",\"A\":[],\"I\":[{\"%\":-3},{\"%\":1}],\"O\":[{\"%\":4,\"TT\":T}],"
            + "\"OA\":[]}]}]},{\"#\":\"region_2\",\"blocks\":[]}]},"
            + "{\"#\":\"odd.op\",\"A\":[],\"I\":[{\"%\":3}],\"O\":[],\"OA\":[]}]}]}]}}";
    json = json.replace("\"TT\":T", "\"TT\":" + type);
    assertThat(PirJson.format(PirJson.parse(json))).isEqualTo(json);
  }

  @Test
  void read_membersInAnyOrderAndIdsWithGaps_areWrittenInOrder() {
    String json =
        """
        {"program": {"regions": [{"blocks": [{"args": [], "#": "b", "ops": [
          {"#": "0.combine", "O": [{"TT": {"#": "0.t_f32"}, "%": 2000000000}], "I": [], "A": []},
          {"#": "1.g", "regions": [], "O": [], "I": [{"%": 2000000000}],
           "A": [{"N": "a", "AT": {"#": "0.a_bool", "D": true}}]}
        ]}], "#": "r"}]},
         "base_code": {"version": 7, "magic": "pir", "trainable": false}}
        """;
    assertThat(PirJson.format(PirJson.parse(json)))
        .isEqualTo(
            program(
                "{\"#\":\"0.combine\",\"A\":[],\"I\":[],\"O\":[{\"%\":1,\"TT\":{\"#\":\"0.t_f32\"}}]},"
                    + "{\"#\":\"1.g\",\"A\":[{\"AT\":{\"#\":\"0.a_bool\",\"D\":true},\"N\":\"a\"}],"
                    + "\"I\":[{\"%\":1}],\"O\":[]}"));
  }

  @Test
  void read_nanInTheOtherCase_isWrittenInCapitals() {
    String json = withAttribute("{\"#\":\"0.a_f32\",\"VD\":\"NaN\"}");
    assertThat(PirJson.format(PirJson.parse(json)))
        .isEqualTo(withAttribute("{\"#\":\"0.a_f32\",\"VD\":\"NAN\"}"));
  }

  @Test
  void read_goldenFile_hasRolesChunksNamesAndFlags() throws IOException {
    Program program = PirJson.read(GOLDEN.resolve("gradmerge-s2c2-stage0-l1.program.json"));
    Operation weight = program.operations().get(0);
    Operation data = program.operations().get(4);

    assertThat(program.version()).isEqualTo(1);
    assertThat(program.trainable()).isTrue();
    assertThat(weight.name()).isEqualTo("builtin.parameter");
    assertThat(weight.role()).contains(OpRole.FORWARD);
    assertThat(weight.attributes().integer("chunk_id")).hasValue(0);
    assertThat(weight.result(0).name()).contains("linear_0_0.w_0");
    assertThat(weight.result(0).persistable()).isTrue();
    assertThat(weight.result(0).stopGradient()).isFalse();
    assertThat(data.name()).isEqualTo("pd_op.data");
    assertThat(data.role()).contains(OpRole.OPTIMIZE);
    assertThat(data.result(0).name()).contains("learning_rate_0");
    assertThat(data.result(0).persistable()).isTrue();
  }

  @Test
  void read_opDist_hasItsChunk() {
    Program program =
        PirJson.parse(withAttribute("{\"#\":\"4.a_op_dist\",\"D\":[{\"m\":[1]},[],[2],-1]}"));
    assertThat(program.operations().get(0).attributes().get("a"))
        .contains(new Attribute.OpDist("{\"m\":[1]},[],[2]", -1));
  }

  @Test
  void write_file_isReadAgain(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("größe.json");
    Program program = RandomPrograms.next(1, 50);
    PirJson.write(program, file);
    assertThat(PirJson.read(file)).isEqualTo(program);
  }

  @Test
  void read_stream_isReadToTheEndAndLeftOpen() throws IOException {
    byte[] bytes = (program("") + "\n").getBytes(StandardCharsets.UTF_8);
    ByteArrayInputStream in = new ByteArrayInputStream(bytes);
    assertThat(PirJson.read(in).operations()).isEmpty();
    assertThat(in.read()).isEqualTo(-1);
  }

  private static OperationBuilder parameter(BlockBuilder block) {
    Attribute on = Attribute.array(Attribute.of(true));
    return block
        .operation("builtin.parameter")
        .result(ScalarType.FLOAT32)
        .attribute("is_distributed", on)
        .attribute("is_parameter", on)
        .attribute("need_clip", on)
        .attribute("parameter_name", Attribute.of("w"));
  }

  @Test
  void write_parameterMadeByHand_hasEachAttributeInItsPlace() {
    ProgramBuilder builder = Program.builder();
    Attribute off = Attribute.array(Attribute.of(false));
    parameter(builder.body())
        .attribute("chunk_id", Attribute.int32(3))
        .attribute("trainable", off)
        .attribute("persistable", Attribute.array(Attribute.of(true)))
        .attribute("stop_gradient", off)
        .add();

    String json = PirJson.format(builder.build());
    assertThat(json)
        .contains(
            "{\"#\":\"p\",\"A\":[1,1,1,\"w\"],\"DA\":[{\"AT\":{\"#\":\"0.a_i32\",\"D\":3},"
                + "\"N\":\"chunk_id\"}],\"O\":{\"%\":1,\"TT\":{\"#\":\"0.t_f32\"}},\"OA\":[1,0,0]}");
    assertThat(PirJson.format(PirJson.parse(json))).isEqualTo(json);
  }

  @Test
  void write_parameterWithoutItsAttributes_isRefused() {
    ProgramBuilder builder = Program.builder();
    builder.body().operation("builtin.parameter").result(ScalarType.FLOAT32).add();
    Program program = builder.build();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> PirJson.format(program))
        .withMessage(
            "PIR JSON cannot express op 0 (builtin.parameter), which has the attributes [] in the"
                + " group OPERATION; the format has exactly [is_distributed, is_parameter,"
                + " need_clip, parameter_name] there.");
  }

  @Test
  void write_parameterWithSomeFlagsOfItsResult_isRefused() {
    ProgramBuilder builder = Program.builder();
    parameter(builder.body()).attribute("persistable", Attribute.of(true)).add();
    Program program = builder.build();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> PirJson.format(program))
        .withMessage(
            "PIR JSON cannot express op 0 (builtin.parameter), which has the attributes"
                + " [persistable] in the group RESULTS; the format has exactly [persistable,"
                + " stop_gradient, trainable] there.");
  }

  @Test
  void write_parameterWithAFlagOfAnotherKind_isRefused() {
    ProgramBuilder builder = Program.builder();
    parameter(builder.body()).attribute("need_clip", Attribute.of(true)).add();
    Program program = builder.build();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> PirJson.format(program))
        .withMessage(
            "PIR JSON cannot express op 0 (builtin.parameter), which has an attribute need_clip"
                + " that is no array of one truth value.");
  }

  @Test
  void write_parameterWithOperands_isRefused() {
    ProgramBuilder builder = Program.builder();
    builder.body().operation("builtin.parameter").nullOperand().add();
    Program program = builder.build();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> PirJson.format(program))
        .withMessage(
            "PIR JSON cannot express op 0 (builtin.parameter), which has 1 operands, 0 results and"
                + " 0 regions; a parameter has one result and nothing else.");
  }

  @Test
  void write_keywordArgumentsFlags_areNotKept() {
    ProgramBuilder builder = Program.builder();
    Operation weight =
        parameter(Program.builder().body())
            .attribute("persistable", Attribute.array(Attribute.of(true)))
            .add();
    BlockArgument argument = builder.body().keywordArgumentLike("w", weight.result(0));

    Program read = PirJson.parse(PirJson.format(builder.build()));

    assertThat(argument.persistable()).isTrue();
    assertThat(read.body().keywordArguments().get(0).persistable()).isFalse();
  }

  @Test
  void parse_halfACharacter_isRefused() {
    String json = withAttribute("{\"#\":\"0.a_str\",\"D\":\"a\udc00\"}");
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> PirJson.parse(json))
        .withMessage(
            "$.program.regions[0].blocks[0].ops[0].A[0].AT.D (op 0, pd_op.f): The JSON is"
                + " malformed at line 1 column 185.");
  }

  @Test
  void write_halfACharacter_isRefused() {
    ProgramBuilder builder = Program.builder();
    builder.body().operation("pd_op.f").attribute("a", Attribute.of("ab\ud800c")).add();
    Program program = builder.build();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> PirJson.format(program))
        .withMessage(
            "The string \"ab\"… holds half of a character, \\ud800, which cannot be written as"
                + " UTF-8.");
  }
}
