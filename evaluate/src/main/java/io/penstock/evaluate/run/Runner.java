package io.penstock.evaluate.run;

import io.penstock.report.ExperimentOutcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
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
}
