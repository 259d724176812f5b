package io.penstock.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ExitCode;

/// A verb with its arguments, ready to run.
///
/// picocli fills it by its annotations, which are the grammar. For usual command lines [Shortcut]
/// has it fill itself, by [#pick]. To keep picocli unloaded then, nothing that runs throws
/// picocli's exceptions, and converters are registered in [Grammar], apart from the methods that
/// they call.
abstract class Action implements Callable<Integer> {
  private @Nullable String verb;
  private @Nullable PrintWriter results;
  private @Nullable PrintWriter diagnostics;

  /// Takes what it needs of a command line in usual form, and leaves its fields as picocli would.
  ///
  /// @throws IllegalArgumentException if picocli has to look at the command line
  abstract void pick(Arguments arguments);

  /// Does what was asked.
  ///
  /// @return the exit status
  abstract int perform() throws IOException, InterruptedException;

  /// The exit status of one that failed.
  int failed() {
    return ExitCode.SOFTWARE;
  }

  /// Sets the surroundings; precedes [#call].
  ///
  /// @param name the verb as a command line names it: `copy`, `array info`
  /// @param out takes the results
  /// @param err takes everything else
  final void attach(String name, PrintWriter out, PrintWriter err) {
    verb = name;
    results = out;
    diagnostics = err;
  }

  final PrintWriter results() {
    return Objects.requireNonNull(results);
  }

  final PrintWriter diagnostics() {
    return Objects.requireNonNull(diagnostics);
  }

  /// Does what was asked, or says in a line why that cannot be done.
  ///
  /// @return the exit status
  @Override
  public final Integer call() {
    try {
      return perform();
    } catch (Exception | Error e) {
      int status = Complaints.about(e, diagnostics());
      return status == ExitCode.SOFTWARE ? failed() : status;
    }
  }

  /// An error in the arguments.
  final CommandFailure wrong(String reason) {
    return CommandFailure.ofArguments(reason, "see penstock " + verb + " --help");
  }
}
