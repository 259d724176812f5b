package io.penstock.evaluate.run;

import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.report.ExperimentOutcome;

/// Hears how an evaluation goes on, on the thread that runs it.
public interface Listener {

  /// An evaluation begins.
  ///
  /// @param runs that it will take, warm-ups included, if nothing fails
  default void starts(long runs) {}

  /// A run begins.
  ///
  /// @param run counted from 1, warm-ups included
  /// @param runs of this work of this entry
  default void begins(Experiment experiment, Entry entry, Work work, int run, int runs) {}

  /// The run that began last has ended, well or badly.
  default void ends() {}

  /// Runs will not be done: the entry is absent, failed or moved wrong bytes.
  default void skips(int runs) {}

  /// An experiment came to its end.
  default void finished(ExperimentOutcome outcome) {}
}
