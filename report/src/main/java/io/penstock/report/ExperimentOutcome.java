package io.penstock.report;

import java.util.List;

/// The outcome of one experiment.
///
/// @param id unique in an evaluation and stable between versions, `arrays.read.cached`
/// @param title one line for a reader
/// @param source the publication and section that ask the question
/// @param unit of all its figures, `GB/s`
/// @param better which way the figures are good
/// @param axis what its chart varies
/// @param results in the order in which they were declared
/// @param history figures of the publication
/// @param remarks how it was measured and what to know, one sentence or more each
public record ExperimentOutcome(
    String id,
    String title,
    String source,
    String unit,
    Better better,
    Axis axis,
    List<Result> results,
    List<Yardstick> history,
    List<String> remarks) {

  /// @throws IllegalArgumentException if a text is blank, or a measured result has no place on the
  ///   axis
  public ExperimentOutcome {
    Checks.text(id, "id");
    Checks.text(title, "title");
    Checks.text(source, "source");
    Checks.text(unit, "unit");
    results = List.copyOf(results);
    history = List.copyOf(history);
    remarks = List.copyOf(remarks);
    for (Result result : results) {
      if (axis != Axis.NONE && result.measured().isPresent() && axis.position(result).isEmpty()) {
        throw new IllegalArgumentException(
            "experiment " + id + ": " + result.approach() + " has no place on the axis " + axis);
      }
    }
  }
}
