package io.penstock.evaluate.run;

import io.penstock.evaluate.run.FileWork.Operation;
import io.penstock.report.Axis;
import io.penstock.report.By;
import io.penstock.report.Target;
import io.penstock.report.Yardstick;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One question asked of several approaches.
///
/// @param id unique and stable, `arrays.read.cached`
/// @param title one line for a reader
/// @param source the publication and section that ask the question
/// @param measure what the figures say
/// @param axis what is varied
/// @param state of the file when a run begins
/// @param entries that take turns, in the order of the report
/// @param history figures of the publication
/// @param remarks what to know, one sentence or more each
/// @param goals that Penstock sets itself, each beside what it came to as findings tell it
/// @param works of the approaches that are added next
/// @param origin what a worker is told to look its ways up; empty for one that stands in no table
public record Experiment(
    String id,
    String title,
    String source,
    Measure measure,
    Axis axis,
    FileState state,
    List<Entry> entries,
    List<Yardstick> history,
    List<String> remarks,
    List<Function<Findings, Target>> goals,
    List<Work> works,
    List<String> origin) {
  /// What the ids of experiments on files in small folios end in.
  public static final String SMALL_FOLIOS = ".small-folios";

  /// The option by which a program is told its name.
  public static final String WAY = "way";

  /// Memory for what the garbage collector has to find room for.
  private static final long HEAP = 256L << 20;

  /// @throws IllegalArgumentException if two entries have one name, or a work does not suit the
  ///   state of the file
  public Experiment {
    entries = List.copyOf(entries);
    history = List.copyOf(history);
    remarks = List.copyOf(remarks);
    goals = List.copyOf(goals);
    works = List.copyOf(works);
    origin = List.copyOf(origin);
    if (entries.stream().map(Entry::approach).distinct().count() != entries.size()) {
      throw new IllegalArgumentException(id + ": two entries have one name");
    }
    for (Entry entry : entries) {
      entry.works().forEach(work -> check(id, state, work));
    }
  }

  /// An experiment in GB/s without entries, axis, history, remarks and goals.
  public static Experiment of(String id, String title, String source, FileState state) {
    return new Experiment(
        id,
        title,
        source,
        Measure.THROUGHPUT,
        Axis.NONE,
        state,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }

  /// An experiment without a file, axis, entries, history, remarks and goals.
  public static Experiment drill(String id, String title, String source, Measure measure) {
    return of(id, title, source, FileState.NONE).measuring(measure);
  }

  private static void check(String id, FileState state, Work work) {
    switch (work) {
      case FileWork file -> {
        if (state == FileState.NONE) {
          throw new IllegalArgumentException(id + ": a work on a file needs a file");
        }
        if (state == FileState.NEW_FILE && file.operation() == Operation.READ) {
          throw new IllegalArgumentException(id + ": a file that is not there cannot be read");
        }
      }
      case Drill _ -> {
        if (state != FileState.NONE) {
          throw new IllegalArgumentException(id + ": a drill has no file");
        }
      }
      case TextWork _ -> {
        if (state == FileState.NONE || state == FileState.NEW_FILE) {
          throw new IllegalArgumentException(id + ": a text is there to be read");
        }
      }
    }
  }

  /// With other figures.
  public Experiment measuring(Measure other) {
    return with(copy -> copy.measure = other);
  }

  /// With something varied.
  public Experiment along(Axis other) {
    return with(copy -> copy.axis = other);
  }

  /// The same question to some of its entries.
  public Experiment only(Predicate<Entry> which) {
    return with(copy -> copy.entries = entries.stream().filter(which).toList());
  }

  /// With each entry changed.
  public Experiment each(UnaryOperator<Entry> change) {
    return with(copy -> copy.entries = entries.stream().map(change).toList());
  }

  /// The same question, to some of its entries, about a file that came into the page cache by small
  /// pieces.
  ///
  /// @param which those that it is put to
  /// @param size what becomes of their works, of a smaller file perhaps
  /// @throws IllegalArgumentException if this one is not about a cached file
  public Experiment inSmallFolios(Predicate<Entry> which, UnaryOperator<FileWork> size) {
    if (state != FileState.CACHED) {
      throw new IllegalArgumentException(id + ": not about a cached file");
    }
    return with(
        copy -> {
          copy.id = id + SMALL_FOLIOS;
          copy.title = title + ", in small folios";
          copy.state = FileState.CACHED_SMALL;
          copy.entries = entries.stream().filter(which).map(entry -> entry.each(size)).toList();
          copy.history = List.of();
          copy.goals = List.of();
        });
  }

  /// With works for the approaches that are added next.
  public Experiment on(List<? extends Work> next) {
    return with(copy -> copy.works = List.copyOf(next));
  }

  /// With a work for the approaches that are added next.
  public Experiment on(Work next) {
    return on(List.of(next));
  }

  /// With an approach in Java to the works on files that were named last.
  public Experiment approach(String name, By by, Approach way) {
    return approach(name, by, way, UnaryOperator.identity());
  }

  /// With an approach in Java that has a heap, options or a note of its own.
  public Experiment approach(String name, By by, Approach way, UnaryOperator<Entry> more) {
    return add(more.apply(Entry.of(name, by, way, works)));
  }

  /// With an exercise in Java to the drills that were named last.
  public Experiment exercise(String name, By by, Exercise way) {
    return exercise(name, by, way, UnaryOperator.identity());
  }

  /// With an exercise in Java that has a heap, options or a note of its own.
  public Experiment exercise(String name, By by, Exercise way, UnaryOperator<Entry> more) {
    return add(more.apply(Entry.of(name, by, way, works).scratch(HEAP)));
  }

  /// With a pass in Java over the text that was named last.
  public Experiment pass(String name, By by, Pass way) {
    return exercise(name, by, way.exercise());
  }

  /// With a pass in Java that has a heap, options or a note of its own.
  public Experiment pass(String name, By by, Pass way, UnaryOperator<Entry> more) {
    return exercise(name, by, way.exercise(), more);
  }

  /// With a program that does the works that were named last, and is told its name as the option
  /// [#WAY].
  public Experiment program(String name, By by, Program program) {
    return add(Entry.of(name, by, program, works).told(WAY, name));
  }

  /// With one more entry.
  public Experiment add(Entry entry) {
    return with(copy -> copy.entries = plus(entries, entry));
  }

  /// With one more figure of the publication.
  public Experiment history(Yardstick figure) {
    return with(copy -> copy.history = plus(history, figure));
  }

  /// With one more figure of the publication.
  public Experiment history(String what, double figure, String unit) {
    return history(new Yardstick(what, figure, unit));
  }

  /// With one more figure of the publication, beside the approach that does the same today.
  public Experiment history(String what, double figure, String unit, String approach) {
    return history(new Yardstick(what, figure, unit, approach));
  }

  /// With one more remark.
  public Experiment remark(String sentence) {
    return with(copy -> copy.remarks = plus(remarks, sentence));
  }

  /// With the goal that one approach is so many times better than another.
  public Experiment goal(double wanted, String one, String other) {
    return goal(
        id + ": " + one + " / " + other, wanted, findings -> findings.ratio(id, one, other));
  }

  /// With the goal that an approach is so many times better than C.
  public Experiment goalOfC(double wanted, String approach) {
    return goal(id + ": " + approach + " / C", wanted, findings -> findings.toC(id, approach));
  }

  /// With a goal that findings tell in a way of its own.
  public Experiment goal(String name, double wanted, Function<Findings, OptionalDouble> got) {
    return with(
        copy ->
            copy.goals = plus(goals, findings -> new Target(name, wanted, got.apply(findings))));
  }

  /// Defined by a question for a setting.
  Experiment definedBy(Question question, Setting setting) {
    return with(copy -> copy.origin = Worker.origin(question, setting));
  }

  /// The disk space that its files take.
  public long diskBytes() {
    return files(Path.of("")).stream().mapToLong(FileContents::bytes).sum()
        + corpora().stream().mapToLong(Corpus::bytes).sum();
  }

  /// The texts that its works are about.
  Set<Corpus> corpora() {
    return allWorks()
        .filter(TextWork.class::isInstance)
        .map(work -> ((TextWork) work).corpus())
        .collect(Collectors.toUnmodifiableSet());
  }

  /// The files that its works are done on.
  ///
  /// @param folder that has them
  Set<FileContents> files(Path folder) {
    return allWorks()
        .filter(FileWork.class::isInstance)
        .map(FileWork.class::cast)
        .map(work -> FileContents.of(work, state, folder))
        .collect(Collectors.toUnmodifiableSet());
  }

  /// The values that it visits on its axis, ascending; one without a value where nothing is varied.
  List<OptionalLong> points() {
    return allWorks().map(this::point).distinct().sorted(Experiment::byValue).toList();
  }

  /// Where a work stands on the axis.
  OptionalLong point(Work work) {
    return switch (axis) {
      case NONE -> OptionalLong.empty();
      case THREADS -> OptionalLong.of(work.threads());
      case PROCESSES -> OptionalLong.of(work.processes());
      case REQUEST_BYTES -> work.requestBytes();
      case BYTES -> OptionalLong.of(work.bytes());
    };
  }

  /// The C entry that an entry is compared with, if there is one.
  Optional<Entry> yardstickOf(Entry entry) {
    return entries.stream()
        .filter(other -> other.by() == By.C)
        .filter(other -> entry.yardstick().map(other.approach()::equals).orElse(true))
        .findFirst();
  }

  private Stream<Work> allWorks() {
    return entries.stream().flatMap(entry -> entry.works().stream());
  }

  private static int byValue(OptionalLong a, OptionalLong b) {
    return Long.compare(a.orElse(0), b.orElse(0));
  }

  private static <T> List<T> plus(List<T> list, T more) {
    List<T> longer = new ArrayList<>(list);
    longer.add(more);
    return longer;
  }

  private Experiment with(Consumer<Copy> change) {
    Copy copy = new Copy(this);
    change.accept(copy);
    return copy.made();
  }

  /// The components of a copy that differs in some of them.
  private static final class Copy {
    private String id;
    private String title;
    private final String source;
    private Measure measure;
    private Axis axis;
    private FileState state;
    private List<Entry> entries;
    private List<Yardstick> history;
    private List<String> remarks;
    private List<Function<Findings, Target>> goals;
    private List<Work> works;
    private List<String> origin;

    Copy(Experiment of) {
      id = of.id;
      title = of.title;
      source = of.source;
      measure = of.measure;
      axis = of.axis;
      state = of.state;
      entries = of.entries;
      history = of.history;
      remarks = of.remarks;
      goals = of.goals;
      works = of.works;
      origin = of.origin;
    }

    Experiment made() {
      return new Experiment(
          id, title, source, measure, axis, state, entries, history, remarks, goals, works, origin);
    }
  }
}
