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
/// has it fill itself, by [#pick]. So that picocli is not loaded then, nothing that runs throws
/// picocli's exceptions, and converters are classes of their own, beside the methods that they
/// call.
abstract class Action implements Callable<Integer> {
  private @Nullable Session session;

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

  /// Says where results go and how the verb is called; precedes [#call].
  final void attach(Session surroundings) {
    session = surroundings;
  }

  final Session session() {
    return Objects.requireNonNull(session);
  }

  final PrintWriter results() {
    return session().results();
  }

  final PrintWriter diagnostics() {
    return session().diagnostics();
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
  final Failure wrong(String reason) {
    return new Failure.OfArguments(reason, "see penstock " + session().verb() + " --help");
  }
}
