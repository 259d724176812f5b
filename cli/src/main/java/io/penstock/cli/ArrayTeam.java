package io.penstock.cli;

import io.penstock.cli.array.Team;
import io.penstock.file.Access;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The option that says how many threads work at once.
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

  Team team() {
    return new Team(threads.orElseGet(() -> Math.clamp(Access.read().readThreads(), 1, MOST)));
  }
}
