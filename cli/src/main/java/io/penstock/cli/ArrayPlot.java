package io.penstock.cli;

import io.penstock.cli.array.Cut;
import io.penstock.cli.array.Progress;
import io.penstock.cli.array.Slicing;
import io.penstock.cli.array.Team;
import io.penstock.cli.plot.Plot;
import io.penstock.file.ArrayFile;
import io.penstock.report.Terminal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The verb `array plot`.
@Command(
    name = "plot",
    description = "Draws a line or a heat map: in the terminal or as SVG.",
    footer = {
      "",
      "An array of more than two axes is drawn as the plane in the middle of its leading axes.",
      "Where there are more numbers than dots, a line shows the least and the largest of each",
      "column, and a heat map the mean of each cell. Numbers that are not finite are left out."
    })
final class ArrayPlot extends Action {
  @Mixin private ArraySource source = new ArraySource();
  @Mixin private ArrayTeam team = new ArrayTeam();

  @Parameters(paramLabel = "FILE", description = "An array file.")
  private Path file;

  @Option(
      names = "--slice",
      paramLabel = "SLICES",
      converter = Converters.OfSlicing.class,
      description = "Which part to draw, as in array slice.")
  private Optional<Slicing> slicing = Optional.empty();

  @Option(names = "--svg", paramLabel = "OUT", description = "Writes an SVG file.")
  private Optional<Path> svg = Optional.empty();

  @Option(names = "--force", description = "Replaces OUT if it exists.")
  private boolean force;

  private interface Way<T> {
    T draw(Team team, Progress progress) throws IOException;
  }

  @Override
  void pick(Arguments arguments) {
    source.pick(arguments);
    team.pick(arguments);
    slicing = arguments.value("--slice").map(Slicing::parse);
    svg = arguments.value("--svg").map(Path::of);
    force = arguments.flag("--force");
    file = Path.of(arguments.operands(1, 1).getFirst());
  }

  @Override
  int perform() throws IOException {
    Optional<OutputFile> drawing = svg.map(this::output);
    try (ArrayFile array = source.open(file)) {
      Plot plot = plot(array);
      if (drawing.isPresent()) {
        write(drawing.get(), draw(plot, plot::svg).getBytes(StandardCharsets.UTF_8));
      } else {
        print(plot);
      }
    }
    return ExitCode.OK;
  }

  private Plot plot(ArrayFile array) {
    Cut cut =
        slicing
            .map(slices -> ArraySlice.cut(slices, array))
            .orElseGet(() -> Cut.whole(array.format().shape()));
    try {
      return Plot.of(array, cut);
    } catch (IllegalArgumentException e) {
      throw new Failure(
          file.toString(),
          String.valueOf(e.getMessage()),
          "see its shape with penstock array info");
    }
  }

  private <T> T draw(Plot plot, Way<T> way) throws IOException {
    try (ProgressLine progress =
        new ProgressLine(diagnostics(), Terminal.ofStandardError().interactive(), plot.bytes())) {
      return way.draw(team.team(), progress);
    }
  }

  private void print(Plot plot) throws IOException {
    Terminal terminal = Terminal.ofStandardOutput();
    List<String> lines =
        draw(
            plot,
            (members, progress) ->
                plot.text(
                    terminal.width(), terminal.colour(), terminal.unicode(), members, progress));
    lines.forEach(results()::println);
  }

  private OutputFile output(Path out) {
    return new OutputFile(out, force, diagnostics());
  }

  private void write(OutputFile out, byte[] content) throws IOException {
    out.write(content);
    results().println(String.format(Locale.ROOT, "%s: %d bytes", out.path(), content.length));
  }
}
