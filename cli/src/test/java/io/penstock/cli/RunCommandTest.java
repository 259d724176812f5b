package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is wrong with a job and can be told before any rank is started.
class RunCommandTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "run Main | Missing required option: '--ranks=N'",
        "run -n 2 | Missing required parameter: 'MainClass'",
        "run -n 0 Main | -n 0: must be within 1 and 65536",
        "run -n 65537 Main | -n 65537: must be within 1 and 65536",
        "run -n many Main | Invalid value for option '--ranks'",
        "run -n 2 --timeout 0 Main | --timeout 0: must be within 1 and 86400",
        "run -n 2 --grace -1 Main | --grace -1: must be within 1 and 86400",
        "run -n 2 --transport pigeon Main | Invalid value for option '--transport'",
        "run -n 2 --hosts a,,b Main | '' is not of the form host or host:4",
        "run -n 2 --hosts a --transport threads Main | threads share one process",
        "run -n 2 --transport threads --bind 127.0.0.1 Main | --bind has no meaning for threads",
        "run -n 2 --transport threads --timeout 9 Main | --timeout has no meaning for threads",
        "run -n 2 --timeout 30 --transport threads Main | --timeout has no meaning for threads",
        "run -n 2 --launcher mpiexec Main | --launcher is what starts MPI's ranks",
        "run -n 2 --transport mpi --bind 127.0.0.1 Main | --bind has no meaning for MPI",
        "run -n 2 --transport mpi --timeout 9 Main | --timeout has no meaning for MPI",
        "run -n 2 --transport mpi --java-option : Main | --java-option : is no option, and begins",
        "run -n 2 --hosts a --hostfile b Main | Error: --hosts=LIST, --hostfile=FILE are mutually"
      })
  void wrongArgumentsAreOneLine(String command, String reason) {
    CommandRun run = CommandRun.of(command.split(" ", -1));
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.diagnostics().lines())
        .singleElement()
        .asString()
        .startsWith("penstock: " + reason)
        .endsWith("; see penstock run --help");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "run -n 2 no.Such | class no.Such: not found; check its name and -cp",
        "run -n 2 --hostfile /no/such Main | /no/such: no such file or folder; check the path",
        "run -n 2 --transport mpi --launcher /no/such io.penstock.cli.RankProgram"
            + " | --launcher /no/such: is no program;"
            + " name MPI's mpiexec or mpirun, by its path or as it is found on the PATH",
        "run -n 2 --transport mpi --launcher /bin/true --hosts a io.penstock.cli.RankProgram"
            + " | /bin/true: is neither Open MPI's launcher nor of MPICH's family,"
            + " so it cannot be told the hosts;"
            + " leave them out, or start the program with the launcher itself",
        "run -n 2 --bind 192.0.2.1 io.penstock.cli.RankProgram"
            + " | 192.0.2.1: cannot listen on 192.0.2.1:0: Cannot assign requested address;"
            + " name an address of this machine with --bind"
      })
  void whatCannotBeStartedIsOneLine(String command, String line) {
    CommandRun run =
        CommandRun.of(("run -cp target/test-classes" + command.substring(3)).split(" ", -1));
    assertThat(run.diagnostics().lines()).containsExactly("penstock: " + line);
    assertThat(run.status()).isEqualTo(1);
  }

  @Test
  void whatFollowsTheMainClassIsTheProgramsOwn() {
    CommandRun run = CommandRun.of("run", "-n", "2", "no.Such", "--help", "-n", "x");
    assertThat(run.diagnostics()).startsWith("penstock: class no.Such: not found");
  }
}
