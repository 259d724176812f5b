package io.penstock.evaluate.start;

import static io.penstock.evaluate.start.FreshProcess.TREE_FILES;

import io.penstock.evaluate.machine.Machine;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.evaluate.run.TextWork;
import io.penstock.evaluate.start.FreshProcess.Check;
import io.penstock.evaluate.start.FreshProcess.Site;
import io.penstock.evaluate.start.FreshProcess.Start;
import io.penstock.evaluate.text.LogText;
import io.penstock.evaluate.text.OneLine;
import io.penstock.report.By;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/// The time of whole commands, from the start of a process to its end, on next to nothing.
final class WholeCommands implements Question {
  static final String PREFIX = StartChapter.PREFIX + "command.";

  private static final String PENSTOCK = "penstock";
  private static final String ONE_LINE = "java-one-line";
  private static final LogText TEXT = new LogText(8 << 10);
  private static final String HELLO = "hello";

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    return Stream.of(count(), copy(), walk(), list(), pack(), version(), run())
        .map(FreshExperiment::experiment);
  }

  private static FreshExperiment count() {
    return of(
            "count",
            "Counting the newlines of a file of 8 KiB by a command",
            start -> FreshProcess.whole(start, Check.printsAnswer()))
        .penstock(PENSTOCK, site -> List.of("count", "-l", from(site)))
        .add("wc", By.PEER, site -> List.of("wc", "-l", from(site)));
  }

  private static FreshExperiment copy() {
    return of(
            "copy",
            "Copying a file of 8 KiB by a command",
            start ->
                FreshProcess.whole(start, Check.prints()).making(".made", Check.endsLikeSource()))
        .penstock(PENSTOCK, site -> List.of("copy", from(site), site.to().toString()))
        .add("cp", By.PEER, site -> List.of("cp", from(site), site.to().toString()));
  }

  private static FreshExperiment walk() {
    return of(
            "walk",
            "Listing a folder of ten files by a command",
            start -> FreshProcess.whole(start, Check.prints("file-0", "file-" + (TREE_FILES - 1))))
        .penstock(PENSTOCK, site -> List.of("walk", site.tree().toString()))
        .add("find", By.PEER, site -> List.of("find", site.tree().toString()))
        .add("ls", By.PEER, site -> List.of("ls", site.tree().toString()));
  }

  private static FreshExperiment list() {
    return of(
            "list",
            "Listing an archive of one file of 8 KiB by a command",
            start -> FreshProcess.whole(start, Check.prints(Long.toString(TEXT.bytes()))))
        .penstock(PENSTOCK, site -> List.of("list", site.archive().toString()))
        .add("gzip", By.PEER, site -> List.of("gzip", "-l", site.archive().toString()));
  }

  private static FreshExperiment pack() {
    return of(
            "pack",
            "Compressing a file of 8 KiB by a command",
            start -> FreshProcess.whole(start, Check.prints()).making(".gz", Check.isArchive()))
        .penstock(PENSTOCK, site -> List.of("pack", "--codec=gzip", from(site)))
        .add("gzip", By.PEER, site -> List.of("gzip", "-k", from(site)));
  }

  private static FreshExperiment version() {
    return of(
            "version",
            "Printing a version by a command",
            start -> FreshProcess.whole(start, Check.prints(PENSTOCK)))
        .penstock(PENSTOCK, _ -> List.of("--version"))
        .with(experiment -> experiment.goal(0.5, PENSTOCK, ONE_LINE));
  }

  private static FreshExperiment run() {
    FreshExperiment alone =
        of("run", "Running a program that prints a line, as ranks and alone", WholeCommands::hello);
    return ranks(8, ranks(1, alone));
  }

  /// With a program that is run by so many ranks.
  private static FreshExperiment ranks(int number, FreshExperiment experiment) {
    return experiment
        .checked(
            start -> FreshProcess.whole(start, Check.prints("[" + (number - 1) + "] " + HELLO)))
        .penstock(
            "penstock-run-" + number,
            site -> words(List.of("run", "-n", Integer.toString(number)), hello(site)));
  }

  /// An experiment on commands, with a JVM that does next to nothing.
  ///
  /// @param process that is checked as those are that are added next
  private static FreshExperiment of(
      String what, String title, Function<Start, FreshProcess> process) {
    String id = PREFIX + what;
    List<TextWork> works = List.of(FreshExperiment.work(id, TEXT, LogText.LINES));
    return FreshExperiment.of(id, title, works, WholeCommands::hello)
        .with(
            experiment ->
                experiment.remark(
                    ONE_LINE
                        + " prints a line and does nothing else: what a JVM takes. Each run is a"
                        + " whole process, timed from its start to its end."))
        .add(ONE_LINE, By.JDK, site -> words(List.of(Machine.java()), hello(site)))
        .checked(process);
  }

  private static FreshProcess hello(Start start) {
    return FreshProcess.whole(start, Check.prints(HELLO));
  }

  private static List<String> hello(Site site) {
    return List.of("-cp", site.classes().toString(), OneLine.class.getName(), HELLO);
  }

  private static List<String> words(List<String> first, List<String> more) {
    return Stream.concat(first.stream(), more.stream()).toList();
  }

  private static String from(Site site) {
    return site.from().toString();
  }
}
