package org.vppscheduler.cli;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.io.MoreFiles;
import com.google.common.primitives.Ints;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.vppscheduler.draw.Drawing;
import org.vppscheduler.draw.Theme;
import org.vppscheduler.draw.TimelineFormat;
import org.vppscheduler.draw.TimelineHtml;
import org.vppscheduler.draw.TimelineSvg;
import org.vppscheduler.draw.TimelineText;
import org.vppscheduler.draw.TimelineTrace;
import org.vppscheduler.simulate.Simulation;
import org.vppscheduler.simulate.Simulator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code vpp draw}: a pipeline's timeline as a picture. */
@Command(
    name = "draw",
    mixinStandardHelpOptions = true,
    versionProvider = Vpp.Version.class,
    sortOptions = false,
    header = "Draws when each stage runs which job.",
    footer = {
      "",
      "Exit code 0: the pipeline runs to its end; 1: it hangs, and is drawn up to there.",
      "Example: vpp draw -s 4 -c 2 -m 8 -o timeline.html"
    })
final class DrawCommand implements Callable<Integer> {
  /** The formats, by the ending of the file's name. */
  private enum Format {
    SVG,
    HTML,
    JSON,
    TXT;

    static Format of(Path file) {
      String extension = MoreFiles.getFileExtension(file).toLowerCase(Locale.ROOT);
      return Arrays.stream(values())
          .filter(format -> EnumConverter.label(format).equals(extension))
          .findFirst()
          .orElseThrow(
              () ->
                  new IllegalArgumentException(
                      "The file's name ("
                          + file
                          + ") tells no format: end it in .svg, .html, .json or .txt."));
    }
  }

  @Mixin private PipelineSource source;

  @Mixin private CostOptions costs;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description =
          "The file to write: .svg, an image; .html, a page to zoom and click in; .json, a Chrome or"
              + " Perfetto trace; .txt, text. Left out, text for this terminal.")
  private Optional<Path> output = Optional.empty();

  @Option(
      names = "--title",
      paramLabel = "TEXT",
      description = "What stands over the picture; by default sizes and settings.")
  private Optional<String> title = Optional.empty();

  @Option(
      names = "--width",
      paramLabel = "N",
      description =
          "Columns of text, by default those of the terminal, else 100; pixels of an .svg, by default"
              + " 1200.")
  private Optional<Integer> width = Optional.empty();

  @Option(
      names = "--theme",
      paramLabel = "THEME",
      description =
          "light or dark, for .svg and .html; by default auto, what the reader's system asks for.")
  private Optional<Theme> theme = Optional.empty();

  private final Streams streams;

  DrawCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() throws IOException {
    TimelineFormat format = format();
    Simulation simulation = Simulator.create(costs.costs()).simulate(source.pipeline(streams));
    Drawing sized = Drawing.of(simulation);
    Drawing titled =
        sized.withTitle(title.orElseGet(() -> sized.title() + ", " + source.description()));
    Drawing drawing = costs.timeUnit().map(titled::withTimeUnit).orElse(titled);
    streams.write(output, out -> format.write(drawing, out));
    return simulation instanceof Simulation.Completed ? ExitCode.OK : ExitCode.NO;
  }

  private TimelineFormat format() {
    Format format = output.map(Format::of).orElse(Format.TXT);
    checkArgument(
        theme.isEmpty() || format == Format.SVG || format == Format.HTML,
        "--theme is for .svg and .html files.");
    checkArgument(
        width.isEmpty() || format == Format.SVG || format == Format.TXT,
        "--width is for text and .svg files.");
    return switch (format) {
      case SVG -> {
        TimelineSvg svg = width.map(TimelineSvg::ofWidth).orElseGet(TimelineSvg::create);
        yield svg.withTheme(theme.orElse(Theme.AUTO));
      }
      case HTML -> TimelineHtml.create().withTheme(theme.orElse(Theme.AUTO));
      case JSON -> TimelineTrace.create();
      case TXT -> text();
    };
  }

  private TimelineText text() {
    Terminal terminal = output.isEmpty() ? streams.terminal() : Terminal.none();
    // A narrower terminal wraps the lines: better than no picture.
    int fitting =
        Ints.constrainToRange(terminal.columns(), TimelineText.MIN_WIDTH, TimelineText.MAX_WIDTH);
    TimelineText plain = TimelineText.ofWidth(width.orElse(fitting));
    return terminal.showsColours() ? plain.withColour() : plain;
  }
}
