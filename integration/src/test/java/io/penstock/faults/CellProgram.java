package io.penstock.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A program that runs cells one after the other, as it reads them, and prints a line for each: the
/// verdict, how many calls failed, and what was said.
///
/// A line `record OPERATION` has it run an operation without faults, and count its calls; `note
/// OPERATION` has it tell of the changes and syncs in their order.
final class CellProgram {
  private static final long MOST_SECONDS = 60;
  private static final int MOST_FRAMES = 12;

  private final PreloadedCalls calls = new PreloadedCalls();
  private final ScheduledExecutorService watch =
      Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());
  private final Path base;
  private final String own;
  private final Company company;
  private int runs;

  /// @param own what the names of its folders begin with: a JVM that was ended has left its own
  CellProgram(Path base, String own, Company company) {
    this.base = base;
    this.own = own;
    this.company = company;
  }

  /// The processes that run the same cells together.
  interface Company {
    /// Whether this one makes the files.
    boolean isFirst();

    /// Whether it is this one's calls that fail.
    boolean isStruck();

    /// Waits for all.
    ///
    /// @return whether one of them says so
    boolean any(boolean here);

    /// A pattern of what may be held for others that have gone on.
    String ignored();
  }

  /// One process by itself.
  private static final class Alone implements Company {
    @Override
    public boolean isFirst() {
      return true;
    }

    @Override
    public boolean isStruck() {
      return true;
    }

    @Override
    public boolean any(boolean here) {
      return here;
    }

    @Override
    public String ignored() {
      return "";
    }
  }

  /// The outcome of a run.
  private record Outcome(Verdict verdict, long met, String text) {}

  /// Arguments: a folder for the files of all operations.
  public static void main(String[] arguments) throws Exception {
    CellProgram program =
        new CellProgram(
            Path.of(arguments[0]).toAbsolutePath(),
            ProcessHandle.current().pid() + "-",
            new Alone());
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    String line = in.readLine();
    while (line != null && !line.equals(RankProgram.END)) {
      System.out.println(program.answer(line));
      line = in.readLine();
    }
    System.exit(0); // whatever threads there are
  }

  /// The answer to a line.
  String answer(String line) {
    try {
      return switch (line.split(" ", 2)) {
        case String[] parts when parts[0].equals("record") -> record(parts[1]);
        case String[] parts when parts[0].equals("note") -> note(parts[1]);
        default -> run(Cell.of(line));
      };
    } catch (Exception | AssertionError e) { // before or after the operation itself
      return line(new Outcome(Verdict.THROWN, 1, trace(e)));
    }
  }

  /// The calls of an operation: the first run loads what later ones find loaded.
  private String record(String operation) throws Exception {
    for (int i = 0; i < 2; i++) {
      Outcome outcome = runFaultless(operation);
      boolean isFirst = i == 0 && outcome.verdict() == Verdict.LEFT; // what the JDK makes once
      if (outcome.verdict() != Verdict.UNMET && !isFirst) {
        return "broken " + line(outcome);
      }
    }
    return "counts "
        + calls.made().entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .collect(Collectors.joining(" "));
  }

  /// The changes and syncs of an operation; paths begin at its folder.
  private String note(String operation) throws Exception {
    String folder = base.resolve(own + runs).toString();
    Outcome outcome = runFaultless(operation);
    boolean done = outcome.verdict() == Verdict.UNMET || outcome.verdict() == Verdict.LEFT;
    return done
        ? "notes " + calls.notes().replace(folder, "").replace("\n", "\\n")
        : "broken " + line(outcome);
  }

  private Outcome runFaultless(String operation) throws Exception {
    return run(Operations.named(operation), () -> {}, Optional.empty());
  }

  private String run(Cell cell) throws Exception {
    return line(
        run(
            Operations.named(cell.operation()),
            () -> {
              if (company.isStruck()) {
                calls.arm(cell);
              }
            },
            Optional.of(cell)));
  }

  private static String line(Outcome outcome) {
    return outcome.verdict() + " " + outcome.met() + " " + outcome.text().replace("\n", "\\n");
  }

  private Outcome run(Operation operation, Runnable armed, Optional<Cell> cell) throws Exception {
    Path folder = base.resolve(own + runs++);
    ScheduledFuture<?> alarm = watch.schedule(this::giveUp, MOST_SECONDS, TimeUnit.SECONDS);
    try {
      if (company.isFirst()) {
        operation.prepare().take(Files.createDirectories(folder));
      }
      company.any(false);
      Held before = Held.now(folder);
      calls.watch(folder, operation.sockets());
      armed.run();
      List<Throwable> thrown = new ArrayList<>();
      try {
        operation.act().take(folder);
      } catch (Throwable e) { // whatever it is: that is the question
        thrown.add(e);
      }
      calls.rest();
      boolean failed = company.any(!thrown.isEmpty());
      Outcome outcome =
          thrown.isEmpty()
              ? succeeded(failed ? operation.refused() : operation.done(), folder)
              : failed(operation, folder, thrown.getFirst(), cell);
      List<String> left = left(before, folder, cell, outcome.text());
      return left.isEmpty() || !outcome.verdict().isGood()
          ? outcome
          : new Outcome(Verdict.LEFT, outcome.met(), left + " after " + outcome.text());
    } finally {
      alarm.cancel(false);
      company.any(false);
      if (company.isFirst()) {
        delete(folder);
      }
    }
  }

  // ---- judging ----------------------------------------------------------------------------------

  private Outcome succeeded(Operation.Step check, Path folder) {
    long met = calls.met();
    try {
      check.take(folder);
      return new Outcome(met > 0 ? Verdict.DONE : Verdict.UNMET, met, "");
    } catch (Exception | AssertionError e) {
      return new Outcome(Verdict.SILENT, met, trace(e));
    }
  }

  private Outcome failed(Operation operation, Path folder, Throwable e, Optional<Cell> cell) {
    long met = calls.met();
    if (e instanceof AssertionError) {
      return new Outcome(Verdict.SILENT, met, trace(e));
    }
    if (!Operation.isDocumented(e)) {
      return new Outcome(Verdict.THROWN, met, trace(e));
    }
    try {
      operation.refused().take(folder);
    } catch (Exception | AssertionError wrong) {
      return new Outcome(Verdict.SPOILT, met, trace(wrong) + " after " + e);
    }
    String said = e.toString();
    Telling telling = new Telling(folder, calls.place());
    boolean clear = cell.isPresent() && telling.isClear(said, cell.get());
    return new Outcome(
        clear ? Verdict.REFUSED : Verdict.VAGUE,
        met,
        clear ? said : trace(e) + " for " + calls.place());
  }

  private List<String> left(Held before, Path folder, Optional<Cell> cell, String said)
      throws IOException, InterruptedException {
    String ignored = cell.map(Leftover::ignored).orElse("") + "|" + company.ignored();
    List<String> left = new ArrayList<>(Held.beyond(before, folder, ignored));
    if (company.isFirst()) {
      Leftover.temporary(folder).stream()
          .filter(file -> cell.isEmpty() || !Leftover.mayStay(cell.get(), file, said))
          .forEach(left::add);
    }
    return left;
  }

  private static String trace(Throwable e) {
    StringWriter text = new StringWriter();
    e.printStackTrace(new PrintWriter(text));
    return text.toString()
        .lines()
        .filter(line -> !line.contains("at java.base/java.util.stream"))
        .limit(MOST_FRAMES)
        .collect(Collectors.joining("\n"));
  }

  // ---- ends -------------------------------------------------------------------------------------

  private void giveUp() {
    StringBuilder stacks = new StringBuilder("HANG 1 ");
    for (Map.Entry<Thread, StackTraceElement[]> thread : Thread.getAllStackTraces().entrySet()) {
      stacks.append(thread.getKey()).append("\\n");
      for (StackTraceElement frame : thread.getValue()) {
        stacks.append("  at ").append(frame).append("\\n");
      }
    }
    System.out.println(stacks);
    System.out.flush();
    Runtime.getRuntime().halt(9);
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
