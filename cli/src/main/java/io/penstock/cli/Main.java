package io.penstock.cli;

import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Optional;

/// The process `penstock`.
///
/// Knows nothing of picocli: its classes are not even loaded for what [PlainAnswer] and [Shortcut]
/// understand.
public final class Main {
  private Main() {}

  /// Runs the verb named by `arguments` and exits with its status.
  ///
  /// What went well, and leaves no thread behind that would hold the process, returns: the JDK's
  /// exit looks for a logger in every module of the path first, to tell it, which takes tens of
  /// milliseconds.
  public static void main(String[] arguments) {
    Charset charset = Charset.forName(System.getProperty("stdout.encoding", "UTF-8"));
    Results results = new Results(new StandardOutput(), charset);
    PrintWriter diagnostics = new PrintWriter(System.err, true, System.err.charset());
    int status = run(results, diagnostics, arguments);
    if (status != 0 || isHeld()) {
      System.exit(status);
    }
  }

  /// Whether the process would go on without this thread.
  private static boolean isHeld() {
    ThreadGroup all = Thread.currentThread().getThreadGroup();
    Thread[] threads = new Thread[all.activeCount() + 1];
    int count = all.enumerate(threads);
    for (Thread thread : Arrays.asList(threads).subList(0, count)) {
      if (!thread.equals(Thread.currentThread()) && !thread.isDaemon()) {
        return true;
      }
    }
    return count == threads.length; // there may be more
  }

  /// Runs one command line in this process.
  ///
  /// @return the exit status
  static int run(Results results, PrintWriter diagnostics, String... arguments) {
    try {
      Optional<PlainAnswer> answer = PlainAnswer.of(arguments);
      Optional<Shortcut> shortcut = Shortcut.of(arguments);
      int status;
      if (answer.isPresent()) {
        status = answer.get().run(results);
      } else if (shortcut.isPresent()) {
        status = shortcut.get().run(results, diagnostics);
      } else {
        status = Grammar.run(results, diagnostics, arguments);
      }
      results.flush();
      return status;
    } catch (RuntimeException | Error e) {
      return Complaints.about(e, diagnostics);
    }
  }
}
