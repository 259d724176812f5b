package io.penstock.evaluate;

import java.util.List;

/// What came of one chapter's experiments.
///
/// @param name as the command knows it, `arrays`
/// @param experiments in the order in which a reader should meet them
public record ChapterOutcome(String name, List<ExperimentOutcome> experiments) {
  /// @throws IllegalArgumentException if the name is blank
  public ChapterOutcome {
    Checks.text(name, "name");
    experiments = List.copyOf(experiments);
  }
}
