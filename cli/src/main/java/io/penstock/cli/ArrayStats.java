package io.penstock.cli;

import io.penstock.cli.array.Statistics;
import io.penstock.cli.array.Summary;
import io.penstock.file.ArrayFile;
import io.penstock.report.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The verb `array stats`.
@Command(
    name = "stats",
    description = "Sums up the numbers of an array.",
    footer = {
      "",
      "min, max, mean and std are those of the finite numbers. std is the population's, as NumPy's.",
      "Complex numbers are summed up by their parts."
    })
final class ArrayStats extends Action {
  @Mixin private ArraySource source = new ArraySource();
  @Mixin private ArrayTeam team = new ArrayTeam();

  @Parameters(paramLabel = "FILE", description = "An array file.")
  private Path file;

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  @Override
  void pick(Arguments arguments) {
    source.pick(arguments);
    team.pick(arguments);
    json = arguments.flag("--json");
    file = Path.of(arguments.operands(1, 1).getFirst());
  }

  @Override
  int perform() throws IOException {
    PrintWriter out = results();
    try (ArrayFile array = source.open(file)) {
      StatsReport report = new StatsReport(array.path(), array.format(), summaries(array));
      if (json) {
        report.json(out);
      } else {
        report.text(out);
      }
    }
    return ExitCode.OK;
  }

  private List<Summary> summaries(ArrayFile array) throws IOException {
    try (ProgressLine progress =
        new ProgressLine(
            diagnostics(), Terminal.ofStandardError().interactive(), array.format().dataBytes())) {
      return Statistics.of(array, team.team(), progress);
    }
  }
}
