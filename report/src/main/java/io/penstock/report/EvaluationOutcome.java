package io.penstock.report;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The outcome of an evaluation: all that its table, its page and its JSON file show.
///
/// @param penstockVersion of the library that was measured
/// @param machine facts about the machine, name to value, in the order to show them in
/// @param chapters in the order in which they ran
/// @param advice what to do on this machine, one sentence or more each
/// @param command the command line that repeats the evaluation
/// @param when it began
public record EvaluationOutcome(
    String penstockVersion,
    Map<String, String> machine,
    List<ChapterOutcome> chapters,
    List<String> advice,
    String command,
    Instant when) {
  /// @throws IllegalArgumentException if the version or the command is blank
  public EvaluationOutcome {
    Checks.text(penstockVersion, "penstockVersion");
    Checks.text(command, "command");
    machine = Collections.unmodifiableMap(new LinkedHashMap<>(machine));
    chapters = List.copyOf(chapters);
    advice = List.copyOf(advice);
  }

  /// Whether an approach moved wrong bytes or did not finish somewhere, which makes the command
  /// fail.
  public boolean hasFaults() {
    return experiments().anyMatch(experiment -> !experiment.faulty().isEmpty());
  }

  Stream<ExperimentOutcome> experiments() {
    return chapters.stream().flatMap(chapter -> chapter.experiments().stream());
  }

  @JsonCreator
  static EvaluationOutcome read(
      @JsonProperty(value = "penstock", required = true) String penstock,
      @JsonProperty(value = "when", required = true) String when,
      @JsonProperty(value = "command", required = true) String command,
      @JsonProperty(value = "machine", required = true) Map<String, String> machine,
      @JsonProperty(value = "advice", required = true) List<String> advice,
      @JsonProperty(value = "chapters", required = true) List<ChapterOutcome> chapters) {
    try {
      return new EvaluationOutcome(
          penstock, machine, chapters, advice, command, Instant.parse(when));
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(
          "when: expected an instant like 2026-01-31T12:00:00Z, found " + when, e);
    }
  }

  @JsonValue
  Map<String, Object> json() {
    return JsonReport.object(
        "penstock", penstockVersion,
        "when", when.toString(),
        "command", command,
        "machine", machine,
        "advice", advice,
        "chapters", chapters);
  }
}
