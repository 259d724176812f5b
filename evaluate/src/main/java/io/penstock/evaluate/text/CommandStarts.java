package io.penstock.evaluate.text;

import static io.penstock.report.By.C;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.evaluate.machine.Machine;
import io.penstock.evaluate.run.Commands;
import io.penstock.evaluate.run.Drill.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.ProcessLauncher;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.evaluate.run.TextWork;
import io.penstock.evaluate.run.Tools;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The cost of counting newlines for a user of the shell: whole processes, from start to end.
final class CommandStarts implements Question {
  private static final String ONE_LINE = "java-one-line";
  private static final String PENSTOCK_COUNT = "penstock-count";
  private static final long TEN_MEGABYTES = 10_000_000;

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    TextExtent extent = TextExtent.of(setting);
    LogText little = new LogText(Math.min(extent.bytes(), TEN_MEGABYTES));
    return Stream.of(
        of(
                "text.commands",
                "Counting the newlines of a log by a command, its start included",
                extent.pass("text-newlines", extent.log(), LogText.LINES),
                setting.tools())
            .goal(1, PENSTOCK_COUNT, "wc"),
        of(
                "text.commands.short",
                "Counting the newlines of 10 MB by a command, its start included",
                extent.pass("text-newlines", little, LogText.LINES),
                setting.tools())
            .goal(0.5, PENSTOCK_COUNT, ONE_LINE));
  }

  private static Experiment of(String id, String title, TextWork work, Tools tools) {
    return TextExtent.cached(id, title, "Basic Rules for Speeding Up I/O")
        .measuring(Measure.MILLISECONDS)
        .on(work)
        .command("wc", Commands.counting("wc", "-l"))
        .command("grep", Commands.counting("grep", "-c", ""))
        .command("rg", Commands.counting("rg", "-c", ""))
        .command("awk", Commands.counting("awk", "END { print NR }"))
        .exercise("java-count", JDK, task -> java(task, NewlineCount.class, task.path().toString()))
        .exercise(ONE_LINE, JDK, task -> java(task, OneLine.class, Long.toString(task.answer())))
        .exercise(
            PENSTOCK_COUNT,
            PENSTOCK,
            Commands.told(),
            entry -> Commands.whole(Commands.tell(entry, Commands.penstock(), "count", "-l")))
        .exercise(
            "c",
            C,
            Commands.told(),
            entry -> Commands.whole(Commands.tell(entry, tools.drills(), "count")))
        .remark(
            "java-one-line reads nothing: it prints a line, so that one can see what a JVM takes."
                + " penstock-count is `penstock count -l` as it is built, by all processors.");
  }

  /// A Java program of one class, run as a whole by a JVM as it comes.
  private static Exercise.Session java(DrillTask task, Class<?> program, String argument)
      throws IOException {
    Path folder = task.meeting();
    ProcessLauncher.makeClassFolder(folder, program);
    String java = Machine.java();
    List<String> words = List.of(java, "-cp", folder.toString(), program.getName(), argument);
    return Exercise.Session.answering(
        task, task.answer(), _ -> Commands.number(Commands.output(words)));
  }

  /// A program that prints the number of newlines in a file, as one would write it in Java.
  static final class NewlineCount {
    private static final int BUFFER = 64 << 10;

    static void main(String[] arguments) throws IOException {
      byte[] buffer = new byte[BUFFER];
      long count = 0;
      try (InputStream in = new FileInputStream(arguments[0])) {
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
          for (int i = 0; i < n; i++) {
            if (buffer[i] == '\n') {
              count++;
            }
          }
        }
      }
      System.out.println(count);
    }
  }
}
