package io.penstock.report;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The outcome of one experiment. In its JSON the members stand in the order of their indexes.
///
/// @param id unique in an evaluation and stable between versions, `arrays.read.cached`
/// @param title one line for a reader
/// @param source the publication and section that ask the question
/// @param unit of all its figures, `GB/s`
/// @param better which way the figures are good
/// @param axis what its chart varies
/// @param results in the order in which they were declared
/// @param history figures of the publication
/// @param remarks how it was measured and what to know, one sentence or more each
public record ExperimentOutcome(
    @JsonProperty(index = 0, required = true) String id,
    @JsonProperty(index = 1, required = true) String title,
    @JsonProperty(index = 2, required = true) String source,
    @JsonProperty(index = 3, required = true) String unit,
    @JsonProperty(index = 4, required = true) Better better,
    @JsonProperty(index = 5, required = true) Axis axis,
    @JsonProperty(index = 8, required = true) List<Result> results,
    @JsonProperty(index = 7, required = true) List<Yardstick> history,
    @JsonProperty(index = 6, required = true) List<String> remarks) {
  private static final List<Axis> SETTINGS =
      List.of(Axis.PROCESSES, Axis.THREADS, Axis.REQUEST_BYTES, Axis.BYTES);

  /// @throws IllegalArgumentException if a text is blank, or a measured result has no place on the
  ///   axis
  @JsonCreator
  public ExperimentOutcome {
    Checks.text(id, "id");
    Checks.text(title, "title");
    Checks.text(source, "source");
    Checks.text(unit, "unit");
    Objects.requireNonNull(better);
    Objects.requireNonNull(axis);
    results = List.copyOf(results);
    history = List.copyOf(history);
    remarks = List.copyOf(remarks);
    for (Result result : results) {
      if (axis != Axis.NONE && result.measured().isPresent() && axis.position(result).isEmpty()) {
        throw new IllegalArgumentException(
            "experiment " + id + ": " + result.approach() + " has no place on the axis " + axis);
      }
    }
  }

  // ---- the results by what came of them --------------------------------------------------------

  /// The measured results, the fastest first; equals keep their order.
  List<Result> fastestFirst() {
    return results.stream()
        .filter(result -> result.measured().isPresent())
        .sorted(better.fastestFirst(result -> result.figures().median()))
        .toList();
  }

  /// The best figure of an approach, whatever it was set to.
  Optional<Result> best(String approach) {
    return fastestFirst().stream().filter(one -> one.approach().equals(approach)).findFirst();
  }

  /// The best figure of a family.
  Optional<Result> best(By by) {
    return fastestFirst().stream().filter(one -> one.by() == by).findFirst();
  }

  /// Those that moved wrong bytes or did not finish.
  List<Result> faulty() {
    return with(Outcome.Fault.class).toList();
  }

  /// Those that could not run here.
  List<Result> absent() {
    return with(Outcome.Absent.class).toList();
  }

  private Stream<Result> with(Class<? extends Outcome> outcome) {
    return results.stream().filter(result -> outcome.isInstance(result.outcome()));
  }

  /// What is missing, and the names of those that miss it.
  Map<String, String> absences() {
    Map<String, Set<String>> names = new LinkedHashMap<>();
    for (Result result : results) {
      if (result.outcome() instanceof Outcome.Absent(String reason)) {
        names.computeIfAbsent(reason, _ -> new LinkedHashSet<>()).add(result.approach());
      }
    }
    Map<String, String> joined = new LinkedHashMap<>();
    names.forEach((reason, approaches) -> joined.put(reason, String.join(", ", approaches)));
    return joined;
  }

  /// The measured results that have details, the fastest first, by their places on the axis.
  List<List<Result>> detailed() {
    SortedMap<Long, List<Result>> places = new TreeMap<>();
    for (Result result : fastestFirst()) {
      if (!result.details().isEmpty()) {
        long place = axis.position(result).orElse(0);
        places.computeIfAbsent(place, _ -> new ArrayList<>()).add(result);
      }
    }
    return List.copyOf(places.values());
  }

  // ---- in words --------------------------------------------------------------------------------

  /// What a reader must know of approaches, a line each.
  List<String> notes() {
    return results.stream()
        .flatMap(result -> result.note().map(note -> result.approach() + ": " + note).stream())
        .distinct()
        .toList();
  }

  /// The median of a measured result, with its unit.
  String median(Result measured) {
    return Numbers.figure(measured.figures().median()) + " " + unit;
  }

  /// `5 runs`, or `3 to 5 runs` where approaches differ; empty if nothing was measured.
  String runs() {
    IntSummaryStatistics runs =
        fastestFirst().stream().mapToInt(one -> one.figures().runs()).summaryStatistics();
    if (runs.getCount() == 0) {
      return "";
    }
    String count = runs.getMin() == runs.getMax() ? "" : runs.getMin() + " to ";
    return runs.getMax() == 1 ? "one run" : count + runs.getMax() + " runs";
  }

  /// Names for its results: the approach, and of its settings those that tell its results apart and
  /// that the chart's axis does not show.
  Function<Result, String> labels() {
    Map<String, Set<Axis>> telling = new HashMap<>();
    for (Axis setting : SETTINGS) {
      Map<String, String> first = new HashMap<>();
      for (Result result : axis.shows(setting) ? List.<Result>of() : results) {
        String words = setting.words(result);
        String before = first.putIfAbsent(result.approach(), words);
        if (before != null && !before.equals(words)) {
          telling.computeIfAbsent(result.approach(), _ -> new HashSet<>()).add(setting);
        }
      }
    }
    return result -> {
      Set<Axis> settings = telling.getOrDefault(result.approach(), Set.of());
      return Stream.concat(
              Stream.of(result.name()),
              SETTINGS.stream()
                  .filter(settings::contains)
                  .map(setting -> setting.words(result))
                  .filter(words -> !words.isEmpty()))
          .collect(Collectors.joining(", "));
    };
  }

  /// The label and the result's place on the axis.
  String labelWithPlace(Result result) {
    String place = axis == Axis.BYTES ? Numbers.bytes(result.bytes()) : axis.words(result);
    return labels().apply(result) + (place.isEmpty() ? "" : ", " + place);
  }
}
