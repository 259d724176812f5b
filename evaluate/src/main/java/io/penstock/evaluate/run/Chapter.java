package io.penstock.evaluate.run;

import io.penstock.evaluate.run.Question.Setting;
import io.penstock.file.Profile;
import io.penstock.report.ChapterOutcome;
import io.penstock.report.ExperimentOutcome;
import io.penstock.report.Target;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/// A group of experiments that a user can ask for by name. Found by `ServiceLoader`.
public interface Chapter {
  /// All that there are, in the order of their declaration.
  static List<Chapter> all() {
    return ServiceLoader.load(Chapter.class).stream().map(ServiceLoader.Provider::get).toList();
  }

  /// As the command knows it, `arrays`.
  String name();

  /// Its questions, in the order in which a reader should meet them.
  default List<Question> questions() {
    return List.of();
  }

  /// The experiments of its questions.
  default List<Experiment> experiments(Setting setting) {
    return Question.all(questions(), setting);
  }

  /// The timed runs that each of its works needs at least: more than usual where processes that are
  /// started anew differ more from each other than runs of warm ones.
  default int leastRuns(Effort effort) {
    return 1;
  }

  /// What the goals of experiments came to.
  ///
  /// @param experiments that were run
  /// @param outcomes of them
  default List<Target> targets(List<Experiment> experiments, List<ExperimentOutcome> outcomes) {
    Findings findings = new Findings(outcomes);
    return experiments.stream()
        .flatMap(experiment -> experiment.goals().stream())
        .map(goal -> goal.apply(findings))
        .toList();
  }

  /// What a user should do on this machine, one sentence or more each.
  default List<String> advice(ChapterOutcome outcome) {
    Findings findings = new Findings(outcome.experiments());
    return questions().stream().flatMap(question -> question.advice(findings).stream()).toList();
  }

  /// What the library's defaults should be on this machine; empty if the outcome does not say.
  default Optional<Profile> profile(ChapterOutcome outcome) {
    return Optional.empty();
  }
}
