package io.penstock.evaluate.run;

import io.penstock.evaluate.EvaluationOutcome;
import io.penstock.file.Profile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/// The chapters that there are.
public final class Chapters {
  private Chapters() {}

  /// All of them, in the order of their declaration.
  public static List<Chapter> all() {
    return ServiceLoader.load(Chapter.class).stream().map(ServiceLoader.Provider::get).toList();
  }

  /// Those with these names, in the order asked for; all if none is named.
  ///
  /// @throws UnsuitableException if there is no chapter of a name
  static List<Chapter> named(List<String> names) throws UnsuitableException {
    List<Chapter> all = all();
    if (names.isEmpty()) {
      return all;
    }
    List<Chapter> chosen = new ArrayList<>();
    for (String name : names) {
      chosen.add(
          all.stream()
              .filter(chapter -> chapter.name().equals(name))
              .findFirst()
              .orElseThrow(() -> unknown(name, all)));
    }
    return chosen.stream().distinct().toList();
  }

  /// What the library's defaults should be on the machine of an evaluation, as the first chapter
  /// that knows it says.
  public static Optional<Profile> profile(EvaluationOutcome outcome) {
    return outcome.chapters().stream()
        .flatMap(
            done ->
                all().stream()
                    .filter(chapter -> chapter.name().equals(done.name()))
                    .flatMap(chapter -> chapter.profile(done).stream()))
        .findFirst();
  }

  private static UnsuitableException unknown(String name, List<Chapter> all) {
    String known = all.stream().map(Chapter::name).sorted().collect(Collectors.joining(", "));
    return new UnsuitableException("unknown chapter '" + name + "'; there are: " + known);
  }
}
