package io.penstock.cli;

import io.penstock.cli.run.Hosts;
import io.penstock.cli.run.Program;
import io.penstock.cli.run.Request;
import io.penstock.cli.run.Transport;
import io.penstock.message.launch.JobDescription;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The verb `run`: a program as several ranks.
@Command(
    name = "run",
    description = "Runs a program as N ranks that can exchange messages.",
    footer = {
      "",
      "Each line of output stands behind its rank: [3] text. Rank 0 reads standard",
      "input, the others none. The exit status is that of the first rank that failed;",
      "the others are then ended."
    })
final class RunCommand implements Callable<Integer> {
  private CommandSpec spec = CommandSpec.create();

  @Option(
      names = {"-n", "--ranks"},
      paramLabel = "N",
      required = true,
      description = "How many ranks.")
  private int ranks;

  @Option(
      names = "--transport",
      paramLabel = "threads|tcp|mpi",
      defaultValue = "tcp",
      description = {
        "Ranks are threads of one process, processes that are",
        "connected by TCP, or processes of an MPI job (default:",
        "${DEFAULT-VALUE})."
      })
  private Transport transport;

  @Option(
      names = {"-cp", "-classpath", "--class-path"},
      paramLabel = "PATH",
      defaultValue = "${env:CLASSPATH:-.}",
      description =
          "Where the program's classes are (default: CLASSPATH, else the current folder).")
  private String classPath;

  @Option(
      names = "--launcher",
      paramLabel = "PROGRAM",
      description = {
        "What starts the ranks of an MPI job (default:",
        "PENSTOCK_MPI_LAUNCHER, else mpiexec or mpirun)."
      })
  private Optional<String> launcher = Optional.empty();

  @ArgGroup private Places places = new Places();

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS",
      description = {
        "This machine's address at which ranks register (default:",
        "the loopback address; with hosts, the one they see)."
      })
  private Optional<InetAddress> bind = Optional.empty();

  @Option(
      names = "--java-option",
      paramLabel = "OPTION",
      description = "For each rank's JVM, such as --java-option=-Xmx2g; may be repeated.")
  private List<String> javaOptions = List.of();

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description = "How long a rank waits for the others to join (default: ${DEFAULT-VALUE}).")
  private int timeout;

  @Option(
      names = "--grace",
      paramLabel = "SECONDS",
      defaultValue = "5",
      description = {
        "How long ranks may go on when one has failed, or a signal",
        "has come (default: ${DEFAULT-VALUE})."
      })
  private int grace;

  @Parameters(
      index = "0",
      paramLabel = "MainClass",
      description = "The class with the main method.")
  private String main;

  @Parameters(index = "1..*", paramLabel = "ARGS", description = "What it is passed.")
  private List<String> arguments = List.of();

  /// Where the ranks run.
  private static final class Places {
    @Option(
        names = "--hosts",
        paramLabel = "LIST",
        description = "Starts ranks over ssh: node1,node2:4 (with how many on each).")
    private Optional<String> list = Optional.empty();

    @Option(
        names = "--hostfile",
        paramLabel = "FILE",
        description = "The same from a file, a host on each line.")
    private Optional<Path> file = Optional.empty();

    Optional<Hosts> hosts() throws IOException {
      return file.isPresent() ? Optional.of(Hosts.read(file.get())) : list.map(Hosts::parse);
    }
  }

  // What follows the main class is the program's own, even if it looks like an option.
  @Spec
  void parseLikeJava(CommandSpec own) {
    spec = own;
    own.parser().stopAtPositional(true).caseInsensitiveEnumValuesAllowed(true);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    return PlainRun.run(request(), spec.commandLine().getErr());
  }

  private Request request() throws IOException {
    require("-n", ranks, JobDescription.MOST_RANKS);
    require("--timeout", timeout, PlainRun.MOST_SECONDS);
    require("--grace", grace, PlainRun.MOST_SECONDS);
    checkTransport();
    return new Request(
        ranks,
        transport,
        new Program(Program.classPath(classPath), javaOptions, main, arguments),
        hosts(),
        launcher,
        bind,
        Duration.ofSeconds(timeout),
        Duration.ofSeconds(grace));
  }

  private Optional<Hosts> hosts() throws IOException {
    try {
      Optional<Hosts> hosts = places.hosts();
      if (hosts.isPresent() && transport == Transport.THREADS) {
        throw wrong("threads share one process: leave the hosts out, or use --transport tcp");
      }
      return hosts;
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
  }

  private void checkTransport() {
    if (transport != Transport.MPI && launcher.isPresent()) {
      throw wrong("--launcher is what starts MPI's ranks: add --transport mpi, or leave it out");
    }
    if (transport == Transport.MPI) {
      if (javaOptions.contains(":")) {
        throw wrong("--java-option : is no option, and begins another program for MPI's launcher");
      }
      for (String option : List.of("--bind", "--timeout")) {
        if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
          throw wrong(option + " has no meaning for MPI, which connects the ranks: leave it out");
        }
      }
    }
  }

  private void require(String option, int value, int most) {
    if (value < 1 || value > most) {
      throw wrong(option + " " + value + ": must be within 1 and " + most);
    }
  }

  private ParameterException wrong(String what) {
    return new ParameterException(spec.commandLine(), what);
  }
}
