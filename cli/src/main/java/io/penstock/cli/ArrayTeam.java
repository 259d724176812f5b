package io.penstock.cli;

import io.penstock.cli.array.TaskTeam;
import io.penstock.file.Access;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The option for the number of threads.
final class ArrayTeam {
  private static final int MOST = 1024;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  private Optional<Integer> threads = Optional.empty();

  // Checked before a file is looked at.
  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "How many threads share the work (default: this machine's profile).")
  void setThreads(int wanted) {
    if (wanted < 1 || wanted > MOST) {
      throw Grammar.wrong(spec, "--threads must be 1 to " + MOST + ", not " + wanted);
    }
    threads = Optional.of(wanted);
  }

  void pick(Arguments arguments) {
    threads = arguments.number(1, MOST, "--threads");
  }

  TaskTeam team() {
    return new TaskTeam(threads.orElseGet(() -> Math.clamp(Access.read().readThreads(), 1, MOST)));
  }
}
