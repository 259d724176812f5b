package io.penstock.cli;

import io.penstock.cli.array.Team;
import io.penstock.file.Access;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The option that says how many threads work at once.
final class ArrayTeam {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "How many threads share the work (default: this machine's profile).")
  private Optional<Integer> threads = Optional.empty();

  Team team() {
    int wanted = threads.orElseGet(() -> Access.read().readThreads());
    if (wanted < 1 || wanted > 1024) {
      throw new ParameterException(
          spec.commandLine(), "--threads must be 1 to 1024, not " + wanted);
    }
    return new Team(wanted);
  }
}
