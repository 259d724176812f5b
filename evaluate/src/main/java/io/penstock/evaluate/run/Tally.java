package io.penstock.evaluate.run;

import io.penstock.report.Outcome;
import io.penstock.report.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// The figures so far of one work of one entry. For one thread.
final class Tally {
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
        note());
  }

  private Outcome measured() {
    OptionalDouble ratio =
        ratios.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(new Sample(ratios).median());
    return new Outcome.Measured(Sample.figures(figures), ratio);
  }

  private Optional<String> note() {
    return entry.note().or(entry::caution);
  }
}
