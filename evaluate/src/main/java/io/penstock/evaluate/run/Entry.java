package io.penstock.evaluate.run;

import io.penstock.evaluate.machine.MpiInstallation;
import io.penstock.report.By;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/// An approach in an experiment: who takes part, and with which works.
///
/// The works of an entry are done by the same processes, one after the other. In each point of the
/// experiment's axis all entries take turns, round by round.
///
/// @param approach the name in the report
/// @param by the family
/// @param program that the processes run
/// @param works one or more; each gives one result
/// @param scratchBytes that a process needs besides its array, at most
/// @param yardstick the approach of the C entry that its speed is divided by; empty for the first C
///   entry
/// @param caution why it may move wrong bytes, for an approach that is known to be unsafe: then
///   wrong bytes are a finding, not a failure
/// @param note what a reader must know to judge its figures
/// @param alias the name that the publication gives to what it does
public record Entry(
    String approach,
    By by,
    Program program,
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
  public static Entry of(String approach, By by, Program program, List<? extends Work> works) {
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
  public static Entry of(String approach, By by, Program.Way way, List<? extends Work> works) {
    return of(approach, by, Program.of(way), works);
  }

  /// Its code, where it is in Java and looked up in the table of experiments.
  Optional<Program.Way> way() {
    return program.ofEach() instanceof Program.Jvm jvm ? Optional.of(jvm.way()) : Optional.empty();
  }

  private Entry doing(List<Work> other) {
    return new Entry(approach, by, program, other, scratchBytes, yardstick, caution, note, alias);
  }

  private Entry running(Program other) {
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

  /// Under another name.
  public Entry named(String other) {
    return new Entry(other, by, program, works, scratchBytes, yardstick, caution, note, alias);
  }

  /// With options for its JVM, besides those that every worker gets.
  ///
  /// @throws IllegalArgumentException if it has none
  public Entry options(String... options) {
    return running(new Program.Jvm(jvm().way(), List.of(options), jvm().classPath()));
  }

  /// With more on the class path of its JVM.
  ///
  /// @throws IllegalArgumentException if it has none
  public Entry classPath(List<String> more) {
    return running(new Program.Jvm(jvm().way(), jvm().options(), more));
  }

  private Program.Jvm jvm() {
    if (program instanceof Program.Jvm jvm) {
      return jvm;
    }
    throw new IllegalArgumentException(approach + " has no JVM of its own: " + program);
  }

  /// By a process of its own for each run, which has done nothing before.
  public Entry anew() {
    return running(new Program.Anew(program));
  }

  /// By the ranks of a job that a library's launcher starts.
  public Entry launchedBy(MpiInstallation library) {
    return running(new Program.Launched(library, program));
  }

  /// With memory that each process needs besides its array.
  public Entry scratch(long bytes) {
    return new Entry(approach, by, program, works, bytes, yardstick, caution, note, alias);
  }

  /// The key of the MPI library that it is about; empty without one.
  String library() {
    return program instanceof Program.Launched(MpiInstallation mpi, _)
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
    return program instanceof Program.Connected(Program.Transport transport, _)
            && transport == Program.Transport.THREADS
        ? each * works.stream().mapToInt(Work::processes).max().orElseThrow()
        : each;
  }

  /// The memory that all its processes need together.
  long memoryBytes() {
    return works.stream().mapToLong(this::memoryBytes).max().orElseThrow();
  }

  private long memoryBytes(Work work) {
    return work.processes()
        * (largestArrayBytes(work) + scratchBytes + Launcher.overheadBytes(program));
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
