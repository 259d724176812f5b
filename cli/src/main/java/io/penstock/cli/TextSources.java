package io.penstock.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The options and operands of verbs that read texts, one after the other.
final class TextSources {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Parameters(
      index = "0+",
      arity = "0..*",
      paramLabel = "FILE",
      description = "Texts: files, pipes, or - for standard input (default: that).")
  private List<String> names = List.of();

  private int threads = Runtime.getRuntime().availableProcessors();

  // Checked before a file is looked at.
  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "How many threads read a file (default: one for each processor).")
  void setThreads(int wanted) {
    if (wanted < 1) {
      throw Grammar.wrong(spec, "--threads: " + wanted + " threads; give 1 or more");
    }
    threads = wanted;
  }

  /// Takes its option and all operands.
  void pick(Arguments arguments) {
    pickThreads(arguments);
    names = arguments.operands(0, Integer.MAX_VALUE);
  }

  /// The same, but for the first operand.
  ///
  /// @return the first operand
  String pickBehindOne(Arguments arguments) {
    pickThreads(arguments);
    List<String> operands = arguments.operands(1, Integer.MAX_VALUE);
    names = operands.subList(1, operands.size());
    return operands.getFirst();
  }

  private void pickThreads(Arguments arguments) {
    threads = arguments.number(1, Integer.MAX_VALUE, "--threads").orElse(threads);
  }

  int threads() {
    return threads;
  }

  int count() {
    return Math.max(1, names.size());
  }

  /// Passes each text to `job`. One that cannot be read is reported, and the others follow.
  ///
  /// @return whether all could be read
  boolean each(PrintWriter results, PrintWriter diagnostics, IOConsumer<TextSource> job) {
    boolean all = true;
    for (TextSource text : sources()) {
      try {
        job.accept(text);
      } catch (OutputLostException e) {
        throw e;
      } catch (IOException | CommandFailure e) {
        results.flush();
        // Files name themselves in the exceptions.
        Exception named =
            text.path().isPresent() ? e : new IOException("standard input: " + e.getMessage(), e);
        int _ = Complaints.about(named, diagnostics);
        all = false;
      }
    }
    return all;
  }

  private List<TextSource> sources() {
    return names.isEmpty()
        ? List.of(TextSource.standardInput())
        : names.stream().map(TextSource::of).toList();
  }
}
