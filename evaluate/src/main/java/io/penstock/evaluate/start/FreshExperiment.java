package io.penstock.evaluate.start;

import io.penstock.evaluate.run.Commands;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Executable;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.TextWork;
import io.penstock.evaluate.run.TextWork.Corpus;
import io.penstock.evaluate.start.FreshProcess.Jvm;
import io.penstock.evaluate.start.FreshProcess.Start;
import io.penstock.report.By;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// An experiment on what fresh processes do, in milliseconds, checked in one way, so far.
///
/// @param process that does it, checked
record FreshExperiment(Function<Start, FreshProcess> process, Experiment experiment) {

  /// One without an entry.
  ///
  /// @param works of the processes that are added next
  static FreshExperiment of(
      String id, String title, List<TextWork> works, Function<Start, FreshProcess> process) {
    return new FreshExperiment(
        process,
        Experiment.of(id, title, StartChapter.SOURCE, FileState.CACHED)
            .measuring(Measure.MILLISECONDS)
            .on(works));
  }

  /// The work of a process that is given a file.
  ///
  /// @param question about the file, whose answer the process may have to come to
  static TextWork work(String id, Corpus file, String question) {
    return new TextWork(Drill.of(id, file.bytes(), Duration.ZERO), file, question);
  }

  /// With another check of those that are added next.
  FreshExperiment checked(Function<Start, FreshProcess> other) {
    return new FreshExperiment(other, experiment);
  }

  /// With a goal, or another change of the experiment.
  FreshExperiment with(UnaryOperator<Experiment> change) {
    return new FreshExperiment(process, change.apply(experiment));
  }

  /// With a command more.
  FreshExperiment add(String name, By by, Start start) {
    return with(so -> so.add(Entry.of(name, by, process.apply(start), so.works())));
  }

  /// With a command more that the evaluation tells its worker.
  FreshExperiment add(String name, By by, Executable program, Start arguments) {
    return add(name, by, FreshProcess.told(arguments))
        .with(so -> so.last(entry -> Commands.tell(entry, program)));
  }

  /// With the command `penstock` as it is built.
  FreshExperiment penstock(String name, Start arguments) {
    return add(name, By.PENSTOCK, Commands.penstock(), arguments);
  }

  /// With what a reader must know of the command that was added last.
  FreshExperiment note(String text) {
    return with(so -> so.note(text));
  }

  /// With a JVM more, without an ahead-of-time cache and with one.
  FreshExperiment add(String name, By by, Jvm jvm) {
    return add(name, by, jvm::bare).add(name + StartChapter.CACHED, by, jvm::cached);
  }
}
