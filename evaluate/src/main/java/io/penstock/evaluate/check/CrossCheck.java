package io.penstock.evaluate.check;

import io.penstock.evaluate.machine.CCompiler;
import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Chapter;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Listener;
import io.penstock.evaluate.run.ProcessLauncher;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.evaluate.run.Runner;
import io.penstock.evaluate.run.Runner.Rules;
import io.penstock.evaluate.run.ScratchFolder;
import io.penstock.evaluate.run.Tools;
import io.penstock.evaluate.run.Work;
import io.penstock.report.Outcome;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;

/// A cross-check of figures of the evaluation with those of independent ways. For one thread.
public final class CrossCheck {
  /// Both ways take turns so often; each time the processes are fresh ones.
  private static final int ROUNDS = 5;

  private static final Effort EFFORT = Effort.QUICK;

  private final Path directory;
  private final ProcessLauncher launcher;
  private final long seed;

  /// @param directory on the file system to measure
  /// @param launcher of the evaluation's workers
  /// @param seed of the order of turns
  public CrossCheck(Path directory, ProcessLauncher launcher, long seed) {
    this.directory = directory;
    this.launcher = launcher;
    this.seed = seed;
  }

  /// Compares all rows, prints each comparison as soon as there is one, and removes the files that
  /// it made.
  ///
  /// @return whether no row contradicts
  /// @throws IOException if a way failed, or files cannot be made
  public boolean print(PrintWriter out) throws IOException, InterruptedException {
    Comparison.printHead(out);
    boolean agreed = true;
    try (ScratchFolder workspace = ScratchFolder.in(directory)) {
      for (Row row : Row.all()) {
        Comparison comparison = compare(row, workspace);
        comparison.print(out);
        agreed &= !comparison.contradicts();
      }
    }
    out.println(
        agreed
            ? "No row disagrees by more than 5 %."
            : "A row disagrees by more than 5 %: repeat it when nothing else runs.");
    out.flush();
    return agreed;
  }

  private Comparison compare(Row row, ScratchFolder workspace)
      throws IOException, InterruptedException {
    Tools tools = new Tools(CCompiler.ofThisUser(), workspace.folder());
    Experiment subject = experiment(row, new Setting(EFFORT.bytes(), List.of(1), EFFORT, tools));
    Rules rules = Rules.of(EFFORT, seed).atLeast(chapter(row).leastRuns(EFFORT));
    Runner runner = new Runner(workspace, rules, launcher, new Listener() {});
    Comparison comparison = Comparison.of(row, subject.measure().unit());
    try {
      while (!comparison.isSettled()) {
        comparison = comparison.with(attempt(row, subject, runner, workspace));
      }
      return comparison;
    } catch (AbsentException e) {
      return Comparison.missing(row, e.reason());
    }
  }

  /// A row's experiment, with nothing in it but the work whose figure is compared.
  ///
  /// @throws IllegalArgumentException if there is no such figure in the evaluation
  static Experiment experiment(Row row, Setting setting) {
    return chapter(row).experiments(setting).stream()
        .filter(experiment -> experiment.id().equals(row.experiment()))
        .map(experiment -> experiment.only(entry -> entry.approach().equals(row.approach())))
        .map(experiment -> experiment.each(entry -> entry.only(row.place())))
        .filter(experiment -> experiment.entries().size() == 1)
        .filter(experiment -> experiment.entries().getFirst().works().size() == 1)
        .findFirst()
        .orElseThrow(() -> none(row));
  }

  /// The chapter that a row's experiment belongs to.
  static Chapter chapter(Row row) {
    return Chapter.all().stream()
        .filter(chapter -> row.experiment().startsWith(chapter.name() + "."))
        .findFirst()
        .orElseThrow(() -> none(row));
  }

  private static IllegalArgumentException none(Row row) {
    return new IllegalArgumentException("the evaluation has no single " + row.figure());
  }

  /// Both ways take turns.
  private Comparison.Attempt attempt(
      Row row, Experiment subject, Runner runner, ScratchFolder workspace)
      throws AbsentException, IOException, InterruptedException {
    Work work = subject.entries().getFirst().works().getFirst();
    double[] usual = new double[ROUNDS];
    double[] independent = new double[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      usual[round] = usual(row, subject, runner);
      // About the files that the evaluation has just left, in the state that it made.
      Path file = workspace.file(subject, work);
      independent[round] =
          row.independent().figure(Site.of(workspace.folder(), file, work, launcher));
    }
    return new Comparison.Attempt(PlainLoop.median(usual), PlainLoop.median(independent));
  }

  private static double usual(Row row, Experiment subject, Runner runner)
      throws AbsentException, IOException {
    return switch (runner.run(subject).results().getFirst().outcome()) {
      case Outcome.Measured measured -> measured.figures().median();
      case Outcome.Absent(String reason) -> throw new AbsentException(reason);
      case Outcome.Fault fault ->
          throw new IOException(row.figure() + ": " + fault.heading() + ": " + fault.reason());
    };
  }
}
