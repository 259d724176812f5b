package io.penstock.evaluate.arrays;

import io.penstock.evaluate.ExperimentOutcome;
import io.penstock.evaluate.Figures;
import io.penstock.evaluate.Outcome;
import io.penstock.evaluate.Result;
import io.penstock.evaluate.run.Entry;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Work;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleBiFunction;

/// Outcomes of experiments that nobody ran.
final class Imagined {
  private Imagined() {}

  /// As if each work had come to the figure of `speed`, and C to 1.
  static ExperimentOutcome outcome(Experiment experiment, ToDoubleBiFunction<Entry, Work> speed) {
    List<Result> results =
        experiment.entries().stream()
            .flatMap(
                entry ->
                    entry.works().stream()
                        .map(work -> result(entry, work, speed.applyAsDouble(entry, work))))
            .toList();
    return new ExperimentOutcome(
        experiment.id(),
        experiment.title(),
        experiment.source(),
        "GB/s",
        experiment.measure().better(),
        experiment.axis(),
        results,
        experiment.history(),
        experiment.remarks());
  }

  private static Result result(Entry entry, Work work, double figure) {
    return new Result(
        entry.approach(),
        entry.by(),
        work.threads(),
        work.processes(),
        work.bytes(),
        work.requestBytes(),
        new Outcome.Measured(new Figures(figure, figure, figure, 5), OptionalDouble.of(figure)),
        entry.note());
  }
}
