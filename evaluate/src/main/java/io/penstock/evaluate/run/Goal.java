package io.penstock.evaluate.run;

import io.penstock.report.Target;
import java.util.OptionalDouble;
import java.util.function.Function;

/// A ratio that Penstock sets itself in an experiment, and how an outcome tells it.
///
/// @param name what is compared with what, in one line
/// @param wanted the least ratio
/// @param got the ratio that findings show; empty if they lack one of its two figures
public record Goal(String name, double wanted, Function<Findings, OptionalDouble> got) {
  /// The ratio beside what it came to.
  public Target reached(Findings findings) {
    return new Target(name, wanted, got.apply(findings));
  }
}
