package io.penstock.report;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A further quantity of a result, beside the one that its experiment compares: what a run costs,
/// or how long its slowest requests take.
///
/// @param name in a word, `processor` or `p99`
/// @param unit of its figures, `µs`
/// @param figures of the runs in which it was taken
public record Detail(String name, String unit, Figures figures) {
  /// @throws IllegalArgumentException if a text is blank
  public Detail {
    Checks.text(name, "name");
    Checks.text(unit, "unit");
  }

  /// The columns of a table of results: each name with its unit, in the order of the result that
  /// has most of them.
  static List<String> columns(List<Result> results) {
    return results.stream()
        .sorted(Comparator.comparingInt(result -> -result.details().size()))
        .flatMap(result -> result.details().stream())
        .map(Detail::column)
        .distinct()
        .toList();
  }

  /// The median of a result in a column; a dash if it has none.
  static String cell(Result result, String column) {
    return result.details().stream()
        .filter(detail -> detail.column().equals(column))
        .map(detail -> Numbers.figure(detail.figures.median()))
        .findFirst()
        .orElse("-");
  }

  private String column() {
    return name + " " + unit;
  }

  @JsonCreator
  static Detail read(
      @JsonProperty(value = "name", required = true) String name,
      @JsonProperty(value = "unit", required = true) String unit,
      @JsonProperty(value = "median", required = true) double median,
      @JsonProperty(value = "min", required = true) double min,
      @JsonProperty(value = "max", required = true) double max,
      @JsonProperty(value = "runs", required = true) int runs,
      @JsonProperty("values") @Nullable List<Double> values) {
    List<Double> each = values == null ? List.of() : values;
    return new Detail(name, unit, new Figures(median, min, max, runs, each));
  }

  @JsonValue
  Map<String, Object> json() {
    Map<String, Object> json = JsonReport.object("name", name, "unit", unit);
    json.putAll(figures.members());
    return json;
  }
}
