package io.penstock.evaluate.run;

import io.penstock.evaluate.Axis;
import io.penstock.evaluate.By;
import io.penstock.evaluate.Yardstick;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
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
public record Experiment(
    String id,
    String title,
    String source,
    Measure measure,
    Axis axis,
    FileState state,
    List<Entry> entries,
    List<Yardstick> history,
    List<String> remarks) {
  /// What the ids of experiments on files in small folios end in.
  public static final String SMALL_FOLIOS = ".small-folios";

  /// @throws IllegalArgumentException if two entries have one name, or a work does not suit the
  ///   state of the file
  public Experiment {
    entries = List.copyOf(entries);
    history = List.copyOf(history);
    remarks = List.copyOf(remarks);
    if (entries.stream().map(Entry::approach).distinct().count() != entries.size()) {
      throw new IllegalArgumentException(id + ": two entries have one name");
    }
    for (Entry entry : entries) {
      entry.works().forEach(work -> check(id, state, work));
    }
  }

  /// An experiment in GB/s without entries, axis, history and remarks.
  public static Experiment of(String id, String title, String source, FileState state) {
    return new Experiment(
        id, title, source, Measure.THROUGHPUT, Axis.NONE, state, List.of(), List.of(), List.of());
  }

  /// An experiment without a file, axis, entries, history and remarks.
  public static Experiment drill(String id, String title, String source, Measure measure) {
    return new Experiment(
        id, title, source, measure, Axis.NONE, FileState.NONE, List.of(), List.of(), List.of());
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
    return new Experiment(id, title, source, other, axis, state, entries, history, remarks);
  }

  /// With something varied.
  public Experiment along(Axis other) {
    return new Experiment(id, title, source, measure, other, state, entries, history, remarks);
  }

  /// The same question to some of its entries.
  public Experiment only(Predicate<Entry> who) {
    return new Experiment(
        id,
        title,
        source,
        measure,
        axis,
        state,
        entries.stream().filter(who).toList(),
        history,
        remarks);
  }

  /// The same question, to some of its entries, about a file that came into the page cache by small
  /// pieces.
  ///
  /// @param who those that it is put to
  /// @param size what becomes of their works, of a smaller file perhaps
  /// @throws IllegalArgumentException if this one is not about a cached file
  public Experiment inSmallFolios(Predicate<Entry> who, UnaryOperator<FileWork> size) {
    if (state != FileState.CACHED) {
      throw new IllegalArgumentException(id + ": not about a cached file");
    }
    return new Experiment(
        id + SMALL_FOLIOS,
        title + ", in small folios",
        source,
        measure,
        axis,
        FileState.CACHED_SMALL,
        entries.stream().filter(who).map(entry -> entry.each(size)).toList(),
        List.of(),
        remarks);
  }

  /// With one more entry.
  public Experiment add(Entry entry) {
    return new Experiment(
        id, title, source, measure, axis, state, plus(entries, entry), history, remarks);
  }

  /// With one more figure of the publication.
  public Experiment history(Yardstick figure) {
    return new Experiment(
        id, title, source, measure, axis, state, entries, plus(history, figure), remarks);
  }

  /// With one more remark.
  public Experiment remark(String sentence) {
    return new Experiment(
        id, title, source, measure, axis, state, entries, history, plus(remarks, sentence));
  }

  /// The disk space that its files take.
  public long diskBytes() {
    return fileKeys().stream().mapToLong(FileKey::bytes).sum()
        + corpora().stream().mapToLong(Corpus::bytes).sum();
  }

  /// The texts that its works are about.
  Set<Corpus> corpora() {
    return works()
        .filter(TextWork.class::isInstance)
        .map(work -> ((TextWork) work).corpus())
        .collect(Collectors.toUnmodifiableSet());
  }

  /// The files that its works are done on.
  Set<FileKey> fileKeys() {
    return works()
        .filter(FileWork.class::isInstance)
        .map(FileWork.class::cast)
        .map(work -> FileKey.of(work, state))
        .collect(Collectors.toUnmodifiableSet());
  }

  /// The values that it visits on its axis, ascending; one without a value where nothing is varied.
  List<OptionalLong> points() {
    return works().map(this::point).distinct().sorted(Experiment::byValue).toList();
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

  private Stream<Work> works() {
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
}
