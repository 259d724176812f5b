package io.penstock.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.penstock.cli.array.Statistics;
import io.penstock.cli.array.Summary;
import io.penstock.file.ArrayFile;
import io.penstock.file.Format;
import io.penstock.report.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
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

  /// Prints the statistics of one array, for people and for machines.
  ///
  /// @param summaries one, or one each for real and imaginary parts
  private record StatsReport(Path path, Format format, List<Summary> summaries) {
    private static final List<String> PARTS = List.of("real", "imaginary");

    void text(PrintWriter out) {
      Table table = new Table();
      if (summaries.size() == 2) {
        table.add("", PARTS.toArray());
      }
      row(table, "count", Summary::count);
      row(table, "min", summary -> spread(summary, Summary.Spread::min));
      row(table, "max", summary -> spread(summary, Summary.Spread::max));
      row(table, "mean", summary -> spread(summary, Summary.Spread::mean));
      row(table, "std", summary -> spread(summary, Summary.Spread::deviation));
      row(table, "zeros", Summary::zeros);
      row(table, "nan", Summary::nan);
      row(table, "infinite", Summary::infinite);
      table.print(out);
    }

    private void row(Table table, String name, Function<Summary, Object> value) {
      table.add(name, summaries.stream().map(value).toArray());
    }

    private static Object spread(Summary summary, Function<Summary.Spread, Object> value) {
      return summary.spread().map(value).orElse("-");
    }

    /// Writes `{"file", "type", "shape", "count", "nan", "infinite", "zeros", "min", "max", "mean",
    /// "std"}`. Complex numbers have these in two objects, `real` and `imaginary`; the last four
    /// are left out where no number is finite.
    void json(PrintWriter out) throws IOException {
      Json.print(
          out,
          json -> {
            json.writeStringField("file", path.toString());
            json.writeStringField("type", format.type().label());
            json.writeFieldName("shape");
            json.writeArray(format.shape().toArray(), 0, format.shape().rank());
            if (summaries.size() == 1) {
              members(json, summaries.getFirst());
            } else {
              parts(json);
            }
          });
    }

    private void parts(JsonGenerator json) throws IOException {
      for (int i = 0; i < summaries.size(); i++) {
        json.writeObjectFieldStart(PARTS.get(i));
        members(json, summaries.get(i));
        json.writeEndObject();
      }
    }

    private static void members(JsonGenerator json, Summary summary) throws IOException {
      json.writeNumberField("count", summary.count());
      json.writeNumberField("nan", summary.nan());
      json.writeNumberField("infinite", summary.infinite());
      json.writeNumberField("zeros", summary.zeros());
      if (summary.spread().isPresent()) {
        Summary.Spread spread = summary.spread().get();
        number(json, "min", spread.min());
        number(json, "max", spread.max());
        number(json, "mean", spread.mean());
        number(json, "std", spread.deviation());
      }
    }

    private static void number(JsonGenerator json, String name, Number value) throws IOException {
      if (value instanceof BigInteger whole) {
        json.writeNumberField(name, whole);
      } else {
        json.writeNumberField(name, value.doubleValue());
      }
    }
  }
}
