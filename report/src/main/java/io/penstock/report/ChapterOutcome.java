package io.penstock.report;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The outcome of one chapter's experiments.
///
/// @param name as the command knows it, `arrays`
/// @param experiments in the order in which a reader should meet them
/// @param targets that the chapter sets, and whether they are met
public record ChapterOutcome(
    String name, List<ExperimentOutcome> experiments, List<Target> targets) {
  /// @throws IllegalArgumentException if the name is blank
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

  @JsonCreator
  static ChapterOutcome read(
      @JsonProperty(value = "name", required = true) String name,
      @JsonProperty(value = "experiments", required = true) List<ExperimentOutcome> experiments,
      @JsonProperty("targets") @Nullable List<Target> targets) {
    return new ChapterOutcome(name, experiments, targets == null ? List.of() : targets);
  }

  @JsonValue
  Map<String, Object> json() {
    return JsonReport.object(
        "name", name,
        "experiments", experiments,
        "targets", targets);
  }
}
