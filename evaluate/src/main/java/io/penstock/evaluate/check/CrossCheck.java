package io.penstock.evaluate.check;

import io.penstock.evaluate.machine.CCompiler;
import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Chapter;
import io.penstock.evaluate.run.Chapters;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Launcher;
import io.penstock.evaluate.run.Listener;
import io.penstock.evaluate.run.Rules;
import io.penstock.evaluate.run.Runner;
import io.penstock.evaluate.run.Setting;
import io.penstock.evaluate.run.Tools;
import io.penstock.evaluate.run.Work;
import io.penstock.evaluate.run.Workspace;
import io.penstock.report.Outcome;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// A cross-check of figures of the evaluation with those of independent ways. For one thread.
public final class CrossCheck {
  /// Both ways take turns so often; each time the processes are fresh ones.
  private static final int ROUNDS = 5;

  private static final Effort EFFORT = Effort.QUICK;

  private final Path directory;
  private final Launcher launcher;
  private final long seed;

  /// @param directory on the file system to measure
  /// @param launcher of the evaluation's workers
  /// @param seed of the order of turns
  public CrossCheck(Path directory, Launcher launcher, long seed) {
    this.directory = directory;
    this.launcher = launcher;
    this.seed = seed;
  }

  /// Compares all rows, prints each finding as soon as there is one, and removes the files that it
  /// made.
  ///
  /// @return whether no row contradicts
  /// @throws IOException if a way failed, or files cannot be made
  public boolean print(PrintWriter out) throws IOException, InterruptedException {
    FindingTable table = new FindingTable(out);
    table.begin();
    boolean agreed = true;
    try (Workspace workspace = Workspace.in(directory)) {
      for (Row row : Row.all()) {
        Finding finding = finding(row, workspace);
        table.add(finding);
        agreed &= !finding.contradicts();
      }
    }
    table.end(agreed);
    return agreed;
  }

  private Finding finding(Row row, Workspace workspace) throws IOException, InterruptedException {
    Tools tools = new Tools(CCompiler.ofThisUser(), workspace.folder());
    Subject subject = Subject.of(row, new Setting(EFFORT.bytes(), List.of(1), EFFORT, tools));
    Rules rules = Rules.of(EFFORT, seed).atLeast(subject.chapter().leastRuns(EFFORT));
    Pair pair =
        new Pair(subject, new Runner(workspace, rules, launcher, new Listener() {}), workspace);
    try {
      String unit = subject.experiment().measure().unit();
      return new Finding.Compared(row, unit, Attempt.untilAgreed(pair::attempt));
    } catch (AbsentException e) {
      return new Finding.Missing(row, e.reason());
    }
  }

  /// A row's experiment, with nothing in it but the figure that is compared.
  ///
  /// @param chapter that it belongs to
  /// @param experiment of one entry with one work
  record Subject(Row row, Chapter chapter, Experiment experiment) {
    /// @throws IllegalArgumentException if there is no such figure in the evaluation
    static Subject of(Row row, Setting setting) {
      for (Chapter chapter : Chapters.all()) {
        for (Experiment experiment : experiments(row, chapter, setting)) {
          Experiment reduced =
              experiment
                  .only(entry -> entry.approach().equals(row.approach()))
                  .each(entry -> entry.only(row.place()));
          if (reduced.entries().size() == 1 && reduced.entries().getFirst().works().size() == 1) {
            return new Subject(row, chapter, reduced);
          }
        }
      }
      throw new IllegalArgumentException("the evaluation has no single " + row.figure());
    }

    /// None of a chapter to which the row does not belong.
    private static List<Experiment> experiments(Row row, Chapter chapter, Setting setting) {
      return row.experiment().startsWith(chapter.name() + ".")
          ? chapter.experiments(setting).stream()
              .filter(experiment -> experiment.id().equals(row.experiment()))
              .toList()
          : List.of();
    }

    Work work() {
      return experiment.entries().getFirst().works().getFirst();
    }
  }

  /// Both ways of measuring a subject, which take turns.
  private final class Pair {
    private final Subject subject;
    private final Runner runner;
    private final Workspace workspace;

    Pair(Subject subject, Runner runner, Workspace workspace) {
      this.subject = subject;
      this.runner = runner;
      this.workspace = workspace;
    }

    Attempt attempt() throws AbsentException, IOException, InterruptedException {
      double[] usual = new double[ROUNDS];
      double[] independent = new double[ROUNDS];
      for (int round = 0; round < ROUNDS; round++) {
        usual[round] = usual();
        independent[round] = independent();
      }
      return new Attempt(median(usual), median(independent));
    }

    private double usual() throws AbsentException, IOException {
      return switch (runner.run(subject.experiment()).results().getFirst().outcome()) {
        case Outcome.Measured measured -> measured.figures().median();
        case Outcome.Absent(String reason) -> throw new AbsentException(reason);
        case Outcome.Fault fault ->
            throw new IOException(
                subject.row().figure() + ": " + fault.heading() + ": " + fault.reason());
      };
    }

    /// About the files that the evaluation has just left, in the state that it made.
    private double independent() throws AbsentException, IOException, InterruptedException {
      Path file = workspace.file(subject.experiment(), subject.work());
      return subject
          .row()
          .independent()
          .figure(Site.of(workspace.folder(), file, subject.work(), launcher));
    }
  }

  /// The middle value of an odd number of them.
  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
