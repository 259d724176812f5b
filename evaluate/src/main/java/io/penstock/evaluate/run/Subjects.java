package io.penstock.evaluate.run;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The subjects that a user asks for: chapters by name, and experiments by their id or the
/// beginning of it, `arrays.tiles`.
///
/// @param names as the user wrote them; none means everything
public record Subjects(List<String> names) {
  public Subjects {
    names = List.copyOf(names);
  }

  /// The chapters of which anything is wanted, in the order of their declaration.
  ///
  /// @throws UnsuitableException if a name is of no chapter
  List<Chapter> chapters(List<Chapter> all) throws UnsuitableException {
    for (String name : names) {
      if (all.stream().noneMatch(chapter -> chapter.name().equals(chapterOf(name)))) {
        throw unknown("chapter", name, all.stream().map(Chapter::name));
      }
    }
    return all.stream()
        .filter(
            chapter ->
                names.isEmpty()
                    || names.stream().anyMatch(name -> chapterOf(name).equals(chapter.name())))
        .toList();
  }

  /// Those of a chapter's experiments that are wanted.
  ///
  /// @throws UnsuitableException if a name that begins with the chapter's is of none of them
  List<Experiment> experiments(Chapter chapter, List<Experiment> all) throws UnsuitableException {
    List<String> own =
        names.stream().filter(name -> chapterOf(name).equals(chapter.name())).toList();
    for (String name : own) {
      if (all.stream().noneMatch(experiment -> covers(name, experiment.id()))) {
        throw unknown("experiment", name, all.stream().map(Experiment::id));
      }
    }
    return all.stream()
        .filter(
            experiment ->
                own.isEmpty() || own.stream().anyMatch(name -> covers(name, experiment.id())))
        .toList();
  }

  /// Whether a chapter is evaluated as a whole, so that advice and defaults can be drawn from it.
  public boolean isWhole(String chapter) {
    return names.isEmpty() || names.contains(chapter);
  }

  private static String chapterOf(String name) {
    int dot = name.indexOf('.');
    return dot < 0 ? name : name.substring(0, dot);
  }

  private static boolean covers(String name, String id) {
    return id.equals(name) || id.startsWith(name + ".");
  }

  private static UnsuitableException unknown(String kind, String name, Stream<String> known) {
    return new UnsuitableException(
        String.format(
            Locale.ROOT,
            "unknown %s '%s'; there are: %s",
            kind,
            name,
            known.sorted().collect(Collectors.joining(", "))));
  }
}
