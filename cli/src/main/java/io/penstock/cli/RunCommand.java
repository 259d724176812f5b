package io.penstock.cli;

import io.penstock.cli.run.Hosts;
import io.penstock.cli.run.JavaProgram;
import io.penstock.cli.run.Job;
import io.penstock.cli.run.JobRequest;
import io.penstock.cli.run.JobRequest.Transport;
import io.penstock.message.launch.JobDescription;
import io.penstock.message.launch.LaunchException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The verb `run`: a program as several ranks.
@Command(
    name = "run",
    description = "Runs a program as N ranks that can exchange messages.",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:All ranks succeeded.",
      "1:The job could not be started, or a rank threw an exception.",
      "2:An argument is wrong.",
      "128+n:Signal n ended a rank.",
      "other:That of the first rank that failed."
    },
    footer = {
      "",
      "Each line of output stands behind its rank: [3] text. Rank 0 reads standard input, the "
          + "others none. When a rank has failed, the others are ended."
    })
final class RunCommand extends Action {
  /// The longest time that an option may say.
  private static final int MOST_SECONDS = 86_400;

  /// The characters that follow the first hyphen in options of the verb.
  private static final String OWN_BEGINNINGS = "-nchV";

  private @Nullable CommandSpec spec;

  @Option(
      names = {"-n", "--ranks"},
      paramLabel = "N",
      required = true,
      description = "How many ranks.")
  private int ranks;

  @Option(
      names = "--transport",
      paramLabel = "threads|tcp|mpi",
      description =
          "Ranks are threads of one process, processes that are connected by TCP, or "
              + "processes of an MPI job (default: ${DEFAULT-VALUE}).")
  private Transport transport = Transport.TCP;

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
      description =
          "What starts the ranks of an MPI job (default: PENSTOCK_MPI_LAUNCHER, else mpiexec "
              + "or mpirun).")
  private Optional<String> launcher = Optional.empty();

  @ArgGroup private Places places = new Places();

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS",
      description =
          "This machine's address at which ranks register (default: the loopback address; "
              + "with hosts, the one they see).")
  private Optional<InetAddress> bind = Optional.empty();

  @Option(
      names = "--java-option",
      paramLabel = "OPTION",
      description = "For each rank's JVM, such as --java-option=-Xmx2g; may be repeated.")
  private List<String> javaOptions = List.of();

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "How long a rank waits for the others to join (default: ${DEFAULT-VALUE}).")
  private int timeout = 30;

  @Option(
      names = "--grace",
      paramLabel = "SECONDS",
      description =
          "How long ranks may go on when one has failed, or a signal has come (default: "
              + "${DEFAULT-VALUE}).")
  private int grace = 5;

  @Parameters(
      index = "0",
      paramLabel = "MainClass",
      description = "The class with the main method.")
  private String main;

  @Parameters(index = "1..*", paramLabel = "ARGS", description = "What it is passed.")
  private List<String> arguments = List.of();

  /// The options for the hosts.
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
      return file.isPresent() ? Optional.of(read(file.get())) : list.map(Hosts::parse);
    }

    private static Hosts read(Path file) throws IOException {
      try {
        return Hosts.read(file);
      } catch (IllegalArgumentException e) {
        throw new IOException(e.getMessage() + "; correct the file", e);
      }
    }
  }

  // What follows the main class is the program's own, even if it looks like an option.
  @Spec
  void parseLikeJava(CommandSpec own) {
    spec = own;
    own.parser().stopAtPositional(true).caseInsensitiveEnumValuesAllowed(true);
  }

  // The words behind the main class are the program's own. Each option has a value.
  @Override
  void pick(Arguments all) {
    int end = all.firstOperand();
    pickOptions(all.before(end));
    List<String> rest = all.from(end);
    main = rest.getFirst();
    arguments = rest.subList(1, rest.size());
  }

  private void pickOptions(Arguments options) {
    ranks = options.number(1, JobDescription.MOST_RANKS, "-n", "--ranks").orElse(0);
    transport = options.value("--transport").map(RunCommand::usualTransport).orElse(transport);
    classPath =
        options
            .value("-cp", "-classpath", "--class-path")
            .or(() -> Optional.ofNullable(System.getenv("CLASSPATH")))
            .orElse(".");
    javaOptions = options.values("--java-option");
    Optional<Integer> patience = options.number(1, MOST_SECONDS, "--timeout");
    timeout = patience.orElse(timeout);
    grace = options.number(1, MOST_SECONDS, "--grace").orElse(grace);
    List<String> _ = options.operands(0, 0);
    if (ranks == 0
        || (transport == Transport.THREADS && patience.isPresent())
        || classPath.isEmpty()
        || classPath.contains("$") // picocli would look behind it for a variable
        || javaOptions.stream().anyMatch(RunCommand::mayBeOption)) {
      throw Arguments.unusual("run");
    }
  }

  /// The address that a word names.
  ///
  /// @throws IllegalArgumentException if it names none
  static InetAddress parseAddress(String text) {
    try {
      if (!text.isEmpty()) { // which Java takes for the loopback address
        return InetAddress.getByName(text);
      }
    } catch (UnknownHostException _) {
      // as empty
    }
    throw new IllegalArgumentException("'" + text + "' is neither an address nor a known name");
  }

  private static Transport usualTransport(String name) {
    return switch (name) {
      case "tcp" -> Transport.TCP;
      case "threads" -> Transport.THREADS;
      default -> throw new IllegalArgumentException(name);
    };
  }

  // No option of run's may be the value of another; Java's are left to picocli too where they begin
  // like one.
  private static boolean mayBeOption(String value) {
    return value.startsWith("-")
        && value.length() > 1
        && OWN_BEGINNINGS.indexOf(value.charAt(1)) >= 0;
  }

  @Override
  int perform() throws IOException, InterruptedException {
    return run(request(), diagnostics());
  }

  /// Runs a job.
  ///
  /// @param diagnostics takes lines about the job itself
  /// @return the exit status
  static int run(JobRequest request, PrintWriter diagnostics)
      throws IOException, InterruptedException {
    try {
      request.program().check();
      return Job.run(request, screen(diagnostics));
    } catch (LaunchException e) {
      diagnostics.println("penstock: " + Escapes.of(String.valueOf(e.getMessage())));
      return ExitCode.SOFTWARE;
    }
  }

  private static Job.Screen screen(PrintWriter diagnostics) {
    return new Job.Screen(
        new StandardOutput(),
        new FileOutputStream(FileDescriptor.err),
        Colors.wanted(),
        Colors.wantedForErrors(),
        line -> diagnostics.println("penstock: " + Escapes.of(line)),
        e -> Complaints.about(e, diagnostics));
  }

  private JobRequest request() throws IOException {
    require("-n", ranks, JobDescription.MOST_RANKS);
    require("--timeout", timeout, MOST_SECONDS);
    require("--grace", grace, MOST_SECONDS);
    checkWords();
    checkTransport();
    JobRequest request =
        JobRequest.of(
            ranks,
            transport,
            new JavaProgram(JavaProgram.classPath(classPath), javaOptions, main, arguments),
            Duration.ofSeconds(timeout),
            Duration.ofSeconds(grace));
    request = hosts().map(request::onHosts).orElse(request);
    request = launcher.map(request::withLauncher).orElse(request);
    return bind.map(request::boundTo).orElse(request);
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

  private void checkWords() {
    if (main.isEmpty()) {
      throw wrong("no class has an empty name");
    }
    if (javaOptions.contains("")) {
      throw wrong("--java-option is empty: leave it out");
    }
    if (launcher.isPresent()) {
      Path _ = TextSource.path(launcher.get());
    }
  }

  private void checkTransport() {
    if (transport != Transport.MPI && launcher.isPresent()) {
      throw wrong("--launcher is what starts MPI's ranks: add --transport mpi, or leave it out");
    }
    switch (transport) {
      case TCP -> {}
      case THREADS -> refuseOptionsOfJoining("threads, which share one process");
      case MPI -> {
        if (javaOptions.contains(":")) {
          throw wrong(
              "--java-option : is no option, and begins another program for MPI's launcher");
        }
        refuseOptionsOfJoining("MPI, which connects the ranks");
      }
    }
  }

  private void refuseOptionsOfJoining(String others) {
    for (String option : List.of("--bind", "--timeout")) {
      if (isGiven(option)) {
        throw wrong(option + " has no meaning for " + others + ": leave it out");
      }
    }
  }

  // Without a grammar there was neither, beside threads.
  private boolean isGiven(String option) {
    return spec != null && spec.commandLine().getParseResult().hasMatchedOption(option);
  }

  private void require(String option, int value, int most) {
    if (value < 1 || value > most) {
      throw wrong(option + " " + value + ": must be within 1 and " + most);
    }
  }
}
