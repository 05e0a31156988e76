package org.vppscheduler.draw;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Small pictures, byte for byte. With {@code -Dpictures.update=true} the files are rewritten
 * instead: look at them, then at the difference.
 */
@Tag("locale")
final class GoldenPicturesTest {
  private static final Path FOLDER = Path.of("src/test/resources/pictures");

  private static final ImmutableMap<String, Supplier<String>> PICTURES =
      ImmutableMap.<String, Supplier<String>>builder()
          .put("plain-80.txt", () -> text(80, Drawings.plain()))
          .put("plain-140.txt", () -> text(140, Drawings.plain()))
          .put("split-100.txt", () -> text(100, Drawings.split()))
          .put("hung-100.txt", () -> text(100, Drawings.hung()))
          .put("hung-at-once-60.txt", () -> text(60, Drawings.hungAtOnce()))
          .put("odd-60.txt", () -> text(60, Drawings.odd()))
          .put("merged-100.txt", () -> text(100, Drawings.measured(8, 4, 32)))
          .put("grouped-90.txt", () -> text(90, Drawings.measured(64, 4, 70)))
          .put("coloured-80.txt", GoldenPicturesTest::coloured)
          .put("small.svg", () -> Drawings.write(TimelineSvg.ofWidth(700), Drawings.small()))
          .put(
              "hung-at-once.svg", () -> Drawings.write(TimelineSvg.create(), Drawings.hungAtOnce()))
          .put(
              "dark-split.svg",
              () ->
                  Drawings.write(
                      TimelineSvg.ofWidth(600).withTheme(Theme.DARK),
                      Drawings.of(Drawings.config(2, 1, 2).splitBackward(true), Drawings.UNITS)))
          .put("small.json", GoldenPicturesTest::trace)
          .buildOrThrow();

  private static String text(int columns, Drawing drawing) {
    return Drawings.write(TimelineText.ofWidth(columns), drawing);
  }

  /** Escape characters are shown, so that the file is text. */
  private static String coloured() {
    return Drawings.write(TimelineText.ofWidth(80).withColour(), Drawings.small())
        .replace('\u001b', '␛');
  }

  /** An event a line, for the eyes of reviewers. */
  private static String trace() {
    Drawing drawing =
        Drawings.of(Drawings.config(2, 1, 1), Drawings.MEASURED)
            .withTimeUnit(java.util.concurrent.TimeUnit.NANOSECONDS);
    return Drawings.write(TimelineTrace.create(), drawing).replace("{\"ph\"", "\n{\"ph\"");
  }

  static Set<String> names() {
    return PICTURES.keySet();
  }

  @ParameterizedTest
  @MethodSource("names")
  void write_smallDrawing_isTheGoldenPicture(String name) throws IOException {
    String today = requireNonNull(PICTURES.get(name)).get();
    Path file = FOLDER.resolve(name);
    if (Boolean.getBoolean("pictures.update")) {
      Files.createDirectories(FOLDER);
      Files.writeString(file, today, UTF_8);
    } else {
      assertThat(today).isEqualTo(Files.readString(file));
    }
  }

  @Test
  void folder_itsFiles_areAllUsed() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      assertThat(files.map(file -> file.getFileName().toString()).collect(Collectors.toSet()))
          .isEqualTo(PICTURES.keySet());
    }
  }
}
