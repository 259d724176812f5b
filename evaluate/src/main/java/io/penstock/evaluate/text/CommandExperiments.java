package io.penstock.evaluate.text;

import io.penstock.evaluate.By;
import io.penstock.evaluate.run.Entry;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Program;
import io.penstock.evaluate.run.TextWork;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What it costs a user of the shell to count newlines: whole processes, from start to end.
///
/// @param who takes part
/// @param extent of the texts
record CommandExperiments(Contestants who, Extent extent) {
  static final String LONG = "text.commands";
  static final String SHORT = "text.commands.short";
  static final String PENSTOCK = "penstock-count";
  static final String WC = "wc";
  static final String ONE_LINE = "java-one-line";

  private static final long TEN_MEGABYTES = 10_000_000;

  private static final String SECTION = "Basic Rules for Speeding Up I/O";

  List<Experiment> experiments() {
    return List.of(
        of(LONG, "Counting the newlines of a log by a command, its start included", extent.log()),
        of(
            SHORT,
            "Counting the newlines of 10 MB by a command, its start included",
            new LogText(Math.min(extent.bytes(), TEN_MEGABYTES))));
  }

  private Experiment of(String id, String title, LogText log) {
    TextWork work = extent.pass("text-newlines", log, LogText.LINES);
    return Experiment.of(id, title, Sources.tuning(SECTION), FileState.CACHED)
        .measuring(Measure.MILLISECONDS)
        .add(who.command(WC, work, "wc", "-l"))
        .add(who.command("grep", work, "grep", "-c", ""))
        .add(who.command("rg", work, "rg", "-c", ""))
        .add(who.command("awk", work, "awk", "END { print NR }"))
        .add(who.jdk(JavaCommands.COUNT, JavaCommands.class, work))
        .add(who.jdk(ONE_LINE, JavaCommands.class, work))
        .add(penstock(work))
        .add(c(work))
        .remark(
            String.format(
                Locale.ROOT,
                "%s reads nothing: it prints a line, so that one can see what a JVM takes. %s is"
                    + " `penstock count -l` as it is built, by all processors.",
                ONE_LINE,
                PENSTOCK));
  }

  /// Whether the launcher would rather build anew is no question here.
  private Entry penstock(TextWork work) {
    Optional<Path> home = Optional.ofNullable(System.getProperty("penstock.home")).map(Path::of);
    return home.map(folder -> folder.resolve("penstock").toAbsolutePath().toString())
        .map(
            launcher ->
                who.command(
                    PENSTOCK,
                    By.PENSTOCK,
                    work,
                    List.of("env", "PENSTOCK_BUILD=never", launcher, "count", "-l")))
        .orElseGet(
            () ->
                Entry.of(
                    PENSTOCK,
                    By.PENSTOCK,
                    new Program.Missing("no launcher: this is not run by ./penstock"),
                    List.of(work)));
  }

  private Entry c(TextWork work) {
    return switch (who.tools().drills()) {
      case Program.Native(List<String> drill) ->
          who.command("c", By.C, work, List.of(drill.getFirst(), "count"));
      case Program missing -> Entry.of("c", By.C, missing, List.of(work));
    };
  }
}
