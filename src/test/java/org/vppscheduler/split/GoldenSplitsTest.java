package org.vppscheduler.split;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vppscheduler.format.PirJson;
import org.vppscheduler.program.Program;
import org.vppscheduler.schedule.VppConfig;

/** Splits that the reference pass's own code made. */
final class GoldenSplitsTest {
  private static final Path CASES = Path.of("src/test/resources/golden/split");
  private static final String PROGRAM = ".program.json";
  private static final String EXPECTED = ".expected.json";
  private static final Gson PRETTY = new GsonBuilder().setPrettyPrinting().create();

  static List<String> cases() throws IOException {
    return names(PROGRAM);
  }

  private static List<String> names(String ending) throws IOException {
    List<String> names = new ArrayList<>();
    try (Stream<Path> files = Files.list(CASES)) {
      files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(ending))
          .map(name -> name.substring(0, name.length() - ending.length()))
          .sorted()
          .forEach(names::add);
    }
    return names;
  }

  @Test
  void cases_folder_holdsPairsOnly() throws IOException {
    assertThat(cases()).isNotEmpty().isEqualTo(names(EXPECTED));
    try (Stream<Path> files = Files.list(CASES)) {
      assertThat(files).hasSize(2 * cases().size());
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void split_goldenCase_isTheReferences(String name) throws IOException {
    JsonObject expected =
        JsonParser.parseString(Files.readString(CASES.resolve(name + EXPECTED))).getAsJsonObject();
    int stages = expected.get("stages").getAsInt();
    VppConfig config =
        VppConfig.builder()
            .stages(stages)
            .chunks(expected.get("chunks").getAsInt())
            .microBatches(stages)
            .splitBackward(expected.get("splitBackward").getAsBoolean())
            .build();
    Program program = PirJson.read(CASES.resolve(name + PROGRAM));

    SplitResult split = ProgramSplitter.create(config).split(program);

    // As texts, which show where they differ and hold the order of programs too.
    assertThat(PRETTY.toJson(SplitDescription.of(split)))
        .isEqualTo(PRETTY.toJson(expected.get("programs")));
  }
}
