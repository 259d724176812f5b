package io.penstock.cli;

import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Texts that a verb reads one after the other.
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
      throw new ParameterException(
          spec.commandLine(),
          String.format(Locale.ROOT, "--threads: %d threads; give 1 or more", wanted));
    }
    threads = wanted;
  }

  int threads() {
    return threads;
  }

  int count() {
    return Math.max(1, names.size());
  }

  /// Does a job for each text. One that cannot be read is complained about, and the others follow.
  ///
  /// @return whether all could be read
  boolean each(TextSequence.Job job) {
    return new TextSequence(names, spec.commandLine().getOut(), spec.commandLine().getErr())
        .each(job);
  }
}
