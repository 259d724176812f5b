package io.penstock.message.launch;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The main class of a process whose ranks are threads, each with classes of its own.
///
/// Its launcher sends it signals, and it ends when the launcher has ended: it needs no network.
public final class RanksProcess {
  private static final int OWN_ARGUMENTS = 7;
  private static final int SOUND = -1;
  private static final Duration ROUND = Duration.ofDays(1);

  /// The only job of this kind in its process. Others have random numbers, which this is not.
  private static final UUID JOB = new UUID(0, 0);

  private final int size;
  private final URL[] classPath;
  private final String main;
  private final String[] arguments;

  /// For each rank that has ended: its number if it has failed, else [#SOUND].
  private final BlockingQueue<Integer> ends = new LinkedBlockingQueue<>();

  private RanksProcess(URL[] classPath, String[] arguments) {
    this.size = Integer.parseInt(arguments[1]);
    this.classPath = classPath;
    this.main = arguments[OWN_ARGUMENTS - 1];
    this.arguments = Arrays.copyOfRange(arguments, OWN_ARGUMENTS, arguments.length);
  }

  /// Runs the user's program as several ranks.
  ///
  /// @param arguments the launcher's process id; how many ranks; how many milliseconds the others
  ///   have when one has failed; whether the labels of standard output are coloured, and those of
  ///   standard error; the user's class path; the user's main class; what it is passed
  public static void main(String[] arguments) {
    endWith(Long.parseLong(arguments[0]));
    int size = Integer.parseInt(arguments[1]);
    RankStreams.install(
        size, Boolean.parseBoolean(arguments[3]), Boolean.parseBoolean(arguments[4]));
    Duration grace = Duration.ofMillis(Long.parseLong(arguments[2]));
    boolean failed = new RanksProcess(urls(arguments[5]), arguments).run(grace);
    if (failed) {
      Ending.limit(1, grace);
      System.exit(1);
    }
  }

  /// Whether this process is there for the ranks of a job.
  public static boolean isOf(JobDescription job) {
    return job.job().equals(JOB);
  }

  private static void endWith(long launcher) {
    CompletableFuture<?> _ =
        ProcessHandle.current()
            .parent()
            .filter(parent -> parent.pid() == launcher)
            .map(ProcessHandle::onExit)
            .orElseGet(() -> CompletableFuture.completedFuture(ProcessHandle.current()))
            .thenRun(() -> Ending.orphaned("the launcher is gone"));
  }

  private static URL[] urls(String classPath) {
    String[] elements = classPath.split(File.pathSeparator, -1);
    URL[] urls = new URL[elements.length];
    for (int i = 0; i < elements.length; i++) {
      try {
        urls[i] = Path.of(elements[i]).toUri().toURL();
      } catch (MalformedURLException e) {
        throw new IllegalArgumentException("no path: " + elements[i], e);
      }
    }
    return urls;
  }

  /// @return whether a rank failed; the others may still run
  private boolean run(Duration grace) {
    for (int rank = 0; rank < size; rank++) {
      JobDescription description = new JobDescription(JOB, "threads", rank, size);
      try {
        Thread.ofPlatform().name("rank-" + rank).start(() -> run(description));
      } catch (OutOfMemoryError e) { // those that have begun would wait for it for ever
        System.err.println("penstock: no thread for rank " + rank + ": " + e.getMessage());
        ends.add(rank);
        break;
      }
    }
    for (int running = size; running > 0; running--) {
      Integer failed = null;
      while (failed == null) {
        failed = endBefore(Deadline.after(ROUND));
      }
      if (failed != SOUND) {
        System.err.println("penstock: rank " + failed + " ended with an exception");
        awaitOthers(running - 1, Deadline.after(grace));
        return true;
      }
    }
    return false;
  }

  private void awaitOthers(int running, Deadline deadline) {
    int left = running;
    while (left > 0 && !deadline.passed()) {
      left -= endBefore(deadline) != null ? 1 : 0;
    }
  }

  // A program that interrupts all threads of its JVM means its own.
  private @Nullable Integer endBefore(Deadline deadline) {
    try {
      return ends.poll(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      return null;
    }
  }

  private void run(JobDescription rank) {
    int end = rank.rank();
    try {
      RankContext.run(rank, this::runProgram);
      end = SOUND;
    } catch (Throwable e) {
      // It has been told in the rank's name.
    } finally {
      ends.add(end);
    }
  }

  private void runProgram() {
    try {
      ClassLoader loader = new URLClassLoader(classPath, RanksProcess.class.getClassLoader());
      Thread.currentThread().setContextClassLoader(loader);
      MainMethod.of(main, loader).run(arguments);
    } catch (Throwable e) {
      tell(e);
      throw RanksProcess.<RuntimeException>unchecked(e);
    }
  }

  // A transport tells the other ranks what it was.
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> T unchecked(Throwable thrown) throws T {
    throw (T) thrown;
  }

  private static void tell(Throwable thrown) {
    if (thrown instanceof LaunchException) {
      System.err.println("penstock: " + thrown.getMessage());
    } else {
      System.err.print("Exception in thread \"" + Thread.currentThread().getName() + "\" ");
      thrown.printStackTrace();
    }
  }
}
