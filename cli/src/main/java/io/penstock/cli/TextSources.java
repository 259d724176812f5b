package io.penstock.cli;

import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "How many threads read a file (default: one for each processor).")
  private int threads = Runtime.getRuntime().availableProcessors();

  /// What is done with a text.
  interface Job {
    void on(TextSource text) throws IOException;
  }

  int threads() {
    if (threads < 1) {
      throw new Failure("--threads", threads + " threads", "give 1 or more");
    }
    return threads;
  }

  int count() {
    return Math.max(1, names.size());
  }

  /// Does a job for each text. One that cannot be read is complained about, and the others follow.
  ///
  /// @return whether all could be read
  boolean each(Job job) {
    boolean all = true;
    for (TextSource text : sources()) {
      try {
        job.on(text);
      } catch (OutputLostException e) {
        throw e;
      } catch (IOException | Failure e) {
        spec.commandLine().getOut().flush();
        Complaints.about(named(text, e), spec.commandLine().getErr());
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

  // Files name themselves in what they throw.
  private static Exception named(TextSource text, Exception e) {
    return text.path().isPresent() ? e : new IOException("standard input: " + e.getMessage(), e);
  }
}
