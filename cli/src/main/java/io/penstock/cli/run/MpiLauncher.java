package io.penstock.cli.run;

import io.penstock.cli.tool.Tool;
import io.penstock.message.launch.LaunchException;
import io.penstock.message.launch.LauncherFamily;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The program that starts the ranks of an MPI job.
record MpiLauncher(Path program, LauncherFamily family) {
  private static final String VARIABLE = "PENSTOCK_MPI_LAUNCHER";

  /// The one that is asked for.
  ///
  /// @throws LaunchException if it is none
  static MpiLauncher named(String name) throws LaunchException {
    return named(name, "--launcher");
  }

  /// The one that the environment names, else the first of the usual names that is on the search
  /// path.
  ///
  /// @throws LaunchException if there is none
  static MpiLauncher find(Map<String, String> environment) throws LaunchException {
    String variable = environment.get(VARIABLE);
    return variable == null || variable.isBlank() ? usual() : named(variable, VARIABLE);
  }

  private static MpiLauncher named(String name, String by) throws LaunchException {
    Path path = Path.of(name);
    Optional<Path> program =
        path.getNameCount() > 1 || path.isAbsolute()
            ? Optional.of(path.toAbsolutePath()).filter(MpiLauncher::isProgram)
            : Tool.find(name);
    return of(
        program.orElseThrow(
            () ->
                new LaunchException(
                    by + " " + name,
                    "is no program",
                    "name MPI's mpiexec or mpirun, by its path or as it is found on the PATH")));
  }

  private static boolean isProgram(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file);
  }

  private static MpiLauncher usual() throws LaunchException {
    return of(
        LauncherFamily.PROGRAMS.stream()
            .flatMap(name -> Tool.find(name).stream())
            .findFirst()
            .orElseThrow(
                () ->
                    new LaunchException(
                        "MPI",
                        "neither mpiexec nor mpirun is on the PATH",
                        "install one (./penstock setup mpi, or Debian: apt install openmpi-bin), or name it with --launcher")));
  }

  /// Asks the program itself of which family it is.
  private static MpiLauncher of(Path program) {
    String version = Tool.output(program.toString(), "--version").orElse("");
    return new MpiLauncher(program, LauncherFamily.of(version));
  }

  /// The words that start `java` as so many ranks.
  ///
  /// @throws LaunchException if hosts are wanted, and how it takes them is not known
  List<String> words(JobRequest request, List<String> java, Map<String, String> environment)
      throws LaunchException {
    List<String> words = new ArrayList<>(List.of(program.toString()));
    if (request.hosts().isPresent()) {
      words.addAll(hosts(request.hosts().get()));
    }
    if (environment.containsKey(LauncherFamily.LIBRARY)) {
      words.addAll(family.pass(LauncherFamily.LIBRARY));
    }
    words.addAll(family.ranks(request.ranks()));
    words.addAll(java);
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
                    program.toString(),
                    "is neither Open MPI's launcher nor of MPICH's family, so it cannot be told the hosts",
                    "leave them out, or start the program with the launcher itself"));
  }

  /// Makes the environment of this process the launcher's: a job in a job is none of the outer
  /// one's ranks, and whoever runs `penstock run` as the superuser means it.
  static void prepare(Map<String, String> environment) {
    environment.remove("PENSTOCK_TRANSPORT");
    environment.putAll(LauncherFamily.AS_ROOT);
  }
}
