package io.penstock.evaluate.run;

import io.penstock.evaluate.machine.Machine;
import io.penstock.evaluate.run.Exercise.Reading;
import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.evaluate.run.Subprocess.FailedException;
import io.penstock.report.Detail;
import io.penstock.report.ExperimentOutcome;
import io.penstock.report.Outcome;
import io.penstock.report.Result;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import java.util.SequencedSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A runner of experiments: batch by batch, point by point, round by round, the turns of a round in
/// random order. For one thread.
public final class Runner {
  /// So many runs time some ten thousand requests each.
  private static final int MOST_TIMINGS = 3;

  private final ScratchFolder workspace;
  private final Rules rules;
  private final ProcessLauncher launcher;
  private final Listener listener;
  private final Random order;

  /// @param workspace for the files
  /// @param rules how carefully to measure
  /// @param launcher of the contestants
  /// @param listener that hears of the progress
  public Runner(ScratchFolder workspace, Rules rules, ProcessLauncher launcher, Listener listener) {
    this.workspace = workspace;
    this.rules = rules;
    this.launcher = launcher;
    this.listener = listener;
    order = new Random(rules.seed());
  }

  /// Runs one experiment to its end, whatever its contestants do. Where its files cannot be made,
  /// on a disk that others have filled for instance, all of them have failed: what was measured
  /// before took hours, perhaps.
  public ExperimentOutcome run(Experiment experiment) {
    List<Tally> tallies =
        experiment.entries().stream()
            .flatMap(entry -> entry.works().stream().map(work -> new Tally(entry, work)))
            .toList();
    List<String> remarks = new ArrayList<>(experiment.remarks());
    try {
      workspace.provide(experiment);
    } catch (IOException e) {
      Outcome failed = Outcome.failed("its files cannot be made: " + e);
      tallies.forEach(tally -> tally.verdict = failed);
      listener.skips(steps(experiment));
      return finished(experiment, tallies, remarks);
    }
    for (List<Entry> batch : batches(experiment)) {
      runBatch(
          experiment,
          batch,
          tallies.stream().filter(tally -> batch.contains(tally.entry)).toList());
    }
    remark(experiment, remarks);
    return finished(experiment, tallies, remarks);
  }

  /// How many runs an experiment will take, warm-ups included, if nothing fails.
  public int steps(Experiment experiment) {
    return batches(experiment).stream()
        .flatMap(List::stream)
        .flatMap(entry -> entry.works().stream())
        .mapToInt(this::steps)
        .sum();
  }

  /// The runs of a work, warm-ups and those that time single requests included.
  private int steps(Work work) {
    return rules.steps() + timings(work);
  }

  private int timings(Work work) {
    return isDetailed(work) ? Math.min(MOST_TIMINGS, rules.runs()) : 0;
  }

  private static boolean isDetailed(Work work) {
    return work instanceof FileWork file && file.isDetailed();
  }

  private void runBatch(Experiment experiment, List<Entry> batch, List<Tally> tallies) {
    Map<Entry, Contestant> contestants = new LinkedHashMap<>();
    batch.forEach(
        entry ->
            contestants.put(entry, new Contestant(experiment, entry, launcher, rules, workspace)));
    try {
      for (OptionalLong point : experiment.points()) {
        runRounds(
            experiment,
            contestants,
            tallies.stream().filter(tally -> experiment.point(tally.work).equals(point)).toList());
      }
    } finally {
      contestants.values().forEach(Contestant::close);
    }
  }

  private void remark(Experiment experiment, List<String> remarks) {
    try {
      experiment.state().remark(workspace.folder()).ifPresent(remarks::add);
    } catch (IOException e) { // somebody has tidied up
      remarks.add("Whether runs began in their state is unknown, since its files are gone: " + e);
    }
    if (experiment.state().isCached()) {
      experiment.files(workspace.folder()).stream()
          .map(file -> folios(file, experiment.state()))
          .forEach(remarks::add);
    }
  }

  private ExperimentOutcome finished(
      Experiment experiment, List<Tally> tallies, List<String> remarks) {
    ExperimentOutcome outcome =
        new ExperimentOutcome(
            experiment.id(),
            experiment.title(),
            experiment.source(),
            experiment.measure().unit(),
            experiment.measure().better(),
            experiment.axis(),
            tallies.stream().map(Tally::result).toList(),
            experiment.history(),
            remarks);
    listener.finished(outcome);
    return outcome;
  }

  /// How the page cache holds a file, which decides on what mappings and calls cost: looked at when
  /// everybody is done, since it stays as it is for as long as the file is cached.
  private static String folios(FileContents file, FileState state) {
    return String.format(
        Locale.ROOT,
        "The file of %s was written in pieces of %s and lies in the page cache %s.",
        Folios.size(file.bytes()),
        Folios.size(state.pieceBytes()),
        Folios.words(file.path()));
  }

  // ---- batches ---------------------------------------------------------------------------------

  private List<List<Entry>> batches(Experiment experiment) {
    // the files are in memory too
    return batches(experiment, rules.memoryBytes() - experiment.diskBytes());
  }

  /// Deals the entries of an experiment into batches whose processes fit into memory together.
  ///
  /// The C entry that another entry is compared with takes part in each batch that needs it, so
  /// that a ratio always comes from the same rounds. An entry too large for the budget runs with
  /// its yardstick alone.
  static List<List<Entry>> batches(Experiment experiment, long budgetBytes) {
    List<List<Entry>> batches = new ArrayList<>();
    SequencedSet<Entry> batch = new LinkedHashSet<>();
    for (Entry entry : experiment.entries()) {
      SequencedSet<Entry> both = new LinkedHashSet<>();
      experiment.yardstickOf(entry).ifPresent(both::add);
      both.add(entry);
      SequencedSet<Entry> larger = new LinkedHashSet<>(batch);
      larger.addAll(both);
      if (!batch.isEmpty() && memory(larger) > budgetBytes) {
        batches.add(List.copyOf(batch));
        batch = both;
      } else {
        batch = larger;
      }
    }
    if (!batch.isEmpty()) {
      batches.add(List.copyOf(batch));
    }
    return batches;
  }

  private static long memory(Set<Entry> entries) {
    return entries.stream().mapToLong(Entry::memoryBytes).sum();
  }

  // ---- rounds ----------------------------------------------------------------------------------

  /// Runs the rounds of a batch at one point of the axis: in each, everybody who still can takes
  /// one turn, in an order drawn anew, so that whatever drifts hits all alike.
  private void runRounds(
      Experiment experiment, Map<Entry, Contestant> contestants, List<Tally> tallies) {
    List<Tally> ready =
        tallies.stream()
            .filter(Tally::isOpen)
            .filter(tally -> keepsAll(contestants, tally))
            .toList();
    for (int step = 1; step <= rules.steps(); step++) {
      List<Tally> open = new ArrayList<>(ready.stream().filter(Tally::isOpen).toList());
      Collections.shuffle(open, order);
      Map<Tally, Reading> readings = new LinkedHashMap<>();
      for (Tally tally : open) {
        int of = steps(tally.work);
        listener.begins(experiment, tally.entry, tally.work, step, of);
        Optional<Reading> reading = turn(contestants, tally, tally.work);
        listener.ends();
        reading.ifPresent(ran -> readings.put(tally, ran));
        if (!tally.isOpen()) {
          listener.skips(of - step);
        }
      }
      if (step > rules.warmups()) {
        record(experiment, readings);
      }
    }
    time(experiment, contestants, ready.stream().filter(tally -> isDetailed(tally.work)).toList());
  }

  /// Runs further rounds, in which those who are asked for details time single requests: no clock
  /// of such disturbs the rounds before.
  private void time(
      Experiment experiment, Map<Entry, Contestant> contestants, List<Tally> detailed) {
    for (int timing = 1; timing <= MOST_TIMINGS; timing++) {
      for (Tally tally : detailed) {
        if (tally.isOpen() && timing <= timings(tally.work)) {
          int step = rules.steps() + timing;
          listener.begins(experiment, tally.entry, tally.work, step, steps(tally.work));
          time(contestants, tally);
          listener.ends();
          listener.skips(tally.isOpen() ? 0 : timings(tally.work) - timing);
        }
      }
    }
  }

  private static void time(Map<Entry, Contestant> contestants, Tally tally) {
    if (tally.work instanceof FileWork work) {
      turn(contestants, tally, contestant -> contestant.time(work, tally::wrong))
          .flatMap(times -> times)
          .ifPresent(tally::took);
    }
  }

  /// Lets the work run once in such a way that everything moved can be compared, where that differs
  /// from its timed runs.
  private boolean keepsAll(Map<Entry, Contestant> contestants, Tally tally) {
    if (tally.work instanceof FileWork work && !work.allKept().equals(work)) {
      turn(contestants, tally, work.allKept());
    }
    if (!tally.isOpen()) {
      listener.skips(steps(tally.work));
    }
    return tally.isOpen();
  }

  private static Optional<Reading> turn(
      Map<Entry, Contestant> contestants, Tally tally, Work work) {
    return turn(contestants, tally, contestant -> contestant.take(work, tally::wrong));
  }

  /// A contestant's turn, and what it comes to.
  private interface Turn<T> {
    T take(Contestant contestant) throws AbsentException, FailedException, IOException;
  }

  /// Takes a turn; what went wrong is in the tally.
  private static <T> Optional<T> turn(
      Map<Entry, Contestant> contestants, Tally tally, Turn<T> turn) {
    Contestant contestant = Objects.requireNonNull(contestants.get(tally.entry));
    try {
      return Optional.of(turn.take(contestant)).filter(_ -> tally.isOpen());
    } catch (AbsentException e) {
      tally.verdict = new Outcome.Absent(e.reason());
    } catch (FailedException e) {
      contestant.kill();
      tally.verdict = Outcome.failed(e.reason());
    } catch (IOException e) {
      tally.verdict = Outcome.failed(e.toString());
    }
    return Optional.empty();
  }

  private static void record(Experiment experiment, Map<Tally, Reading> readings) {
    Map<Tally, Double> figures = new LinkedHashMap<>();
    readings.forEach(
        (tally, reading) -> {
          figures.put(tally, experiment.measure().figure(tally.work, reading));
          tally.cost(reading);
        });
    figures.forEach(
        (tally, figure) -> {
          tally.figures.add(figure);
          ofYardstick(experiment, tally, figures)
              .map(c -> experiment.measure().better().ratio(figure, c))
              .filter(Double::isFinite) // counts may come to nothing
              .ifPresent(tally.ratios::add);
        });
  }

  /// The figure of the C entry in the same round, for the work that has the same threads and
  /// processes.
  private static Optional<Double> ofYardstick(
      Experiment experiment, Tally tally, Map<Tally, Double> figures) {
    return experiment
        .yardstickOf(tally.entry)
        .flatMap(
            yardstick ->
                figures.entrySet().stream()
                    .filter(other -> other.getKey().entry.equals(yardstick))
                    .filter(other -> other.getKey().work.threads() == tally.work.threads())
                    .filter(other -> other.getKey().work.processes() == tally.work.processes())
                    .map(Map.Entry::getValue)
                    .findFirst());
  }

  /// The figures so far of one work of one entry. For one thread.
  private static final class Tally {
    private static final String PROCESSOR = "processor";

    private final Entry entry;
    private final Work work;
    private final List<Double> figures = new ArrayList<>();
    private final List<Double> ratios = new ArrayList<>();

    /// Of the runs in which they were taken, by their names.
    private final Map<String, List<Double>> details = new LinkedHashMap<>();

    /// Why it takes no further turns.
    private @Nullable Outcome verdict;

    Tally(Entry entry, Work work) {
      this.entry = entry;
      this.work = work;
    }

    boolean isOpen() {
      return verdict == null;
    }

    /// It moved wrong bytes: its figures are worth nothing.
    void wrong(String difference) {
      verdict =
          entry
              .caution()
              .<Outcome>map(why -> new Outcome.Absent(why + ": " + difference))
              .orElseGet(() -> Outcome.wrong(difference));
    }

    /// Takes note of what a run cost of processors: seconds for a million requests.
    void cost(Reading reading) {
      if (work instanceof FileWork file && file.isDetailed() && reading.processorNanos() > 0) {
        detail(PROCESSOR, 1e-3 * reading.processorNanos() / file.requests());
      }
    }

    /// Takes note of the times of single requests, in microseconds.
    void took(Percentiles times) {
      detail("p50", 1e-3 * times.p50());
      detail("p99", 1e-3 * times.p99());
      detail("p99.9", 1e-3 * times.p999());
    }

    private void detail(String name, double figure) {
      details.computeIfAbsent(name, _ -> new ArrayList<>()).add(figure);
    }

    private List<Detail> details() {
      return details.entrySet().stream()
          .map(
              detail ->
                  new Detail(
                      detail.getKey(),
                      detail.getKey().equals(PROCESSOR) ? "s/M" : "µs",
                      Findings.figures(detail.getValue())))
          .toList();
    }

    Result result() {
      return new Result(
          entry.approach(),
          entry.by(),
          work.threads(),
          work.processes(),
          work.bytes(),
          work.requestBytes(),
          verdict == null ? measured() : verdict,
          entry.note().or(entry::caution),
          entry.alias(),
          verdict == null ? details() : List.of());
    }

    private Outcome measured() {
      return new Outcome.Measured(
          Findings.figures(figures),
          ratios.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Findings.median(ratios)));
    }
  }

  /// The rules of measuring: numbers of runs and warm-ups.
  ///
  /// @param runs of each work, timed, at least 5 for figures to publish
  /// @param warmups before them, not timed
  /// @param warmup that a JVM gets for each work before the first of them: short runs alone would
  ///   leave its code interpreted
  /// @param deadline for each answer of a contestant
  /// @param memoryBytes that the contestants of a batch may take together
  /// @param seed of the order of turns
  public record Rules(
      int runs, int warmups, Duration warmup, Duration deadline, long memoryBytes, long seed) {
    /// The share of the available memory that contestants and files may take together.
    private static final double MEMORY_SHARE = 0.6;

    private static final Duration DEADLINE = Duration.ofMinutes(3);

    /// @throws IllegalArgumentException if there is no run or a negative number of warm-ups
    public Rules {
      if (runs < 1 || warmups < 0) {
        throw new IllegalArgumentException("runs " + runs + ", warm-ups " + warmups);
      }
    }

    /// The rules of an effort, on the memory that is available now.
    public static Rules of(Effort effort, long seed) {
      long memory = (long) (MEMORY_SHARE * Machine.availableMemory());
      return new Rules(effort.runs(), effort.warmups(), effort.warmup(), DEADLINE, memory, seed);
    }

    /// With at least so many runs.
    public Rules atLeast(int least) {
      return new Rules(Math.max(runs, least), warmups, warmup, deadline, memoryBytes, seed);
    }

    /// The runs of each work, warm-ups included.
    int steps() {
      return warmups + runs;
    }
  }
}
