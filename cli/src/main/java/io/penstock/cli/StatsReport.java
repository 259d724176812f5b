package io.penstock.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.penstock.cli.array.Summary;
import io.penstock.file.Format;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/// Prints the statistics of one array, for people and for machines.
///
/// @param summaries one, or one each for real and imaginary parts
record StatsReport(Path path, Format format, List<Summary> summaries) {
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
  /// "std"}`. Complex numbers have these in two objects, `real` and `imaginary`; the last four are
  /// left out where no number is finite.
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
