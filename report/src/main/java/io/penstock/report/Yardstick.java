package io.penstock.report;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;

/// A figure that another publication reports for the same experiment, shown as history.
///
/// @param label the machine and approach, `IBM SP, raw byte arrays, 32 processes`
/// @param value in `unit`
/// @param unit of the publication, not necessarily the experiment's: `MB/s`
/// @param approach of the experiment that does the same today; empty where none does
public record Yardstick(
    @JsonProperty(required = true) String label,
    @JsonProperty(required = true) double value,
    @JsonProperty(required = true) String unit,
    @JsonProperty @JsonInclude(Include.NON_EMPTY) @JsonSetter(nulls = Nulls.AS_EMPTY)
        String approach) {
  /// @throws IllegalArgumentException if a text is blank or the value negative or not finite
  @JsonCreator
  public Yardstick {
    Checks.text(label, "label");
    Checks.figure(value, "value");
    Checks.text(unit, "unit");
  }

  /// A figure that no approach of the experiment stands beside.
  public Yardstick(String label, double value, String unit) {
    this(label, value, unit, "");
  }
}
