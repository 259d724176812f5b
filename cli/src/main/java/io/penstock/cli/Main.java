package io.penstock.cli;

import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.Optional;

/// The process `penstock`.
///
/// Knows nothing of picocli: its classes are not even loaded for what [PlainCount] does.
public final class Main {
  private Main() {}

  /// Runs the verb named by `arguments` and exits with its status.
  ///
  /// A count that went well leaves no thread behind that would hold the process, and returns: the
  /// JDK's exit looks for a logger in every module of the path first, to tell it, which takes tens
  /// of milliseconds.
  public static void main(String[] arguments) {
    Charset charset = Charset.forName(System.getProperty("stdout.encoding", "UTF-8"));
    Results results = new Results(new StandardOutput(), charset);
    PrintWriter diagnostics = new PrintWriter(System.err, true, System.err.charset());
    int status = run(results, diagnostics, arguments);
    if (status != 0 || PlainCount.of(arguments).isEmpty()) {
      System.exit(status);
    }
  }

  /// Runs one command line in this process.
  ///
  /// @return the exit status
  static int run(Results results, PrintWriter diagnostics, String... arguments) {
    try {
      Optional<PlainCount> count = PlainCount.of(arguments);
      int status =
          count.isPresent()
              ? count.get().run(results, diagnostics)
              : Grammar.run(results, diagnostics, arguments);
      results.flush();
      return status;
    } catch (RuntimeException | Error e) {
      return Complaints.about(e, diagnostics);
    }
  }
}
