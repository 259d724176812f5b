package io.penstock.evaluate.run;

import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.report.ExperimentOutcome;
import io.penstock.report.Figures;
import io.penstock.report.Outcome;
import io.penstock.report.Result;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleBiFunction;

/// Outcomes of experiments that nobody ran.
public final class Imagined {
  private Imagined() {}

  /// As if each work of a type had come to the figure of `speed`, and each other one to 1.
  public static <W extends Work> ExperimentOutcome outcome(
      Experiment experiment, Class<W> type, ToDoubleBiFunction<Entry, W> speed) {
    List<Result> results =
        experiment.entries().stream()
            .flatMap(
                entry ->
                    entry.works().stream()
                        .map(
                            work -> {
                              double figure =
                                  type.isInstance(work)
                                      ? speed.applyAsDouble(entry, type.cast(work))
                                      : 1;
                              return result(entry, work, figure);
                            }))
            .toList();
    return new ExperimentOutcome(
        experiment.id(),
        experiment.title(),
        experiment.source(),
        experiment.measure().unit(),
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
