package io.penstock.evaluate.start;

import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Entry;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.TextWork;
import io.penstock.evaluate.text.LogText;
import io.penstock.evaluate.text.OneLine;
import io.penstock.report.By;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// Experiments on whole commands, from the start of a process to its end, on next to nothing.
///
/// @param who takes part
record CommandExperiments(Contestants who) {
  static final String PREFIX = FirstUses.PREFIX + "command.";
  static final String VERSION = PREFIX + "version";
  static final String RUN = PREFIX + "run";
  static final String PENSTOCK = "penstock";
  static final String ONE_RANK = "penstock-run-1";
  static final String EIGHT_RANKS = "penstock-run-8";

  private static final LogText TEXT = new LogText(8 << 10);
  private static final String HELLO = "hello";
  private static final String NAMES = "file-0\nfile-" + (FreshProcess.TREE_FILES - 1);

  List<Experiment> experiments() {
    return List.of(count(), copy(), walk(), list(), pack(), version(), run());
  }

  private Experiment count() {
    TextWork work = work("count", FreshProcess.ANSWER);
    return of(PREFIX + "count", "Counting the newlines of a file of 8 KiB by a command")
        .add(who.penstock(PENSTOCK, work, "count", "-l", FreshProcess.FROM))
        .add(who.command("wc", By.PEER, work, "wc", "-l", FreshProcess.FROM));
  }

  private Experiment copy() {
    TextWork work = work("copy", "").with(FreshProcess.WRITTEN, FreshProcess.Written.AT_END.name());
    return of(PREFIX + "copy", "Copying a file of 8 KiB by a command")
        .add(who.penstock(PENSTOCK, work, "copy", FreshProcess.FROM, FreshProcess.TO))
        .add(who.command("cp", By.PEER, work, "cp", FreshProcess.FROM, FreshProcess.TO));
  }

  private Experiment walk() {
    TextWork work = work("walk", NAMES);
    return of(PREFIX + "walk", "Listing a folder of ten files by a command")
        .add(who.penstock(PENSTOCK, work, "walk", FreshProcess.TREE))
        .add(who.command("find", By.PEER, work, "find", FreshProcess.TREE))
        .add(who.command("ls", By.PEER, work, "ls", FreshProcess.TREE));
  }

  private Experiment list() {
    TextWork work = work("list", Long.toString(TEXT.bytes()));
    return of(PREFIX + "list", "Listing an archive of one file of 8 KiB by a command")
        .add(who.penstock(PENSTOCK, work, "list", FreshProcess.ARCHIVE))
        .add(who.command("gzip", By.PEER, work, "gzip", "-l", FreshProcess.ARCHIVE));
  }

  private Experiment pack() {
    TextWork work =
        work("pack", "")
            .with(FreshProcess.SUFFIX, ".gz")
            .with(FreshProcess.WRITTEN, FreshProcess.Written.GZIP.name());
    return of(PREFIX + "pack", "Compressing a file of 8 KiB by a command")
        .add(who.penstock(PENSTOCK, work, "pack", "--codec=gzip", FreshProcess.FROM))
        .add(who.command("gzip", By.PEER, work, "gzip", "-k", FreshProcess.FROM));
  }

  private Experiment version() {
    return of(VERSION, "Printing a version by a command")
        .add(who.penstock(PENSTOCK, work("version", "penstock"), "--version"));
  }

  private Experiment run() {
    return of(RUN, "Running a program that prints a line, as ranks and alone")
        .add(ranks(ONE_RANK, 1))
        .add(ranks(EIGHT_RANKS, 8));
  }

  private Entry ranks(String name, int ranks) {
    TextWork work = work("run", "[" + (ranks - 1) + "] " + HELLO);
    return who.penstock(
        name,
        work,
        "run",
        "-n",
        Integer.toString(ranks),
        "-cp",
        FreshProcess.CLASS_PATH,
        OneLine.class.getName(),
        HELLO);
  }

  /// With a JVM that does next to nothing.
  private Experiment of(String id, String title) {
    return Experiment.of(id, title, FirstUses.SOURCE, FileState.CACHED)
        .measuring(Measure.MILLISECONDS)
        .add(
            who.command(
                Contestants.ONE_LINE,
                By.JDK,
                work("java", HELLO),
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                FreshProcess.CLASS_PATH,
                OneLine.class.getName(),
                HELLO))
        .remark(
            Contestants.ONE_LINE
                + " prints a line and does nothing else: what a JVM takes. Each run is a whole"
                + " process, timed from its start to its end.");
  }

  private static TextWork work(String what, String said) {
    Drill drill = Drill.of(PREFIX + what, TEXT.bytes(), Duration.ZERO);
    return TextWork.of(drill, TEXT, LogText.LINES).with(FreshProcess.SAID, said);
  }
}
