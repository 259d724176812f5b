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

  /// A JVM that was ended has left its folder.
  private final String own = ProcessHandle.current().pid() + "-";

  private int runs;

  private CellProgram(Path base) {
    this.base = base;
  }

  /// The outcome of a run.
  private record Outcome(Verdict verdict, long met, String text) {}

  /// Arguments: a folder for the files of all operations.
  public static void main(String[] arguments) throws Exception {
    CellProgram program = new CellProgram(Path.of(arguments[0]).toAbsolutePath());
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      System.out.println(program.answer(line));
    }
  }

  private String answer(String line) {
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
    return run(Operations.named(operation), () -> {}, Fault.HALF, Call.READ);
  }

  private String run(Cell cell) throws Exception {
    Outcome outcome =
        run(Operations.named(cell.operation()), () -> calls.arm(cell), cell.fault(), cell.call());
    return line(outcome);
  }

  private static String line(Outcome outcome) {
    return outcome.verdict() + " " + outcome.met() + " " + outcome.text().replace("\n", "\\n");
  }

  private Outcome run(Operation operation, Runnable armed, Fault fault, Call call)
      throws Exception {
    Path folder = Files.createDirectories(base.resolve(own + runs++));
    ScheduledFuture<?> alarm = watch.schedule(this::giveUp, MOST_SECONDS, TimeUnit.SECONDS);
    try {
      operation.prepare().take(folder);
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
      long met = calls.met();
      Outcome outcome =
          thrown.isEmpty()
              ? succeeded(operation, folder, met)
              : failed(operation, folder, met, thrown.getFirst(), fault);
      List<String> left = left(operation, before, folder, call);
      return left.isEmpty() || !outcome.verdict().isGood()
          ? outcome
          : new Outcome(Verdict.LEFT, met, left + " after " + outcome.text());
    } finally {
      alarm.cancel(false);
      delete(folder);
    }
  }

  // ---- judging ----------------------------------------------------------------------------------

  private static Outcome succeeded(Operation operation, Path folder, long met) {
    try {
      operation.done().take(folder);
      return new Outcome(met > 0 ? Verdict.DONE : Verdict.UNMET, met, "");
    } catch (Exception | AssertionError e) {
      return new Outcome(Verdict.SILENT, met, trace(e));
    }
  }

  private Outcome failed(Operation operation, Path folder, long met, Throwable e, Fault fault) {
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
    boolean hasFile = calls.place().startsWith("/");
    boolean isPeers = calls.place().equals("socket"); // the other end sees a silence, or an end
    boolean clear =
        isPeers || (fault.isToldBy(said) && (!hasFile || said.contains(folder.toString())));
    return new Outcome(
        clear ? Verdict.REFUSED : Verdict.VAGUE,
        met,
        clear ? said : trace(e) + " for " + calls.place());
  }

  private static List<String> left(Operation operation, Held before, Path folder, Call call)
      throws IOException, InterruptedException {
    List<String> left = new ArrayList<>(Held.beyond(before, folder, ignored(operation, call)));
    if (call != Call.UNLINK && call != Call.STAT) { // the JDK looks at what it deletes
      try (Stream<Path> files = Files.walk(folder)) {
        files
            .filter(file -> !file.equals(folder))
            .map(file -> file.getFileName().toString())
            .filter(name -> name.endsWith(".tmp") || name.startsWith("."))
            .forEach(left::add);
      }
    }
    return left;
  }

  /// What is left without any fault of the operation's.
  private static String ignored(Operation operation, Call call) {
    if (call == Call.GETDENTS && operation.name().endsWith(", java")) {
      // SecureDirectoryStream of JDK 25 closes one of two descriptors twice, the other never.
      return "[0-9]+ descriptor of /.*";
    }
    if (call == Call.LOCK) {
      return "[0-9]+ descriptor of .*[.]pos.*"; // the JDK closes no channel that it cannot unlock
    }
    return call == Call.MUNMAP ? ".*mapping" : "";
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
