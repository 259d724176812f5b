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
  public static void main(String[] arguments) {
    Charset charset = Charset.forName(System.getProperty("stdout.encoding", "UTF-8"));
    Results results = new Results(new StandardOutput(), charset);
    PrintWriter diagnostics = new PrintWriter(System.err, true, System.err.charset());
    System.exit(run(results, diagnostics, arguments));
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
