package io.penstock.evaluate.run;

import io.penstock.evaluate.machine.MpiInstallation;
import io.penstock.evaluate.run.Drill.DrillTask;
import io.penstock.evaluate.run.FileWork.Operation;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.evaluate.run.TextWork.Corpus;
import io.penstock.report.Axis;
import io.penstock.report.By;
import io.penstock.report.Result;
import io.penstock.report.Target;
import io.penstock.report.Yardstick;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
    return new Experiment(
        id, title, source, other, axis, state, entries, history, remarks, goals, works, origin);
  }

  /// With something varied.
  public Experiment along(Axis other) {
    return new Experiment(
        id, title, source, measure, other, state, entries, history, remarks, goals, works, origin);
  }

  /// The same question to some of its entries.
  public Experiment only(Predicate<Entry> which) {
    return with(entries.stream().filter(which).toList());
  }

  /// With each entry changed.
  public Experiment each(UnaryOperator<Entry> change) {
    return with(entries.stream().map(change).toList());
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
    List<Entry> some = entries.stream().filter(which).map(entry -> entry.each(size)).toList();
    return new Experiment(
        id + SMALL_FOLIOS,
        title + ", in small folios",
        source,
        measure,
        axis,
        FileState.CACHED_SMALL,
        some,
        List.of(),
        remarks,
        List.of(),
        works,
        origin);
  }

  /// With works for the approaches that are added next.
  public Experiment on(List<? extends Work> next) {
    List<Work> other = List.copyOf(next);
    return new Experiment(
        id, title, source, measure, axis, state, entries, history, remarks, goals, other, origin);
  }

  /// With a work for the approaches that are added next.
  public Experiment on(Work next) {
    return on(List.of(next));
  }

  /// With an approach in Java to the works on files that were named last.
  public Experiment approach(String name, By by, Approach way) {
    return add(Entry.of(name, by, way, works));
  }

  /// With an exercise in Java to the drills that were named last.
  public Experiment exercise(String name, By by, Exercise way) {
    return add(Entry.of(name, by, way, works).scratch(HEAP));
  }

  /// With an exercise in Java that has a heap, options or a note of its own.
  public Experiment exercise(String name, By by, Exercise way, UnaryOperator<Entry> more) {
    return exercise(name, by, way).last(more);
  }

  /// With a program of the system that takes part in the drills that were named last, from its
  /// start to its end.
  public Experiment command(String name, Exercise way) {
    return exercise(name, By.PEER, way, Commands::whole);
  }

  /// With a pass in Java over the text that was named last.
  ///
  /// @param way of answering a question about a text: from opening the text to closing it
  public Experiment pass(String name, By by, CheckedFunction<DrillTask, Long> way) {
    return exercise(name, by, task -> Exercise.Session.answering(task, task.answer(), way));
  }

  /// With a program that does the works that were named last, and is told its name as the option
  /// [#WAY].
  public Experiment program(String name, By by, Executable program) {
    return add(Entry.of(name, by, program, works).told(WAY, name));
  }

  /// With a program in C that does the works that were named last, to compare others with.
  public Experiment yardstick(String name, Executable program) {
    return add(Entry.of(name, By.C, program, works));
  }

  /// With one more entry.
  public Experiment add(Entry entry) {
    return with(plus(entries, entry));
  }

  /// With more entries.
  public Experiment addAll(Stream<Entry> more) {
    return with(Stream.concat(entries.stream(), more).toList());
  }

  /// With another entry in the place of the one that was added last.
  public Experiment last(UnaryOperator<Entry> change) {
    List<Entry> others = new ArrayList<>(entries);
    others.add(change.apply(others.removeLast()));
    return with(others);
  }

  /// With the name that the publication gives to what the approach does that was added last.
  public Experiment alias(String name) {
    return last(entry -> entry.alias(name));
  }

  /// With what a reader must know of the approach that was added last.
  public Experiment note(String text) {
    return last(entry -> entry.note(text));
  }

  /// With this C entry as the one that the approach is compared with that was added last.
  public Experiment against(String cApproach) {
    return last(entry -> entry.against(cApproach));
  }

  /// With memory that each process needs, besides its array, of the approach that was added last.
  public Experiment scratch(long bytes) {
    return last(entry -> entry.scratch(bytes));
  }

  /// With one more figure of the publication.
  public Experiment history(Yardstick figure) {
    List<Yardstick> more = plus(history, figure);
    return new Experiment(
        id, title, source, measure, axis, state, entries, more, remarks, goals, works, origin);
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
    List<String> more = plus(remarks, sentence);
    return new Experiment(
        id, title, source, measure, axis, state, entries, history, more, goals, works, origin);
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

  /// With the goal that an approach is so many times better than C at a place.
  public Experiment goalOfC(String name, double wanted, String approach, Predicate<Result> place) {
    return goal(name, wanted, findings -> findings.toC(id, approach, place));
  }

  /// With the goal that an approach is so many times better than C at all of some places.
  public Experiment leastGoalOfC(
      String name, double wanted, String approach, Predicate<Result> places) {
    return goal(name, wanted, findings -> findings.leastToC(id, approach, places));
  }

  /// With the goal that one approach is so many times better than another at all of some places.
  public Experiment leastGoal(
      String name, double wanted, String one, String other, Predicate<Result> places) {
    return goal(name, wanted, findings -> findings.leastRatio(id, one, other, places));
  }

  /// With a goal that findings tell in a way of its own.
  public Experiment goal(String name, double wanted, Function<Findings, OptionalDouble> got) {
    List<Function<Findings, Target>> more =
        plus(goals, findings -> new Target(name, wanted, got.apply(findings)));
    return new Experiment(
        id, title, source, measure, axis, state, entries, history, remarks, more, works, origin);
  }

  /// Defined by a question for a setting.
  Experiment definedBy(Question question, Setting setting) {
    List<String> words = WorkerMain.origin(question, setting);
    return new Experiment(
        id, title, source, measure, axis, state, entries, history, remarks, goals, works, words);
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
    return allWorks()
        .map(this::point)
        .distinct()
        .sorted(Comparator.comparingLong(point -> point.orElse(0)))
        .toList();
  }

  /// Where a work stands on the axis.
  OptionalLong point(Work work) {
    return switch (axis) {
      case NONE -> OptionalLong.empty();
      case THREADS, REQUESTS -> OptionalLong.of(work.threads());
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

  private Experiment with(List<Entry> others) {
    return new Experiment(
        id, title, source, measure, axis, state, others, history, remarks, goals, works, origin);
  }

  private Stream<Work> allWorks() {
    return entries.stream().flatMap(entry -> entry.works().stream());
  }

  private static <T> List<T> plus(List<T> list, T more) {
    List<T> longer = new ArrayList<>(list);
    longer.add(more);
    return longer;
  }

  /// An approach in an experiment: who takes part, and with which works.
  ///
  /// The works of an entry are done by the same processes, one after the other. In each point of
  /// the experiment's axis all entries take turns, round by round.
  ///
  /// @param approach the name in the report
  /// @param by the family
  /// @param program that the processes run
  /// @param works one or more; each gives one result
  /// @param scratchBytes that a process needs besides its array, at most
  /// @param yardstick the approach of the C entry that its speed is divided by; empty for the first
  ///   C entry
  /// @param caution why it may move wrong bytes, for an approach that is known to be unsafe: then
  ///   wrong bytes are a finding, not a failure
  /// @param note what a reader must know to judge its figures
  /// @param alias the name that the publication gives to what it does
  public record Entry(
      String approach,
      By by,
      Executable program,
      List<Work> works,
      long scratchBytes,
      Optional<String> yardstick,
      Optional<String> caution,
      Optional<String> note,
      Optional<String> alias) {
    /// The option of works by which the worker of an entry, which is no rank of its, knows an MPI
    /// library by key.
    public static final String LIBRARY = "library";

    private static final Path NO_FILE = Path.of("");

    /// @throws IllegalArgumentException if there is no work
    public Entry {
      works = List.copyOf(works);
      if (works.isEmpty()) {
        throw new IllegalArgumentException(approach + " has no work");
      }
    }

    /// An entry that needs no scratch memory and is compared with the first C entry.
    public static Entry of(String approach, By by, Executable program, List<? extends Work> works) {
      return new Entry(
          approach,
          by,
          program,
          List.copyOf(works),
          0,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
    }

    /// An entry in Java in a JVM of its own, compared with the first C entry.
    public static Entry of(String approach, By by, Executable.Way way, List<? extends Work> works) {
      return of(approach, by, Executable.of(way), works);
    }

    /// Its code, where it is in Java and looked up in the table of experiments.
    Optional<Executable.Way> way() {
      return program.ofEach() instanceof Executable.Jvm jvm
          ? Optional.of(jvm.way())
          : Optional.empty();
    }

    private Entry doing(List<Work> other) {
      return new Entry(approach, by, program, other, scratchBytes, yardstick, caution, note, alias);
    }

    private Entry running(Executable other) {
      return new Entry(approach, by, other, works, scratchBytes, yardstick, caution, note, alias);
    }

    /// With one more option in each of its works.
    public Entry told(String option, String value) {
      return doing(works.stream().map(work -> work.with(option, value)).toList());
    }

    /// With those of its works alone that are wanted.
    ///
    /// @throws IllegalArgumentException if none is
    public Entry only(Predicate<Work> wanted) {
      return doing(works.stream().filter(wanted).toList());
    }

    /// With other works on files.
    Entry each(UnaryOperator<FileWork> change) {
      return doing(
          works.stream()
              .map(work -> work instanceof FileWork file ? change.apply(file) : work)
              .toList());
    }

    /// With options for its JVM, besides those that every worker gets.
    ///
    /// @throws IllegalArgumentException if it has none
    public Entry options(String... options) {
      return running(new Executable.Jvm(jvm().way(), List.of(options), jvm().classPath()));
    }

    /// With more on the class path of its JVM, before all else.
    ///
    /// @throws IllegalArgumentException if it has none
    public Entry classPath(List<String> more) {
      return running(new Executable.Jvm(jvm().way(), jvm().options(), more));
    }

    private Executable.Jvm jvm() {
      if (program instanceof Executable.Jvm jvm) {
        return jvm;
      }
      throw new IllegalArgumentException(approach + " has no JVM of its own: " + program);
    }

    /// By a process of its own for each run, which has done nothing before.
    public Entry anew() {
      return running(new Executable.Started(Executable.Started.ANEW, program));
    }

    /// By the ranks of a job that a library's launcher starts.
    public Entry launchedBy(MpiInstallation library) {
      return running(new Executable.Launched(library, program));
    }

    /// With memory that each process needs besides its array.
    public Entry scratch(long bytes) {
      return new Entry(approach, by, program, works, bytes, yardstick, caution, note, alias);
    }

    /// The key of the MPI library that it is about; empty without one.
    String library() {
      return program instanceof Executable.Launched(MpiInstallation mpi, _)
          ? mpi.key()
          : works.getFirst().options().getOrDefault(LIBRARY, "");
    }

    /// Compared with this C entry.
    public Entry against(String cApproach) {
      return new Entry(
          approach, by, program, works, scratchBytes, Optional.of(cApproach), caution, note, alias);
    }

    /// With a warning that it may move wrong bytes.
    public Entry unsafe(String why) {
      return new Entry(
          approach, by, program, works, scratchBytes, yardstick, Optional.of(why), note, alias);
    }

    /// With the name that the publication gives to what it does, `readLine1`.
    public Entry alias(String other) {
      return new Entry(
          approach, by, program, works, scratchBytes, yardstick, caution, note, Optional.of(other));
    }

    /// With what a reader must know.
    public Entry note(String text) {
      return new Entry(
          approach, by, program, works, scratchBytes, yardstick, caution, Optional.of(text), alias);
    }

    /// The heap that one process needs.
    long heapBytes() {
      long each =
          scratchBytes + works.stream().mapToLong(Entry::largestArrayBytes).max().orElseThrow();
      return program.isStarted(Executable.Started.THREADS)
          ? each * works.stream().mapToInt(Work::processes).max().orElseThrow()
          : each;
    }

    /// The memory that all its processes need together.
    long memoryBytes() {
      return works.stream().mapToLong(this::memoryBytes).max().orElseThrow();
    }

    private long memoryBytes(Work work) {
      return work.processes()
          * (largestArrayBytes(work) + scratchBytes + ProcessLauncher.overheadBytes(program));
    }

    private static long largestArrayBytes(Work work) {
      return switch (work) {
        case FileWork file -> largestArrayBytes(file.allKept());
        case Drill drill -> drill.bytes();
        case TextWork _ -> 0;
      };
    }

    private static long largestArrayBytes(FileWork work) {
      return work.type().bytes()
          * IntStream.range(0, work.processes())
              .mapToLong(rank -> new Task(work, NO_FILE, rank).arrayElements())
              .max()
              .orElseThrow();
    }
  }
}
