package org.vppscheduler.format;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.vppscheduler.program.Program;
import org.vppscheduler.program.RandomPrograms;

/** What is wrong with a file is told with its place, and never ends in anything else. */
@Tag("locale")
final class HostilePirJsonTest {
  private static final String BASE =
      "{'base_code':{'magic':'pir','trainable':true,'version':1},'program':{'regions':[";
  private static final String BLOCK = "{'#':'region_0','blocks':[{'#':'block_0','args':[],'ops':[";
  private static final String END = "]}]}]}}";
  private static final String OPS = "$.program.regions[0].blocks[0].ops";
  private static final String X = "{'#':'1.x','A':[],'I':[],'O':[{'%':1,'TT':{'#':'0.t_f32'}}]},";

  /** Returns a file with operations; apostrophes stand for quotes. */
  private static String ops(String operations) {
    return BASE + BLOCK + operations + END;
  }

  private static String attribute(String attribute) {
    return ops("{'#':'1.f','A':[{'AT':" + attribute + ",'N':'a'}],'I':[],'O':[]}");
  }

  private static Arguments wrong(String json, String message) {
    return Arguments.of(json.replace('\'', '"'), message);
  }

  private static Arguments wrongOps(String operations, String place, String problem) {
    return wrong(ops(operations), OPS + place + ": " + problem);
  }

  private static Arguments wrongAttribute(String attribute, String place, String problem) {
    return wrong(
        attribute(attribute), OPS + "[0].A[0].AT" + place + " (op 0, pd_op.f): " + problem);
  }

  static Stream<Arguments> wrongTexts() {
    return Stream.of(
        wrong("", "$: The text is empty."),
        wrong("  ", "$: The text ends too early; the file may be truncated."),
        wrong(
            "\uFEFF{}", "$: The text starts with a byte order mark; save it as UTF-8 without one."),
        wrong("[]", "$: Expected an object, but found an array."),
        wrong("{}", "$: The member \"base_code\" is missing."),
        wrong("{'a':1}", "$.a: The format has no member \"a\" here."),
        wrong("{'base_code':3}", "$.base_code: Expected an object, but found a number."),
        wrong(
            "{'base_code':{'magic':'old'}}",
            "$.base_code.magic: Expected the magic word \"pir\", but found \"old\"."),
        wrong(
            "{'base_code':{'magic':'pir','trainable':1}}",
            "$.base_code.trainable: Expected true or false, but found a number."),
        wrong(
            "{'base_code':{'magic':'pir','trainable':true,'version':-1}}",
            "$.base_code.version: Expected an integer from 0 to 9223372036854775807, but found"
                + " -1."),
        wrong(
            "{'base_code':{'magic':'pir','trainable':true}}",
            "$.base_code: The member \"version\" is missing."),
        wrong(
            "{'base_code':{'magic':'pir','magic':'pir'}}",
            "$.base_code.magic: The member \"magic\" is there twice."),
        wrong(
            BASE + "]}}",
            "$.program.regions[0]: The program has no region; it must have exactly one."),
        wrong(
            BASE + BLOCK + "]}]}," + BLOCK + "]}]}" + "]}}",
            "$.program.regions[1]: The program has more than one region; it must have exactly"
                + " one."),
        wrong(
            BASE + "{'#':'r','blocks':[]}" + "]}}",
            "$.program.regions[0].blocks[0]: The program has no block; it must have exactly one."),
        wrong(
            BASE + BLOCK + "]},{'#':'b'}" + "]}]}}",
            "$.program.regions[0].blocks[1]: The program has more than one block; it must have"
                + " exactly one."),
        wrong(ops("") + "x", "$: Something follows the end of the JSON object."),
        wrong(ops("") + "{}", "$: Something follows the end of the JSON object."),
        wrong(
            ops("").substring(0, 100),
            "$.program.regions[0].#: The text ends too early; the file may be truncated."),
        wrong(
            "{'base_code':{magic:'pir'}}",
            "$.base_code: The JSON is malformed at line 1 column 16."),
        wrongOps("{", "[0] (op 0)", "The JSON is malformed at line 1 column 141."),
        wrongOps("7", "[0] (op 0)", "Expected an object, but found a number."),
        wrongOps("{}", "[0] (op 0)", "The member \"#\" is missing."),
        wrongOps(
            "{'A':[]}", "[0].A (op 0)", "The first member must be the tag \"#\", but is \"A\"."),
        wrongOps("{'#':''}", "[0].# (op 0)", "The operation has an empty name."),
        wrongOps(
            "{'#':'0.parameter'}",
            "[0].# (op 0, builtin.parameter)",
            "The operation builtin.parameter has a form of its own, \"#\":\"p\"."),
        wrongOps(
            X + "{'#':'1.f','A':[],'I':[]}", "[1] (op 1, pd_op.f)", "The member \"O\" is missing."),
        wrongOps(
            "{'#':'1.f','B':[]}", "[0].B (op 0, pd_op.f)", "The format has no member \"B\" here."),
        wrongOps(
            "{'#':'1.f','A':[],'A':[]}",
            "[0].A (op 0, pd_op.f)",
            "The member \"A\" is there twice."),
        wrongOps(
            X + "{'#':'1.f','A':[],'I':[{'%':1},{'%':2}],'O':[]}",
            "[1].I[1].% (op 1, pd_op.f)",
            "The value 2 is used here, but not defined before."),
        wrongOps(
            "{'#':'1.f','A':[],'I':[{'%':1}],'O':[{'%':1,'TT':{'#':'0.t_f32'}}]}",
            "[0].I[0].% (op 0, pd_op.f)", "The value 1 is used here, but not defined before."),
        wrongOps(
            "{'#':'1.f','A':[],'I':[{'%':2147483648}],'O':[]}",
            "[0].I[0].% (op 0, pd_op.f)",
            "Expected an integer from -2147483648 to 2147483647, but found 2147483648."),
        wrongOps(
            "{'#':'1.f','A':[],'I':[{'%':1.0}],'O':[]}",
            "[0].I[0].% (op 0, pd_op.f)",
            "Expected an integer from -2147483648 to 2147483647, but found 1.0."),
        wrongOps(
            "{'#':'1.f','A':[],'I':[],'O':[{'%':0,'TT':{'#':'0.t_f32'}}]}",
            "[0].O[0].% (op 0, pd_op.f)", "Expected an integer from 1 to 2147483647, but found 0."),
        wrongOps(
            X + X.substring(0, X.length() - 1),
            "[1].O[0].% (op 1, pd_op.x)",
            "The value 1 is defined twice."),
        wrongOps(
            "{'#':'1.f','A':[],'I':[],'O':[{'%':3,'TT':{'#':'NULL'}},{'%':3,'TT':{'#':'NULL'}}]}",
            "[0].O (op 0, pd_op.f)", "The value 3 is defined twice."),
        wrongOps(
            "{'#':'1.f','A':[],'I':[],'O':[],'regions':[{'#':'','blocks':[{'#':'','args':[],"
                + "'ops':[{'#':'1.g','A':[],'I':[],'O':[{'%':5,'TT':{'#':'NULL'}}]}]}]}]},"
                + "{'#':'1.h','A':[],'I':[{'%':5}],'O':[]}",
            "[1].I[0].% (op 1, pd_op.h)",
            "The value 5 cannot be used here. Operand 0 of pd_op.h, result 0 of op 0 (pd_op.g), is"
                + " defined inside a region that is not around the user; only values of the user's"
                + " block and of the blocks around it can be used."),
        wrongOps(
            "{'#':'1.f','A':[{'N':'a','AT':{'#':'NULL'}},{'N':'a','AT':{'#':'NULL'}}],"
                + "'I':[],'O':[]}",
            "[0].O (op 0, pd_op.f)",
            "The attribute \"a\" is there twice; names of one operation differ in all groups."),
        wrongOps(
            "{'#':'p','A':[0,1,2,'w'],'O':{'%':1,'TT':{'#':'NULL'}}}",
            "[0].A[2] (op 0, builtin.parameter)", "Expected an integer from 0 to 1, but found 2."),
        wrongOps(
            "{'#':'p','A':[0,1,1,'w',5],'O':{'%':1,'TT':{'#':'NULL'}}}",
            "[0].A[4] (op 0, builtin.parameter)",
            "The array has more elements than the format knows here."),
        wrongOps(
            "{'#':'p','A':[0,1],'O':{'%':1,'TT':{'#':'NULL'}}}",
            "[0].A[2] (op 0, builtin.parameter)", "Expected an integer, but found the end."),
        wrongOps(
            "{'#':'p','A':[0,1,1,'w'],'I':[],'O':{'%':1,'TT':{'#':'NULL'}}}",
            "[0].I (op 0, builtin.parameter)", "The format has no member \"I\" here."),
        wrongOps(
            "{'#':'1.f','A':[],'I':[],'O':[{'%':1,'TT':{'#':'0.t_dtensor','D':[{'#':'0.t_f32'},"
                + "[1e3],'NCHW',[],0]}}]}",
            "[0].O[0].TT.D[1][0] (op 0, pd_op.f)",
            "Expected an integer from -9223372036854775808 to 9223372036854775807, but found 1e3."),
        wrongOps(
            "{'#':'1.f','A':[],'I':[],'O':[{'%':1,'TT':{'#':'0.t_vec'}}]}",
            "[0].O[0].TT (op 0, pd_op.f)", "The member \"D\" is missing."),
        wrongAttribute("{'#':'0.a_bool'}", "", "The member \"D\" is missing."),
        wrongAttribute(
            "{'#':'0.a_bool','D':'true'}", ".D", "Expected true or false, but found a string."),
        wrongAttribute(
            "{'#':'0.a_bool','D':true,'E':1}", ".E", "The format has no member \"E\" here."),
        wrongAttribute(
            "{'#':'0.a_i32','D':2147483648}",
            ".D",
            "Expected an integer from -2147483648 to 2147483647, but found 2147483648."),
        wrongAttribute(
            "{'#':'0.a_i64','D':9223372036854775808}",
            ".D",
            "Expected an integer from -9223372036854775808 to 9223372036854775807, but found"
                + " 9223372036854775808."),
        wrongAttribute(
            "{'#':'0.a_i64','D':" + "9".repeat(200) + "}",
            ".D",
            "Expected an integer from -9223372036854775808 to 9223372036854775807, but found "
                + "9".repeat(60)
                + "…."),
        wrongAttribute("{'#':'0.a_i64','D':null}", ".D", "Expected an integer, but found null."),
        wrongAttribute(
            "{'#':'0.a_f32','D':1e999}",
            ".D",
            "The number 1e999 is beyond the largest double, 1.7976931348623157e+308."),
        wrongAttribute("{'#':'0.a_f32','D':'1.0'}", ".D", "Expected a number, but found a string."),
        wrongAttribute(
            "{'#':'0.a_f32','VD':'nan'}",
            ".VD",
            "Expected \"NAN\", \"INF\" or \"-INF\", but found \"nan\"."),
        wrongAttribute(
            "{'#':'0.a_f32','D':NaN}", ".D", "The JSON is malformed at line 1 column 180."),
        wrongAttribute(
            "{'#':'0.a_str','D':'a\\ud800b'}", ".D", "The JSON is malformed at line 1 column 190."),
        wrongAttribute(
            "{'#':'0.a_str','D':'a\nb'}", ".D", "The JSON is malformed at line 1 column 181."),
        wrongAttribute("{'#':'9.new','D':1,'D':2}", ".D", "The member \"D\" is there twice."),
        wrongAttribute("{'#':'9.new','#':2}", ".#", "The member \"#\" is there twice."),
        wrongAttribute(
            "{'#':'9.new','D':" + "[".repeat(600) + "]".repeat(600) + "}",
            ".D" + "[0]".repeat(489),
            "Objects and arrays are nested deeper than the limit of 500."),
        wrong(
            BASE + "{'#':'r','blocks':[{'#':'b','args':[{'#':1,'TT':{'#':'NULL'}}],'ops':[" + END,
            "$.program.regions[0].blocks[0].args[0].#: Expected an integer from -2147483648 to -1,"
                + " but found 1."),
        wrong(
            BASE + "{'#':'r','blocks':[{'#':'b','ops':[],'args':[]" + END,
            "$.program.regions[0].blocks[0].args: The member \"args\" must come before \"ops\"."),
        wrong(
            BASE
                + "{'#':'r','blocks':[{'#':'b','args':[],'kwargs':[{'#':-1,'TT':{'#':'NULL'},"
                + "'key':'k'},{'#':-2,'TT':{'#':'NULL'},'key':'k'}],'ops':["
                + END,
            "$.program.regions[0].blocks[0].kwargs[1].key: The block has the keyword argument"
                + " \"k\" already; keywords of one block differ."));
  }

  @ParameterizedTest
  @MethodSource("wrongTexts")
  void parse_wrongText_isRefusedWithItsPlace(String json, String message) {
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> PirJson.parse(json))
        .withMessage(message);
  }

  @ParameterizedTest
  @MethodSource("wrongTexts")
  void read_wrongBytes_areRefusedAsTheTextIs(String json, String message) {
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> PirJson.read(new ByteArrayInputStream(json.getBytes(UTF_8))))
        .withMessage(message);
  }

  @Test
  void formatException_parts_areItsMessage() {
    FormatException e = new FormatException("$.a[1]", "It is wrong.");
    assertThat(e.location()).isEqualTo("$.a[1]");
    assertThat(e.problem()).isEqualTo("It is wrong.");
    assertThat(e).hasMessage("$.a[1]: It is wrong.");
  }

  @Test
  void read_otherEncoding_isRefused() {
    byte[] latin = attribute("{'#':'0.a_str','D':'é'}").replace('\'', '"').getBytes(ISO_8859_1);
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> PirJson.read(new ByteArrayInputStream(latin)))
        .withMessage("$: The text is not UTF-8 here or shortly after.");
    byte[] utf16 = ops("").replace('\'', '"').getBytes(UTF_16);
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> PirJson.read(new ByteArrayInputStream(utf16)))
        .withMessage("$: The text is not UTF-8 here or shortly after.");
  }

  @Test
  void read_failingStream_failsAsItDoes() {
    var broken =
        new ByteArrayInputStream(new byte[0]) {
          @Override
          public byte[] readNBytes(int count) {
            return new byte[] {'{'};
          }

          @Override
          public synchronized int read(byte[] target, int from, int count) {
            throw new IllegalStateException("cable pulled");
          }
        };
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> PirJson.read(broken))
        .withMessage("cable pulled");
  }

  @Test
  void parse_regionsTooDeep_areRefused() {
    int levels = 70;
    String json =
        ops(
            "{'#':'1.w','A':[],'I':[],'O':[],'regions':[{'#':'','blocks':[{'#':'','args':[],'ops':["
                    .repeat(levels)
                + "]}]}]}".repeat(levels));
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> PirJson.parse(json.replace('\'', '"')))
        .withMessageEndingWith(
            ".regions[0].blocks[0] (op 0, pd_op.w): Regions are nested 65 deep; the limit is 64.");
  }

  @Test
  void parse_regionsAsDeepAsAllowed_areReadAndWritten() {
    int levels = 64;
    String json =
        ops("{'#':'1.w','A':[],'I':[],'O':[],'OA':[],'regions':[{'#':'r','blocks':[{'#':'b',"
                    .repeat(levels)
                    .replace("'#':'b',", "'#':'b','args':[],'ops':[")
                + "]}]}]}".repeat(levels))
            .replace('\'', '"');
    Program program = PirJson.parse(json);
    assertThat(PirJson.parse(PirJson.format(program))).isEqualTo(program);
  }

  /** Any change of a few bytes ends in a program or in a FormatException, never otherwise. */
  @Test
  void read_damagedFile_isReadOrRefused() throws IOException {
    long seed = 7;
    byte[] golden =
        Files.readAllBytes(
            Path.of("src/test/resources/golden/split/stage-s1c1-stage0-l1.program.json"));
    Random random = new Random(seed);
    int refused = 0;
    byte[] everything = PirJson.format(RandomPrograms.next(seed, 20)).getBytes(UTF_8);
    for (int i = 0; i < 3000; i++) {
      byte[] bad = (i % 2 == 0 ? golden : everything).clone();
      for (int j = random.nextInt(3); j >= 0; j--) {
        int at = random.nextInt(bad.length);
        bad[at] =
            random.nextInt(3) == 0 ? (byte) random.nextInt(256) : bad[random.nextInt(bad.length)];
      }
      if (random.nextInt(10) == 0) {
        bad = Arrays.copyOf(bad, random.nextInt(bad.length));
      }
      try {
        Program program = PirJson.read(new ByteArrayInputStream(bad));
        assertThat(PirJson.parse(PirJson.format(program)))
            .as("seed %d, case %d", seed, i)
            .isEqualTo(program);
      } catch (FormatException e) {
        refused++;
        assertThat(e).as("seed %d, case %d", seed, i).hasMessageStartingWith("$");
      }
    }
    assertThat(refused).isGreaterThan(1000);
  }
}
