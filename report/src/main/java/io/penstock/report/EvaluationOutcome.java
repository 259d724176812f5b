package io.penstock.report;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
    return chapters.stream()
        .flatMap(chapter -> chapter.experiments().stream())
        .flatMap(experiment -> experiment.results().stream())
        .anyMatch(result -> result.outcome() instanceof Outcome.Fault);
  }
}
