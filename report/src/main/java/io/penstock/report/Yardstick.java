package io.penstock.report;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A figure that another publication reports for the same experiment, shown as history.
///
/// @param label the machine and approach, `IBM SP, raw byte arrays, 32 processes`
/// @param value in `unit`
/// @param unit of the publication, not necessarily the experiment's: `MB/s`
/// @param approach of the experiment that does the same today; empty where none does
public record Yardstick(String label, double value, String unit, String approach) {
  /// @throws IllegalArgumentException if a text is blank or the value negative or not finite
  public Yardstick {
    Checks.text(label, "label");
    Checks.figure(value, "value");
    Checks.text(unit, "unit");
  }

  /// A figure that no approach of the experiment stands beside.
  public Yardstick(String label, double value, String unit) {
    this(label, value, unit, "");
  }

  @JsonCreator
  static Yardstick read(
      @JsonProperty(value = "label", required = true) String label,
      @JsonProperty(value = "value", required = true) double value,
      @JsonProperty(value = "unit", required = true) String unit,
      @JsonProperty("approach") @Nullable String approach) {
    return new Yardstick(label, value, unit, approach == null ? "" : approach);
  }

  @JsonValue
  Map<String, Object> json() {
    return JsonReport.object(
        "label", label,
        "value", value,
        "unit", unit,
        "approach", approach.isEmpty() ? null : approach);
  }
}
