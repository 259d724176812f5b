package io.penstock.cli;

import io.penstock.cli.tool.Shell;
import io.penstock.evaluate.check.CrossCheck;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Evaluate;
import io.penstock.evaluate.run.Evaluate.UnsuitableException;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.evaluate.run.Listener;
import io.penstock.evaluate.run.ProcessLauncher;
import io.penstock.evaluate.run.Work;
import io.penstock.file.Profile;
import io.penstock.file.Publication;
import io.penstock.report.Baseline;
import io.penstock.report.EvaluationOutcome;
import io.penstock.report.Headline;
import io.penstock.report.HtmlReport;
import io.penstock.report.JsonReport;
import io.penstock.report.Progress;
import io.penstock.report.Terminal;
import io.penstock.report.TerminalReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The verb `evaluate`: how every way of moving data fares on this machine.
@Command(
    name = "evaluate",
    description = "Measures how every way of moving data fares on this machine, beside C.",
    footer = {
      "",
      "The table goes to standard output. The exit status is 1 if an approach moved wrong "
          + "bytes or did not come to its end."
    })
final class EvaluateCommand extends Action {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "SUBJECT",
      arity = "0..*",
      description =
          "What to evaluate: a chapter (arrays, batches, messages, text, files, objects, start), or "
              + "experiments by id or the beginning of it (arrays.tiles, arrays.read.cached; "
              + "default: everything).")
  private List<String> subjects = List.of();

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      defaultValue = ".",
      description = "The folder whose file system is measured (default: the current one).")
  private Path directory;

  @Option(
      names = "--size",
      paramLabel = "BYTES",
      converter = BytesConverter.class,
      description =
          "The size of the array files: 1048576, 64MiB, 1g (default: 512 MiB;"
              + " 64 MiB with --quick, 1 GiB with --full).")
  private Optional<Long> size = Optional.empty();

  @Option(
      names = "--threads",
      paramLabel = "N",
      split = ",",
      description =
          "The numbers of threads to visit: 1,2,4 (default: the powers of two up to the processors,"
              + " at most 8; 1,2 with --quick, 1,2,4,8 with --full).")
  private List<Integer> threads = List.of();

  @ArgGroup private Pace pace = new Pace();

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Draws the order of turns (default: 1).")
  private long seed;

  @Option(
      names = "--report",
      paramLabel = "FILE.html",
      defaultValue = "penstock-evaluation.html",
      description = "Where to write the page (default: ${DEFAULT-VALUE}).")
  private Path page;

  @Option(
      names = "--json",
      paramLabel = "FILE.json",
      defaultValue = "penstock-evaluation.json",
      description = "Where to write the figures for machines (default: ${DEFAULT-VALUE}).")
  private Path json;

  @Option(
      names = "--baseline",
      paramLabel = "FILE.json",
      description = "Compares with the figures of an earlier evaluation.")
  private Optional<Path> baseline = Optional.empty();

  @Option(
      names = "--picture",
      paramLabel = "FILE.svg",
      description = "Writes the first picture of the page to a file of its own.")
  private Optional<Path> picture = Optional.empty();

  @Option(
      names = "--targets",
      description = "Shows the ratios that Penstock sets itself, for its developers.")
  private boolean targets;

  @Option(
      names = "--save-profile",
      description =
          "Saves what won as the library's defaults for you; not with --quick. Without it "
              + "what would be saved is shown.")
  private boolean saveProfile;

  @Option(
      names = "--cross-check",
      description =
          "Measures eleven figures of all chapters a second time, by plain loops and whole "
              + "commands, instead of an evaluation: minutes. The exit status is 1 if two differ "
              + "by more than 5 %% three times. Goes with --dir and --seed alone.")
  private boolean crossCheck;

  private static final int MOST_THREADS = 1024;

  /// The chapter from which the library's defaults are drawn.
  private static final String DECIDING = "arrays";

  private static final Set<String> HEEDED = Set.of("--cross-check", "--dir", "--seed");

  /// Up to this load for each processor a machine counts as idle.
  private static final double IDLE_LOAD = 0.5;

  /// The options for the length of an evaluation.
  private static final class Pace {
    @Option(
        names = "--quick",
        description =
            "Some minutes: 64 MiB, few threads, and only the rows that "
                + "come out as in the usual run; the report says which are left out.")
    private boolean quick;

    @Option(names = "--full", description = "More runs of everything.")
    private boolean full;

    Effort effort() {
      return quick ? Effort.QUICK : full ? Effort.FULL : Effort.NORMAL;
    }
  }

  // It takes minutes.
  @Override
  void pick(Arguments arguments) {
    throw Arguments.unusual("an evaluation");
  }

  @Override
  int perform() throws IOException, InterruptedException {
    check();
    if (crossCheck) {
      CrossCheck check =
          new CrossCheck(directory.toRealPath(), ProcessLauncher.likeThisProcess(), seed);
      return check.print(results()) ? ExitCode.OK : ExitCode.SOFTWARE;
    }
    Optional<EvaluationOutcome> before =
        baseline.isPresent() ? Optional.of(JsonReport.read(baseline.get())) : Optional.empty();
    boolean idle = isIdle(ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    Evaluate evaluation = evaluation();
    EvaluationOutcome outcome = evaluate(evaluation);
    Optional<Baseline> change = before.map(earlier -> Baseline.compare(earlier, outcome));
    report(outcome, change);
    Optional<Profile> won = outcome.hasFaults() ? Optional.empty() : evaluation.profile(outcome);
    if (won.isPresent()) {
      keep(won.get(), Profile.location(), idle);
    } else if (saveProfile) {
      diagnostics().println("Saved nothing: not all that decides on the library's defaults could");
      diagnostics().println("be measured, or something failed; the table says what.");
    }
    return outcome.hasFaults() ? ExitCode.SOFTWARE : ExitCode.OK;
  }

  /// Prints the table and writes the files, each of them also where another one cannot be written,
  /// or the reader of the table leaves early: it took hours, perhaps.
  void report(EvaluationOutcome outcome, Optional<Baseline> change) throws IOException {
    try {
      print(outcome, change);
    } finally {
      write(outcome, change);
    }
  }

  private void write(EvaluationOutcome outcome, Optional<Baseline> change) throws IOException {
    List<String> written = new ArrayList<>();
    List<IOException> failures = new ArrayList<>();
    attempt(
        page,
        file -> {
          writePage(outcome, change, file);
          written.add(file.toString());
        },
        failures);
    attempt(
        json,
        file -> {
          JsonReport.write(outcome, file);
          written.add(file.toString());
        },
        failures);
    if (!written.isEmpty()) {
      diagnostics().println(Escapes.of("Wrote " + String.join(" and ", written)));
    }
    if (picture.isPresent()) {
      attempt(picture.get(), file -> writePicture(outcome, file), failures);
    }
    if (!failures.isEmpty()) {
      failures.stream().skip(1).forEach(e -> Complaints.about(e, diagnostics()));
      throw failures.getFirst();
    }
  }

  private static void attempt(Path file, IOConsumer<Path> writing, List<IOException> failures) {
    try {
      writing.accept(file);
    } catch (IOException e) {
      failures.add(e);
    }
  }

  private static void writePage(EvaluationOutcome outcome, Optional<Baseline> change, Path file)
      throws IOException {
    if (change.isPresent()) {
      HtmlReport.write(outcome, change.get(), file);
    } else {
      HtmlReport.write(outcome, file);
    }
  }

  private void writePicture(EvaluationOutcome outcome, Path file) throws IOException {
    Optional<Headline> headline = Headline.of(outcome);
    if (headline.isEmpty()) {
      diagnostics().println("No picture: no experiment measured Penstock beside another way");
      return;
    }
    byte[] svg = headline.get().standalone().getBytes(StandardCharsets.UTF_8);
    List<String> _ = Publication.write(file, svg);
    diagnostics().println(Escapes.of("Wrote " + file));
  }

  /// Whether the machine had next to nothing else to do before the evaluation began.
  ///
  /// @param load of the last minute; negative where the system does not tell
  static boolean isIdle(double load) {
    return load < IDLE_LOAD * Runtime.getRuntime().availableProcessors();
  }

  /// Saves the winning settings as this user's defaults if that is requested and the machine was
  /// idle; prints them if not.
  void keep(Profile profile, Path file, boolean idle) throws IOException {
    PrintWriter diagnostics = diagnostics();
    if (saveProfile && !idle) {
      diagnostics.println("Saved nothing: the machine was busy when the evaluation began, so that");
      diagnostics.println("its figures decide on no defaults. Repeat it when nothing else runs.");
    } else if (saveProfile) {
      profile.save(file);
      diagnostics.println(Escapes.of("Saved what won here as the library's defaults: " + file));
    } else {
      diagnostics.println("What won here; --save-profile, without --quick, would save it as the");
      diagnostics.println(Escapes.of("library's defaults in " + file + ":"));
      profile.text().lines().forEach(line -> diagnostics.println("  " + line));
    }
    diagnostics.flush();
  }

  private Evaluate evaluation() throws IOException {
    return new Evaluate(
        subjects,
        directory.toRealPath(),
        size.orElseGet(() -> pace.effort().bytes()),
        threads,
        pace.effort(),
        seed,
        Main.version(),
        "penstock " + Shell.line(spec.commandLine().getParent().getParseResult().originalArgs()));
  }

  private EvaluationOutcome evaluate(Evaluate evaluation) throws IOException {
    try (ShownProgress progress = new ShownProgress()) {
      return evaluation.run(progress, ProcessLauncher.likeThisProcess());
    } catch (UnsuitableException e) {
      throw wrong(e.reason());
    }
  }

  private void print(EvaluationOutcome outcome, Optional<Baseline> change) {
    TerminalReport report = new TerminalReport(Terminal.ofStandardOutput());
    PrintWriter out = results();
    out.print(report.evaluation(outcome));
    change.map(report::baseline).ifPresent(out::print);
    if (targets) {
      out.print(report.targets(outcome));
    }
    out.flush();
  }

  /// Whether all options given apply to a cross-check.
  private boolean alone() {
    return spec.commandLine().getParseResult().matchedArgs().stream()
        .allMatch(
            argument ->
                argument instanceof OptionSpec option && HEEDED.contains(option.longestName()));
  }

  /// An evaluation takes minutes: what would spoil its end is said before it begins.
  private void check() throws IOException {
    threads = threads.stream().distinct().toList(); // none is visited twice
    if (crossCheck && !alone()) {
      throw wrong("--cross-check has rows of its own; only --dir and --seed go with it");
    }
    if (saveProfile && pace.quick) {
      throw wrong(
          "--save-profile: --quick measures too little to decide on defaults; leave it out");
    }
    if (saveProfile && !subjects.isEmpty() && !subjects.contains(DECIDING)) {
      throw wrong(
          "--save-profile: only the whole chapter "
              + DECIDING
              + " decides on defaults; add it, or leave the option out");
    }
    if (saveProfile && threads.size() == 1) {
      throw wrong(
          "--save-profile: one number of threads decides on no default; add others to --threads");
    }
    if (threads.stream().anyMatch(number -> number < 1)) {
      throw wrong("--threads " + threads + ": there must be at least one");
    }
    if (threads.stream().anyMatch(number -> number > MOST_THREADS)) {
      throw wrong("--threads " + threads + ": there can be " + MOST_THREADS + " at most");
    }
    if (!Files.isDirectory(directory)) {
      throw wrong("--dir " + directory + ": no such folder");
    }
    if (!Files.isWritable(directory)) {
      throw wrong("--dir " + directory + ": not a folder that can be written to");
    }
    if (!crossCheck) {
      checkOutputs(Stream.concat(Stream.of(page, json), picture.stream()).toList());
    }
  }

  private void checkOutputs(List<Path> files) throws IOException {
    for (Path file : files) {
      if (!OutputFile.canBeWritten(file)) {
        throw wrong(file + ": cannot be written there");
      }
    }
    for (int i = 1; i < files.size(); i++) {
      for (Path earlier : files.subList(0, i)) {
        if (OutputFile.replaces(earlier, files.get(i))) {
          throw wrong(earlier + ": --report, --json and --picture need a file each");
        }
      }
    }
  }

  /// A listener that shows on standard error how an evaluation goes on. For one thread.
  private static final class ShownProgress implements Listener, AutoCloseable {
    private @Nullable Progress progress;

    @Override
    public void starts(long runs) {
      progress = Progress.onStandardError(runs);
    }

    @Override
    public void begins(Experiment experiment, Entry entry, Work work, int run, int runs) {
      if (progress != null) {
        progress.begin(experiment.id(), entry.approach(), run, runs);
      }
    }

    @Override
    public void ends() {
      if (progress != null) {
        progress.end();
      }
    }

    @Override
    public void skips(int runs) {
      if (progress != null) {
        progress.skip(runs);
      }
    }

    @Override
    public void close() {
      if (progress != null) {
        progress.close();
      }
    }
  }
}
