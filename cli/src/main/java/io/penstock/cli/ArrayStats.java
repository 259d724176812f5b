package io.penstock.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.penstock.cli.array.Statistics;
import io.penstock.cli.array.Summary;
import io.penstock.file.ArrayFile;
import io.penstock.file.Format;
import java.io.IOException;
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
      "min, max, mean and std are those of the finite numbers. std is the population's, as "
          + "NumPy's. Complex numbers are summed up by their parts."
    })
final class ArrayStats extends Action {
  private static final List<String> PARTS = List.of("real", "imaginary");

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
    try (ArrayFile array = source.open(file)) {
      List<Summary> summaries = summaries(array);
      if (json) {
        printJson(array, summaries);
      } else {
        print(summaries);
      }
    }
    return ExitCode.OK;
  }

  private List<Summary> summaries(ArrayFile array) throws IOException {
    try (ProgressLine progress = ProgressLine.of(diagnostics(), array.format().dataBytes())) {
      return Statistics.of(array, team.team(), progress);
    }
  }

  private void print(List<Summary> summaries) {
    Table table = new Table();
    if (summaries.size() == 2) {
      table.add("", PARTS.toArray());
    }
    row(table, "count", summaries, Summary::count);
    row(table, "min", summaries, summary -> summary.hasFinite() ? summary.min() : "-");
    row(table, "max", summaries, summary -> summary.hasFinite() ? summary.max() : "-");
    row(table, "mean", summaries, summary -> summary.hasFinite() ? summary.mean() : "-");
    row(table, "std", summaries, summary -> summary.hasFinite() ? summary.deviation() : "-");
    row(table, "zeros", summaries, Summary::zeros);
    row(table, "nan", summaries, Summary::nan);
    row(table, "infinite", summaries, Summary::infinite);
    table.print(results());
  }

  private static void row(
      Table table, String name, List<Summary> summaries, Function<Summary, Object> value) {
    table.add(name, summaries.stream().map(value).toArray());
  }

  /// Writes `{"file", "type", "shape", "count", "nan", "infinite", "zeros", "min", "max", "mean",
  /// "std"}`. Complex numbers have these in two objects, `real` and `imaginary`; the last four are
  /// left out where no number is finite.
  private void printJson(ArrayFile array, List<Summary> summaries) throws IOException {
    Format format = array.format();
    Json.print(
        results(),
        json -> {
          json.writeStringField("file", array.path().toString());
          json.writeStringField("type", format.type().label());
          json.writeFieldName("shape");
          json.writeArray(format.shape().toArray(), 0, format.shape().rank());
          if (summaries.size() == 1) {
            members(json, summaries.getFirst());
          } else {
            parts(json, summaries);
          }
        });
  }

  private static void parts(JsonGenerator json, List<Summary> summaries) throws IOException {
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
    if (summary.hasFinite()) {
      number(json, "min", summary.min());
      number(json, "max", summary.max());
      number(json, "mean", summary.mean());
      number(json, "std", summary.deviation());
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
