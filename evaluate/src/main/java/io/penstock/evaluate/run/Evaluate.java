package io.penstock.evaluate.run;

import io.penstock.evaluate.machine.CCompiler;
import io.penstock.evaluate.machine.Machine;
import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.evaluate.run.Runner.Rules;
import io.penstock.file.Profile;
import io.penstock.report.ChapterOutcome;
import io.penstock.report.EvaluationOutcome;
import io.penstock.report.ExperimentOutcome;
import io.penstock.report.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// An evaluation of the chapters that a user asks for.
///
/// @param subjects chapters by name, and experiments by their id or the beginning of it,
///   `arrays.tiles`, as the user wrote them; none means everything
/// @param directory on the file system to measure
/// @param bytes of the array files
/// @param threads to visit; empty for the effort's: 1 and 2; the powers of two up to the
///   processors, 2 at least and 8 at most; or up to 8
/// @param effort to spend
/// @param seed of the order of turns
/// @param version of Penstock
/// @param command that repeats the evaluation
public record Evaluate(
    List<String> subjects,
    Path directory,
    long bytes,
    List<Integer> threads,
    Effort effort,
    long seed,
    String version,
    String command) {
  /// The least size of array files by which every experiment has something to do.
  static final long LEAST_BYTES = 1L << 20;

  /// The largest size, far above what a machine has room for; nothing is counted beyond a `long`.
  static final long MOST_BYTES = 1L << 40;

  public Evaluate {
    subjects = List.copyOf(subjects);
    threads = List.copyOf(threads);
  }

  /// Runs everything and removes the files that it made.
  ///
  /// @param listener that hears of the progress
  /// @param launcher of the contestants
  /// @throws UnsuitableException if the chapters are unknown, or the size, the directory, the disk
  ///   or the memory will not do; nothing was run then
  /// @throws IOException if the folder for the files cannot be made
  public EvaluationOutcome run(Listener listener, ProcessLauncher launcher)
      throws UnsuitableException, IOException {
    Instant began = Instant.now();
    List<Chapter> chapters = chapters(Chapter.all());
    if (bytes < LEAST_BYTES || bytes > MOST_BYTES) {
      throw new UnsuitableException(
          "--size "
              + bytes
              + ": the experiments are about files of 1 MiB to 1 TiB; choose a size between them");
    }
    if (!Files.isDirectory(directory) || !Files.isWritable(directory)) {
      throw new UnsuitableException(
          directory + ": not a folder that can be written to; name another by --dir");
    }
    Map<String, String> machine = Machine.facts(directory);
    try (ScratchFolder workspace = ScratchFolder.in(directory)) {
      Map<Chapter, List<Experiment>> plan = plan(chapters, workspace);
      checkRoom(
          directory,
          Machine.freeBytes(directory).orElse(Long.MAX_VALUE),
          Machine.availableMemory(),
          plan.values().stream().flatMap(List::stream).toList());
      Rules rules = Rules.of(effort, seed);
      Map<Chapter, Runner> runners = new LinkedHashMap<>();
      for (Chapter chapter : chapters) {
        Rules atLeast = rules.atLeast(chapter.leastRuns(effort));
        runners.put(chapter, new Runner(workspace, atLeast, launcher, listener));
      }
      listener.starts(steps(runners, plan));
      List<ChapterOutcome> outcomes = new ArrayList<>();
      List<String> advice = new ArrayList<>();
      for (Chapter chapter : plan.keySet()) {
        Runner runner = Objects.requireNonNull(runners.get(chapter));
        ChapterOutcome outcome = run(runner, chapter, plan.getOrDefault(chapter, List.of()));
        outcomes.add(outcome);
        if (isWhole(chapter.name())) {
          advice.addAll(chapter.advice(outcome));
        }
      }
      return new EvaluationOutcome(version, machine, outcomes, advice, command, began);
    }
  }

  private static long steps(Map<Chapter, Runner> runners, Map<Chapter, List<Experiment>> plan) {
    return runners.entrySet().stream()
        .flatMapToLong(
            entry ->
                plan.getOrDefault(entry.getKey(), List.of()).stream()
                    .mapToLong(entry.getValue()::steps))
        .sum();
  }

  private ChapterOutcome run(Runner runner, Chapter chapter, List<Experiment> experiments) {
    List<ExperimentOutcome> outcomes = new ArrayList<>();
    for (Experiment experiment : experiments) {
      outcomes.add(runner.run(experiment));
    }
    return new ChapterOutcome(chapter.name(), outcomes, targets(chapter, experiments, outcomes));
  }

  /// Where only some experiments were asked for, targets of the others are nobody's concern.
  private List<Target> targets(
      Chapter chapter, List<Experiment> experiments, List<ExperimentOutcome> outcomes) {
    boolean whole = isWhole(chapter.name());
    return chapter.targets(experiments, outcomes).stream()
        .filter(target -> whole || target.got().isPresent())
        .toList();
  }

  private Map<Chapter, List<Experiment>> plan(List<Chapter> chapters, ScratchFolder workspace)
      throws UnsuitableException {
    Setting setting =
        new Setting(
            bytes,
            threads.isEmpty() ? usualThreads() : threads,
            effort,
            new Tools(CCompiler.ofThisUser(), workspace.folder()));
    Map<Chapter, List<Experiment>> plan = new LinkedHashMap<>();
    for (Chapter chapter : chapters) {
      plan.put(chapter, experiments(chapter, chapter.experiments(setting)));
    }
    return plan;
  }

  private List<Integer> usualThreads() {
    int most =
        switch (effort) {
          case QUICK -> 2;
          case NORMAL -> Math.clamp(Runtime.getRuntime().availableProcessors(), 2, 8);
          case FULL -> 8;
        };
    return IntStream.iterate(1, n -> n <= most, n -> 2 * n).boxed().toList();
  }

  /// The defaults that the library should have on the machine of an outcome, as the first chapter
  /// says that knows them and was evaluated as a whole.
  public Optional<Profile> profile(EvaluationOutcome outcome) {
    return outcome.chapters().stream()
        .filter(done -> isWhole(done.name()))
        .flatMap(
            done ->
                Chapter.all().stream()
                    .filter(chapter -> chapter.name().equals(done.name()))
                    .flatMap(chapter -> chapter.profile(done).stream()))
        .findFirst();
  }

  // ---- subjects --------------------------------------------------------------------------------

  /// The chapters of which anything is wanted, in the order of their declaration.
  ///
  /// @throws UnsuitableException if a name is of no chapter
  List<Chapter> chapters(List<Chapter> all) throws UnsuitableException {
    for (String name : subjects) {
      if (all.stream().noneMatch(chapter -> chapter.name().equals(chapterOf(name)))) {
        throw unknown("chapter", name, all.stream().map(Chapter::name));
      }
    }
    return all.stream()
        .filter(
            chapter ->
                subjects.isEmpty()
                    || subjects.stream().anyMatch(name -> chapterOf(name).equals(chapter.name())))
        .toList();
  }

  /// Those of a chapter's experiments that are wanted.
  ///
  /// @throws UnsuitableException if a name that begins with the chapter's is of none of them
  List<Experiment> experiments(Chapter chapter, List<Experiment> all) throws UnsuitableException {
    List<String> own =
        subjects.stream().filter(name -> chapterOf(name).equals(chapter.name())).toList();
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
  boolean isWhole(String chapter) {
    return subjects.isEmpty() || subjects.contains(chapter);
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

  // ---- room ------------------------------------------------------------------------------------

  /// Sees to it that there is room for each of these experiments.
  ///
  /// @param directory of its files
  /// @param diskBytes free there
  /// @param memoryBytes available
  /// @throws UnsuitableException if there is not; the message says how much is needed and what to
  ///   do
  static void checkRoom(
      Path directory, long diskBytes, long memoryBytes, List<Experiment> experiments)
      throws UnsuitableException {
    long disk = experiments.stream().mapToLong(Experiment::diskBytes).max().orElse(0);
    if (disk > diskBytes) {
      throw new UnsuitableException(
          String.format(
              Locale.ROOT,
              "%s: %s of disk space needed, %s free; ask for a smaller --size or another --dir",
              directory,
              mebibytes(disk),
              mebibytes(diskBytes)));
    }
    long memory = experiments.stream().mapToLong(Evaluate::leastMemory).max().orElse(0);
    if (memory > memoryBytes) {
      throw new UnsuitableException(
          String.format(
              Locale.ROOT,
              "%s of memory needed, %s available; ask for a smaller --size",
              mebibytes(memory),
              mebibytes(memoryBytes)));
    }
  }

  /// What the largest entry needs beside its yardstick and the files.
  private static long leastMemory(Experiment experiment) {
    return experiment.diskBytes()
        + Runner.batches(experiment, 0).stream()
            .mapToLong(batch -> batch.stream().mapToLong(Entry::memoryBytes).sum())
            .max()
            .orElse(0);
  }

  private static String mebibytes(long bytes) {
    return Math.ceilDiv(bytes, 1L << 20) + " MiB";
  }

  /// An evaluation cannot be done as it was asked for; the message says in one line what, why and
  /// what to do instead.
  public static final class UnsuitableException extends Exception {
    private static final long serialVersionUID = 1;

    private UnsuitableException(String reason) {
      super(reason);
    }

    /// What the message says.
    public String reason() {
      return Objects.requireNonNull(getMessage());
    }
  }
}
