package io.penstock.evaluate.run;

import io.penstock.file.Profile;
import io.penstock.report.EvaluationOutcome;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/// The chapters that there are.
public final class Chapters {
  private Chapters() {}

  /// All of them, in the order of their declaration.
  public static List<Chapter> all() {
    return ServiceLoader.load(Chapter.class).stream().map(ServiceLoader.Provider::get).toList();
  }

  /// What the library's defaults should be on the machine of an evaluation, as the first chapter
  /// that knows it and was evaluated as a whole says.
  public static Optional<Profile> profile(EvaluationOutcome outcome, Subjects subjects) {
    return outcome.chapters().stream()
        .filter(done -> subjects.isWhole(done.name()))
        .flatMap(
            done ->
                all().stream()
                    .filter(chapter -> chapter.name().equals(done.name()))
                    .flatMap(chapter -> chapter.profile(done).stream()))
        .findFirst();
  }
}
