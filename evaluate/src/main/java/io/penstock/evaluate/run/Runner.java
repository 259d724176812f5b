package io.penstock.evaluate.run;

import io.penstock.report.ExperimentOutcome;
import io.penstock.report.Outcome;
import io.penstock.report.Result;
import java.io.IOException;
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
import java.util.stream.Stream;

/// Runs experiments: batch by batch, point by point, round by round, the turns of a round in random
/// order. For one thread.
public final class Runner {
  private final Workspace workspace;
  private final Rules rules;
  private final Launcher launcher;
  private final Listener listener;
  private final Random order;

  /// @param workspace for the files
  /// @param rules how carefully to measure
  /// @param launcher of the contestants
  /// @param listener that hears of the progress
  public Runner(Workspace workspace, Rules rules, Launcher launcher, Listener listener) {
    this.workspace = workspace;
    this.rules = rules;
    this.launcher = launcher;
    this.listener = listener;
    order = new Random(rules.seed());
  }

  /// Runs one experiment to its end, whatever its contestants do.
  ///
  /// @throws IOException if the experiment's files cannot be made
  public ExperimentOutcome run(Experiment experiment) throws IOException {
    List<List<Entry>> batches = Batches.of(experiment, memoryBytes(experiment));
    workspace.provide(experiment.fileKeys());
    workspace.provideTexts(experiment.corpora());
    List<Tally> tallies = experiment.entries().stream().flatMap(Runner::tallies).toList();
    for (List<Entry> batch : batches) {
      runBatch(
          experiment,
          batch,
          tallies.stream().filter(tally -> batch.contains(tally.entry())).toList());
    }
    ExperimentOutcome outcome = outcome(experiment, tallies);
    listener.finished(outcome);
    return outcome;
  }

  /// How many runs an experiment will take, warm-ups included, if nothing fails.
  public int steps(Experiment experiment) {
    return rules.steps()
        * Batches.of(experiment, memoryBytes(experiment)).stream()
            .flatMap(List::stream)
            .mapToInt(entry -> entry.works().size())
            .sum();
  }

  private void runBatch(Experiment experiment, List<Entry> batch, List<Tally> tallies) {
    Map<Entry, Contestant> contestants = new LinkedHashMap<>();
    batch.forEach(
        entry ->
            contestants.put(
                entry, new Contestant(experiment, entry, launcher, rules, workspace.folder())));
    try {
      for (OptionalLong point : experiment.points()) {
        new Rounds(workspace, rules, listener, experiment, contestants, order)
            .run(tallies.stream().filter(tally -> tally.isAt(experiment, point)).toList());
      }
    } finally {
      contestants.values().forEach(Contestant::close);
    }
  }

  private long memoryBytes(Experiment experiment) {
    return rules.memoryBytes() - experiment.diskBytes(); // the files are in memory too
  }

  private static Stream<Tally> tallies(Entry entry) {
    return entry.works().stream().map(work -> new Tally(entry, work));
  }

  /// How the page cache holds a file, which decides on what mappings and calls cost: looked at when
  /// everybody is done, since it stays as it is for as long as the file is cached.
  private String folios(FileKey key) throws IOException {
    return String.format(
        Locale.ROOT,
        "The file of %s was written in pieces of %s and lies in the page cache %s.",
        Folios.size(key.bytes()),
        Folios.size(key.state().pieceBytes()),
        Folios.words(workspace.path(key)));
  }

  private ExperimentOutcome outcome(Experiment experiment, List<Tally> tallies) throws IOException {
    List<String> remarks = new ArrayList<>(experiment.remarks());
    FileStates.remark(experiment.state(), workspace.folder()).ifPresent(remarks::add);
    if (experiment.state().isCached()) {
      for (FileKey key : experiment.fileKeys()) {
        remarks.add(folios(key));
      }
    }
    return new ExperimentOutcome(
        experiment.id(),
        experiment.title(),
        experiment.source(),
        experiment.measure().unit(),
        experiment.measure().better(),
        experiment.axis(),
        tallies.stream().map(Tally::result).toList(),
        experiment.history(),
        remarks);
  }

  /// Deals the entries of an experiment into batches whose processes fit into memory together.
  ///
  /// The C entry that another entry is compared with takes part in each batch that needs it, so
  /// that a ratio always comes from the same rounds. An entry too large for the budget runs with
  /// its yardstick alone.
  static final class Batches {
    private Batches() {}

    static List<List<Entry>> of(Experiment experiment, long budgetBytes) {
      List<List<Entry>> batches = new ArrayList<>();
      SequencedSet<Entry> batch = new LinkedHashSet<>();
      for (Entry entry : experiment.entries()) {
        SequencedSet<Entry> larger = new LinkedHashSet<>(batch);
        larger.addAll(withYardstick(experiment, entry));
        if (!batch.isEmpty() && memory(larger) > budgetBytes) {
          batches.add(List.copyOf(batch));
          batch = new LinkedHashSet<>(withYardstick(experiment, entry));
        } else {
          batch = larger;
        }
      }
      if (!batch.isEmpty()) {
        batches.add(List.copyOf(batch));
      }
      return batches;
    }

    private static List<Entry> withYardstick(Experiment experiment, Entry entry) {
      List<Entry> both = new ArrayList<>(experiment.yardstickOf(entry).stream().toList());
      both.add(entry);
      return both;
    }

    private static long memory(SequencedSet<Entry> entries) {
      return entries.stream().mapToLong(Entry::memoryBytes).sum();
    }
  }

  /// The rounds of a batch at one point of the axis: in each, everybody who still can takes one
  /// turn, in an order drawn anew, so that whatever drifts hits all alike.
  ///
  /// @param contestants of the batch, by entry
  /// @param order that the turns are drawn with
  record Rounds(
      Workspace workspace,
      Rules rules,
      Listener listener,
      Experiment experiment,
      Map<Entry, Contestant> contestants,
      Random order) {

    void run(List<Tally> tallies) {
      List<Tally> ready = tallies.stream().filter(Tally::isOpen).filter(this::keepsAll).toList();
      for (int round = 1 - rules.warmups(); round <= rules.runs(); round++) {
        Map<Tally, Double> figures = new LinkedHashMap<>();
        for (Tally tally : shuffled(ready)) {
          turn(tally, round).ifPresent(figure -> figures.put(tally, figure));
        }
        if (round > 0) {
          record(figures);
        }
      }
    }

    private List<Tally> shuffled(List<Tally> tallies) {
      List<Tally> open = new ArrayList<>(tallies.stream().filter(Tally::isOpen).toList());
      Collections.shuffle(open, order);
      return open;
    }

    /// Lets the work run once in such a way that everything moved can be compared, where that
    /// differs from its timed runs.
    private boolean keepsAll(Tally tally) {
      if (tally.work() instanceof FileWork work && !work.allKept().equals(work)) {
        take(tally, work.allKept());
      }
      if (!tally.isOpen()) {
        listener.skips(rules.steps());
      }
      return tally.isOpen();
    }

    private Optional<Double> turn(Tally tally, int round) {
      int step = rules.warmups() + round;
      listener.begins(experiment, tally.entry(), tally.work(), step, rules.steps());
      Optional<Turn.Taken> taken = take(tally, tally.work());
      listener.ends();
      if (!tally.isOpen()) {
        listener.skips(rules.steps() - step);
      }
      return taken.map(ran -> experiment.measure().figure(tally.work(), ran.reading()));
    }

    /// Takes a turn; what went wrong is in the tally.
    private Optional<Turn.Taken> take(Tally tally, Work work) {
      Contestant contestant = Objects.requireNonNull(contestants.get(tally.entry()));
      try {
        Turn.Taken taken = Turn.of(workspace, experiment.state(), contestant, work).take();
        taken.difference().ifPresent(tally::wrong);
        return Optional.of(taken).filter(_ -> tally.isOpen());
      } catch (AbsentException e) {
        tally.absent(e.reason());
      } catch (FailedException e) {
        contestant.kill();
        tally.failed(e.reason());
      } catch (IOException e) {
        tally.failed(e.toString());
      }
      return Optional.empty();
    }

    private void record(Map<Tally, Double> figures) {
      figures.forEach(
          (tally, figure) -> {
            tally.ran(figure);
            ofYardstick(tally, figures)
                .map(c -> experiment.measure().better().ratio(figure, c))
                .ifPresent(tally::comparedWithC);
          });
    }

    /// The figure of the C entry in the same round, for the work that resembles this one most.
    private Optional<Double> ofYardstick(Tally tally, Map<Tally, Double> figures) {
      return experiment
          .yardstickOf(tally.entry())
          .flatMap(
              yardstick ->
                  figures.entrySet().stream()
                      .filter(other -> other.getKey().entry().equals(yardstick))
                      .filter(other -> other.getKey().resembles(tally))
                      .map(Map.Entry::getValue)
                      .findFirst());
    }
  }

  /// The figures so far of one work of one entry. For one thread.
  static final class Tally {
    private final Entry entry;
    private final Work work;
    private final List<Double> figures = new ArrayList<>();
    private final List<Double> ratios = new ArrayList<>();
    private Optional<Outcome> verdict = Optional.empty();

    Tally(Entry entry, Work work) {
      this.entry = entry;
      this.work = work;
    }

    Entry entry() {
      return entry;
    }

    Work work() {
      return work;
    }

    /// Whether its work stands at a point of the experiment's axis.
    boolean isAt(Experiment experiment, OptionalLong point) {
      return experiment.point(work).equals(point);
    }

    /// Whether both do their work with the same threads and processes.
    boolean resembles(Tally other) {
      return work.threads() == other.work.threads() && work.processes() == other.work.processes();
    }

    /// Whether it may take further turns.
    boolean isOpen() {
      return verdict.isEmpty();
    }

    void ran(double figure) {
      figures.add(figure);
    }

    void comparedWithC(double ratio) {
      ratios.add(ratio);
    }

    /// It moved wrong bytes: its figures are worth nothing.
    void wrong(String difference) {
      verdict =
          Optional.of(
              entry
                  .caution()
                  .<Outcome>map(why -> new Outcome.Absent(why + ": " + difference))
                  .orElseGet(() -> new Outcome.Wrong(difference)));
    }

    void absent(String reason) {
      verdict = Optional.of(new Outcome.Absent(reason));
    }

    void failed(String reason) {
      verdict = Optional.of(new Outcome.Failed(reason));
    }

    Result result() {
      return new Result(
          entry.approach(),
          entry.by(),
          work.threads(),
          work.processes(),
          work.bytes(),
          work.requestBytes(),
          verdict.orElseGet(this::measured),
          note(),
          entry.alias());
    }

    private Outcome measured() {
      OptionalDouble ratio =
          ratios.isEmpty()
              ? OptionalDouble.empty()
              : OptionalDouble.of(new Sample(ratios).median());
      return new Outcome.Measured(Sample.figures(figures), ratio);
    }

    private Optional<String> note() {
      return entry.note().or(entry::caution);
    }
  }
}
