package io.penstock.report;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.List;

/// The outcome of one chapter's experiments.
///
/// @param name as the command knows it, `arrays`
/// @param experiments in the order in which a reader should meet them
/// @param targets that the chapter sets, and whether they are met
public record ChapterOutcome(
    @JsonProperty(required = true) String name,
    @JsonProperty(required = true) List<ExperimentOutcome> experiments,
    @JsonProperty @JsonSetter(nulls = Nulls.AS_EMPTY) List<Target> targets) {
  /// @throws IllegalArgumentException if the name is blank
  @JsonCreator
  public ChapterOutcome {
    Checks.text(name, "name");
    experiments = List.copyOf(experiments);
    targets = List.copyOf(targets);
  }

  /// The outcome of a chapter without targets.
  ///
  /// @throws IllegalArgumentException if the name is blank
  public ChapterOutcome(String name, List<ExperimentOutcome> experiments) {
    this(name, experiments, List.of());
  }
}
