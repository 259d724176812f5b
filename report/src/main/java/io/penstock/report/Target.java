package io.penstock.report;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/// A ratio of two speeds that Penstock sets itself, beside what it came to.
///
/// @param name what is compared with what, in one line
/// @param wanted the least ratio
/// @param got the ratio; empty if one of the two has no figure
public record Target(String name, double wanted, OptionalDouble got) {
  /// @throws IllegalArgumentException if the name is blank or a ratio is negative or not finite
  public Target {
    Checks.text(name, "name");
    Checks.figure(wanted, "wanted");
    got.ifPresent(ratio -> Checks.figure(ratio, "got"));
  }

  /// Whether the ratio was measured and is as high as wanted.
  public boolean met() {
    return got.isPresent() && got.getAsDouble() >= wanted;
  }

  @JsonCreator
  static Target read(
      @JsonProperty(value = "name", required = true) String name,
      @JsonProperty(value = "wanted", required = true) double wanted,
      @JsonProperty("got") @Nullable Double got,
      @JsonProperty("met") @Nullable Boolean met) { // which follows from the others
    return new Target(name, wanted, JsonReport.optional(got));
  }

  @JsonValue
  Map<String, Object> json() {
    return JsonReport.object(
        "name", name,
        "wanted", wanted,
        "got", got,
        "met", met());
  }
}
