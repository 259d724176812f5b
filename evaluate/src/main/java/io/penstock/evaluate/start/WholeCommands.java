package io.penstock.evaluate.start;

import static io.penstock.evaluate.start.FreshProcess.TREE_FILES;

import io.penstock.evaluate.run.Commands;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Entry;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Setting;
import io.penstock.evaluate.run.TextWork;
import io.penstock.evaluate.start.FreshProcess.Arguments;
import io.penstock.evaluate.start.FreshProcess.Check;
import io.penstock.evaluate.start.FreshProcess.Site;
import io.penstock.evaluate.start.FreshProcess.Start;
import io.penstock.evaluate.text.LogText;
import io.penstock.evaluate.text.OneLine;
import io.penstock.report.By;
import java.time.Duration;
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
        .map(Answered::experiment);
  }

  private static Answered count() {
    return Answered.of("count", "Counting the newlines of a file of 8 KiB by a command")
        .checked(start -> FreshProcess.whole(start, Check.printsAnswer()))
        .penstock(site -> List.of("count", "-l", site.from().toString()))
        .peer("wc", site -> List.of("-l", site.from().toString()));
  }

  private static Answered copy() {
    return Answered.of("copy", "Copying a file of 8 KiB by a command")
        .checked(
            start ->
                FreshProcess.whole(start, Check.prints()).making(".made", Check.endsLikeSource()))
        .penstock(site -> List.of("copy", site.from().toString(), site.to().toString()))
        .peer("cp", site -> List.of(site.from().toString(), site.to().toString()));
  }

  private static Answered walk() {
    return Answered.of("walk", "Listing a folder of ten files by a command")
        .checked(
            start -> FreshProcess.whole(start, Check.prints("file-0", "file-" + (TREE_FILES - 1))))
        .penstock(site -> List.of("walk", site.tree().toString()))
        .peer("find", site -> List.of(site.tree().toString()))
        .peer("ls", site -> List.of(site.tree().toString()));
  }

  private static Answered list() {
    return Answered.of("list", "Listing an archive of one file of 8 KiB by a command")
        .checked(start -> FreshProcess.whole(start, Check.prints(Long.toString(TEXT.bytes()))))
        .penstock(site -> List.of("list", site.archive().toString()))
        .peer("gzip", site -> List.of("-l", site.archive().toString()));
  }

  private static Answered pack() {
    return Answered.of("pack", "Compressing a file of 8 KiB by a command")
        .checked(
            start -> FreshProcess.whole(start, Check.prints()).making(".gz", Check.isArchive()))
        .penstock(site -> List.of("pack", "--codec=gzip", site.from().toString()))
        .peer("gzip", site -> List.of("-k", site.from().toString()));
  }

  private static Answered version() {
    Answered answered =
        Answered.of("version", "Printing a version by a command")
            .checked(start -> FreshProcess.whole(start, Check.prints(PENSTOCK)))
            .penstock(_ -> List.of("--version"));
    return new Answered(
        answered.work, answered.process, answered.experiment.goal(0.5, PENSTOCK, ONE_LINE));
  }

  private static Answered run() {
    return Answered.of("run", "Running a program that prints a line, as ranks and alone")
        .ranks("penstock-run-1", 1)
        .ranks("penstock-run-8", 8);
  }

  /// An experiment on commands whose results are checked in one way, so far.
  ///
  /// @param work of all of them
  /// @param process that is checked so
  private record Answered(
      TextWork work, Function<Start, FreshProcess> process, Experiment experiment) {
    /// With a JVM that does next to nothing.
    static Answered of(String what, String title) {
      String id = PREFIX + what;
      TextWork work = TextWork.of(Drill.of(id, TEXT.bytes(), Duration.ZERO), TEXT, LogText.LINES);
      Experiment none =
          Experiment.of(id, title, StartChapter.SOURCE, FileState.CACHED)
              .measuring(Measure.MILLISECONDS)
              .remark(
                  ONE_LINE
                      + " prints a line and does nothing else: what a JVM takes. Each run is a"
                      + " whole process, timed from its start to its end.");
      return new Answered(work, Answered::hello, none)
          .add(ONE_LINE, By.JDK, site -> words(FreshProcess.Jvm.java(), hello(site)));
    }

    private static FreshProcess hello(Start start) {
      return FreshProcess.whole(start, Check.prints(HELLO));
    }

    private static List<String> hello(Site site) {
      return List.of("-cp", site.classes().toString(), OneLine.class.getName(), HELLO);
    }

    private static List<String> words(String first, List<String> more) {
      return Stream.concat(Stream.of(first), more.stream()).toList();
    }

    /// With another check of those that are added next.
    Answered checked(Function<Start, FreshProcess> other) {
      return new Answered(work, other, experiment);
    }

    Answered penstock(Arguments arguments) {
      return told(PENSTOCK, arguments);
    }

    Answered peer(String command, Arguments arguments) {
      return add(command, By.PEER, site -> words(command, arguments.of(site)));
    }

    /// With a program that is run by so many ranks.
    Answered ranks(String name, int number) {
      return checked(
              start -> FreshProcess.whole(start, Check.prints("[" + (number - 1) + "] " + HELLO)))
          .told(
              name,
              site ->
                  Stream.concat(
                          Stream.of("run", "-n", Integer.toString(number)), hello(site).stream())
                      .toList());
    }

    private Answered told(String name, Arguments arguments) {
      return with(
          Commands.tell(
              entry(name, By.PENSTOCK, FreshProcess.told(arguments)), Commands.penstock()));
    }

    private Answered add(String name, By by, Start start) {
      return with(entry(name, by, start));
    }

    private Entry entry(String name, By by, Start start) {
      return Entry.of(name, by, process.apply(start), List.of(work));
    }

    private Answered with(Entry entry) {
      return new Answered(work, process, experiment.add(entry));
    }
  }
}
