package io.penstock.cli.run;

import io.penstock.cli.tool.Tool;
import io.penstock.message.launch.JoinedOutput;
import io.penstock.message.launch.LaunchException;
import io.penstock.message.launch.LauncherFamily;
import io.penstock.message.launch.Order;
import io.penstock.mpi.launch.RankConnection;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// A starter of MPI's own launcher, the program that starts the ranks. It joins their output with
/// the launcher's own.
final class MpiStarter implements Job.Starter, AutoCloseable {
  private static final String VARIABLE = "PENSTOCK_MPI_LAUNCHER";

  private final JobRequest request;
  private final Path launcher;
  private final LauncherFamily family;
  private final Job.Screen screen;
  private final JoinedOutput output;
  private final JoinedOutput errors;
  private final RankOutputs ranks;
  private final AtomicBoolean lost = new AtomicBoolean();

  /// @throws LaunchException if there is no launcher
  /// @throws IOException if no socket can be opened for the ranks
  MpiStarter(JobRequest request, Job.Screen screen) throws LaunchException, IOException {
    this.request = request;
    this.screen = screen;
    Optional<String> asked = request.launcher();
    this.launcher =
        asked.isPresent() ? named(asked.get(), "--launcher") : launcher(System.getenv());
    // The program itself says of which family it is.
    String version = Tool.output(launcher.toString(), "--version").orElse("");
    this.family = LauncherFamily.of(version);
    this.output = new JoinedOutput(screen.output());
    this.errors = new JoinedOutput(screen.errors());
    this.ranks = RankOutputs.listen(this::sink);
  }

  private OutputStream sink(RankConnection connection) {
    boolean results = connection.stream() == RankConnection.OUTPUT;
    boolean coloured = results ? screen.colouredOutput() : screen.colouredErrors();
    return (results ? output : errors).source(connection.rank(), coloured);
  }

  @Override
  public void start(Supervisor supervisor) throws LaunchException {
    ranks.whenLost(reason -> outputLost(reason, supervisor));
    ProcessBuilder builder =
        new ProcessBuilder(words(System.getenv())).redirectInput(ProcessBuilder.Redirect.INHERIT);
    prepare(builder.environment());
    builder.environment().put(RankConnection.SOCKET, ranks.socket().toString());
    supervisor.add(job(ChildProcess.start(builder, "name another with --launcher"), supervisor));
  }

  private ChildProcess job(Process process, Supervisor supervisor) {
    Pump results = pump(process.getInputStream(), output, e -> outputLost(e, supervisor));
    Pump diagnostics = pump(process.getErrorStream(), errors, _ -> {});
    String name = launcher.toString();
    List<Pump> pumps = List.of(results, diagnostics);
    return new ChildProcess(name, process, pumps, () -> false, ranks::finish) {
      private volatile int orderedStatus;

      // MPICH's launcher says 0 when a signal has ended it and its ranks.
      @Override
      int status(int own) {
        return own == 0 ? orderedStatus : own;
      }

      // A launcher ends its ranks itself, unless it is killed.
      @Override
      public void order(Order order) {
        orderedStatus = order.status();
        if (order == Order.KILL) {
          process.descendants().forEach(ProcessHandle::destroyForcibly);
        }
        super.order(order);
      }
    };
  }

  // The launcher's own output belongs to no rank.
  private static Pump pump(InputStream from, JoinedOutput to, Consumer<Exception> lost) {
    return new Pump(from, to.source(), lost);
  }

  private void outputLost(Exception reason, Supervisor supervisor) {
    if (lost.compareAndSet(false, true)) {
      supervisor.outputLost(screen.lost().applyAsInt(reason));
    }
  }

  @Override
  public void close() throws IOException {
    ranks.close();
  }

  // ---- the launcher ----------------------------------------------------------------------------

  /// The one that the environment names, else the first of the usual names that is on the search
  /// path.
  private static Path launcher(Map<String, String> environment) throws LaunchException {
    String variable = environment.get(VARIABLE);
    return variable == null || variable.isBlank() ? usual() : named(variable, VARIABLE);
  }

  private static Path named(String name, String by) throws LaunchException {
    Path path = Path.of(name);
    Optional<Path> program =
        path.getNameCount() > 1 || path.isAbsolute()
            ? Optional.of(path.toAbsolutePath()).filter(MpiStarter::isProgram)
            : Tool.find(name);
    return program.orElseThrow(
        () ->
            new LaunchException(
                by + " " + name,
                "is no program",
                "name MPI's mpiexec or mpirun, by its path or as it is found on the PATH"));
  }

  private static boolean isProgram(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file);
  }

  private static Path usual() throws LaunchException {
    return LauncherFamily.PROGRAMS.stream()
        .flatMap(name -> Tool.find(name).stream())
        .findFirst()
        .orElseThrow(
            () ->
                new LaunchException(
                    "MPI",
                    "neither mpiexec nor mpirun is on the PATH",
                    "install one (./penstock setup mpi, or Debian: apt install openmpi-bin), or name it with --launcher"));
  }

  /// The words that start the ranks.
  ///
  /// @throws LaunchException if hosts are wanted, and how it takes them is not known
  private List<String> words(Map<String, String> environment) throws LaunchException {
    List<String> words = new ArrayList<>(List.of(launcher.toString()));
    if (request.hosts().isPresent()) {
      words.addAll(hosts(request.hosts().get()));
    }
    if (environment.containsKey(LauncherFamily.LIBRARY)) {
      words.addAll(family.pass(LauncherFamily.LIBRARY));
    }
    words.addAll(family.ranks(request.ranks()));
    words.addAll(request.program().mpiRankCommand());
    return words;
  }

  private List<String> hosts(Hosts hosts) throws LaunchException {
    String list =
        hosts.hosts().stream()
            .map(host -> host.name() + ":" + host.slots())
            .collect(Collectors.joining(","));
    return family
        .hosts(list)
        .orElseThrow(
            () ->
                new LaunchException(
                    launcher.toString(),
                    "is neither Open MPI's launcher nor of MPICH's family, so it cannot be told the hosts",
                    "leave them out, or start the program with the launcher itself"));
  }

  /// Makes the environment of this process the launcher's: a job in a job is none of the outer
  /// one's ranks, and whoever runs `penstock run` as the superuser means it.
  private static void prepare(Map<String, String> environment) {
    environment.remove("PENSTOCK_TRANSPORT");
    environment.putAll(LauncherFamily.AS_ROOT);
    LauncherFamily.WATCHFUL.forEach(environment::putIfAbsent);
  }
}
