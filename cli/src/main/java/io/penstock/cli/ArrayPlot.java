package io.penstock.cli;

import io.penstock.cli.array.Cut;
import io.penstock.cli.array.Slicing;
import io.penstock.cli.plot.Plot;
import io.penstock.file.ArrayFile;
import io.penstock.report.Terminal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
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
      "An array of more than two axes is drawn as the plane in the middle of its leading "
          + "axes. Where there are more numbers than dots, a line shows the least and the largest "
          + "of each column, and a heat map the mean of each cell. Numbers that are not finite are "
          + "left out."
    })
final class ArrayPlot extends Action {
  @Mixin private ArraySource source = new ArraySource();
  @Mixin private ArrayTeam team = new ArrayTeam();

  @Parameters(paramLabel = "FILE", description = "An array file.")
  private Path file;

  @Option(
      names = "--slice",
      paramLabel = "SLICES",
      description = "Which part to draw, as in array slice.")
  private Optional<Slicing> slicing = Optional.empty();

  @Option(names = "--svg", paramLabel = "OUT", description = "Writes an SVG file.")
  private Optional<Path> svg = Optional.empty();

  @Option(names = "--force", description = "Replaces OUT if it exists.")
  private boolean force;

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
    Optional<OutputFile> drawing = svg.map(out -> new OutputFile(out, force, diagnostics()));
    if (svg.isPresent()) {
      OutputFile.requireOther(svg.get(), file);
    }
    try (ArrayFile array = source.open(file)) {
      Plot plot = plot(array);
      if (drawing.isPresent()) {
        byte[] content = svg(plot).getBytes(StandardCharsets.UTF_8);
        drawing.get().write(content);
        results().println(Escapes.of(svg.get() + ": ") + content.length + " bytes");
      } else {
        text(plot).forEach(results()::println);
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
      return Plot.of(array, Escapes.of(String.valueOf(array.path().getFileName())), cut);
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(
          file.toString(),
          String.valueOf(e.getMessage()),
          "see its shape with penstock array info");
    }
  }

  private String svg(Plot plot) throws IOException {
    try (ProgressLine progress = ProgressLine.of(diagnostics(), plot.bytes())) {
      return plot.svg(team.team(), progress);
    }
  }

  private List<String> text(Plot plot) throws IOException {
    Terminal terminal = Terminal.ofStandardOutput();
    try (ProgressLine progress = ProgressLine.of(diagnostics(), plot.bytes())) {
      return plot.text(
          terminal.width(), terminal.colour(), terminal.unicode(), team.team(), progress);
    }
  }
}
