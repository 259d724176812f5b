package io.penstock.message.ranks;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.ObjectName;

/// A list of the threads of this JVM, virtual ones included, that may yet call an operation in the
/// name of the calling thread's rank, from a thread dump.
///
/// Those cannot that run no code of the program: threads of the JVM, Penstock's own, and idle ones
/// of a pool, which another thread would have to give something to do; nor can the threads that are
/// other ranks of the job, and the one that waits for their end. Timers can, and whatever waits for
/// the outside world.
final class LiveThreads {
  /// What MPI calls a program that calls from one thread: then no other can come.
  private static final String LEVEL = "penstock.message.threadLevel";

  private static final Pattern HEAD = Pattern.compile("#(\\d+) \"(.*)\" (virtual )?([A-Z_]+)\\b.*");

  private static final String DUMPER = "com.sun.management:type=HotSpotDiagnostic";

  private static final String RANK = "io.penstock.message.launch.RankContext.run(";

  /// Where a thread waits for the ranks that it runs.
  private static final List<String> RUNNERS =
      List.of(
          "io.penstock.message.threads.RankThreads.join(",
          "io.penstock.message.launch.RanksProcess.run(");

  /// What the JDK runs code of the program from, later.
  private static final List<String> TIMERS =
      List.of(
          "ScheduledThreadPoolExecutor$DelayedWorkQueue.",
          "java.util.TimerThread.",
          "java.lang.ProcessHandleImpl",
          "sun.nio.ch.EPollPort",
          "sun.nio.ch.KQueuePort",
          "sun.nio.ch.Iocp");

  private LiveThreads() {}

  /// A thread of the dump.
  private record Entry(long id, String name, String state, List<String> frames) {
    static Entry of(String text) {
      List<String> lines = text.lines().toList();
      Matcher head = HEAD.matcher(lines.getFirst());
      if (!head.matches()) {
        throw new IllegalStateException("no thread: " + lines.getFirst());
      }
      List<String> frames =
          lines.stream().map(String::strip).filter(line -> line.startsWith("at ")).toList();
      return new Entry(Long.parseLong(head.group(1)), head.group(2), head.group(4), frames);
    }

    boolean isCaller() {
      return id == Thread.currentThread().threadId();
    }

    boolean runs(String code) {
      return frames.stream().anyMatch(frame -> frame.contains(code));
    }

    /// Of the JDK, with nothing of the program below.
    boolean isIdle() {
      boolean timed = state.equals("TIMED_WAITING") && runs("concurrent.DelayScheduler.");
      return frames.stream().allMatch(frame -> frame.startsWith("at java.base/"))
          && !timed
          && (isOfLauncher() || (!isOnItsWay() && TIMERS.stream().noneMatch(this::runs)));
    }

    /// Has just been started, or is between two tasks.
    private boolean isOnItsWay() {
      return state.equals("RUNNABLE") && runs("java.lang.Thread.run(");
    }

    /// Waits for the end of the process that started this one.
    private boolean isOfLauncher() {
      return ProcessHandle.current()
          .parent()
          .filter(parent -> name.equals("process reaper (pid " + parent.pid() + ")"))
          .isPresent();
    }

    boolean isOfPenstock() {
      return name.startsWith("penstock-")
          && !runs("io.penstock.collective.")
          && frames.stream().allMatch(Entry::isOfNoProgram);
    }

    private static boolean isOfNoProgram(String frame) {
      return frame.startsWith("at java.base/") || frame.startsWith("at io.penstock");
    }

    @Override
    public String toString() {
      return name.isEmpty() ? "thread " + id : "'" + name + "'";
    }
  }

  /// Their names; one that says so if they cannot be listed.
  ///
  /// @param one whether no other thread of the rank has called an operation so far
  static List<String> thatMayCome(boolean one) {
    if (one && System.getProperty(LEVEL, "multiple").equals("funneled")) {
      return List.of();
    }
    try {
      List<String> found = among(dump());
      return found.isEmpty() ? among(dump()) : found; // a thread may have left work to an idle one
    } catch (IOException | JMException | RuntimeException | LinkageError e) {
      return List.of("any (they cannot be listed: " + e + ")");
    }
  }

  private static List<String> among(List<Entry> all) {
    boolean isRank = all.stream().anyMatch(entry -> entry.isCaller() && entry.runs(RANK));
    return all.stream()
        .filter(entry -> !entry.isCaller() && !entry.isIdle() && !entry.isOfPenstock())
        .filter(entry -> !isRank || !isRankOrRunner(entry))
        .map(Entry::toString)
        .toList();
  }

  private static boolean isRankOrRunner(Entry entry) {
    return entry.runs(RANK) || RUNNERS.stream().anyMatch(entry::runs);
  }

  private static List<Entry> dump() throws IOException, JMException {
    Path folder = Files.createTempDirectory("penstock-threads");
    Path file = folder.resolve("dump");
    try {
      ManagementFactory.getPlatformMBeanServer()
          .invoke(
              new ObjectName(DUMPER),
              "dumpThreads",
              new Object[] {file.toString(), "TEXT_PLAIN"},
              new String[] {String.class.getName(), String.class.getName()});
      return Stream.of(Files.readString(file).split("\\R\\R+"))
          .filter(text -> text.startsWith("#"))
          .map(Entry::of)
          .toList();
    } finally {
      Files.deleteIfExists(file);
      Files.delete(folder);
    }
  }
}
