package io.penstock.report;

import java.util.OptionalDouble;

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
}
