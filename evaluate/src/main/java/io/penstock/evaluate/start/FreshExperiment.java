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

/// An experiment on one small thing that fresh processes do, checked in one way, so far.
///
/// @param work of all of them
/// @param process that does it, checked
record FreshExperiment(
    TextWork work, Function<Start, FreshProcess> process, Experiment experiment) {

  /// One in milliseconds, without an entry.
  ///
  /// @param file that the processes are given
  /// @param question about the file, whose answer they may have to come to
  static FreshExperiment of(
      String id,
      String title,
      Corpus file,
      String question,
      Function<Start, FreshProcess> process) {
    return new FreshExperiment(
        new TextWork(Drill.of(id, file.bytes(), Duration.ZERO), file, question),
        process,
        Experiment.of(id, title, StartChapter.SOURCE, FileState.CACHED)
            .measuring(Measure.MILLISECONDS));
  }

  /// With another check of those that are added next.
  FreshExperiment checked(Function<Start, FreshProcess> other) {
    return new FreshExperiment(work, other, experiment);
  }

  /// With a goal, or another change of the experiment.
  FreshExperiment with(UnaryOperator<Experiment> change) {
    return new FreshExperiment(work, process, change.apply(experiment));
  }

  /// With a command more.
  FreshExperiment add(String name, By by, Start start) {
    return with(so -> so.add(entry(name, by, start)));
  }

  /// With a command more that the evaluation tells its worker.
  FreshExperiment add(String name, By by, Executable program, Start arguments) {
    return add(name, by, program, arguments, UnaryOperator.identity());
  }

  /// With a command more that has a note of its own.
  FreshExperiment add(
      String name, By by, Executable program, Start arguments, UnaryOperator<Entry> more) {
    Entry entry = Commands.tell(entry(name, by, FreshProcess.told(arguments)), program);
    return with(so -> so.add(more.apply(entry)));
  }

  /// With a JVM more, without an ahead-of-time cache and with one.
  FreshExperiment add(String name, By by, Jvm jvm) {
    return add(name, by, jvm::bare).add(name + StartChapter.CACHED, by, jvm::cached);
  }

  private Entry entry(String name, By by, Start start) {
    return Entry.of(name, by, process.apply(start), List.of(work));
  }
}
