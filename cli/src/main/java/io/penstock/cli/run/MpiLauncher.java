package io.penstock.cli.run;

import io.penstock.cli.tool.Tool;
import io.penstock.message.launch.LaunchException;
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
  private static final String LIBRARY = "PENSTOCK_MPI_LIBRARY";

  /// Debian gives the launchers of each library a name of their own.
  private static final List<String> NAMES =
      List.of(
          "mpiexec",
          "mpirun",
          "mpiexec.openmpi",
          "mpirun.openmpi",
          "mpiexec.hydra",
          "mpiexec.mpich",
          "mpirun.mpich");

  /// What Open MPI wants to read where the superuser runs it, before and since version 5.
  private static final List<String> AS_ROOT =
      List.of(
          "OMPI_ALLOW_RUN_AS_ROOT",
          "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM",
          "PRTE_ALLOW_RUN_AS_ROOT",
          "PRTE_ALLOW_RUN_AS_ROOT_CONFIRM");

  /// The one that is asked for, else the one that the environment names, else the first of the
  /// usual names that is on the search path.
  ///
  /// @throws LaunchException if there is none
  static MpiLauncher find(Optional<String> asked, Map<String, String> environment)
      throws LaunchException {
    Optional<String> variable =
        Optional.ofNullable(environment.get(VARIABLE)).filter(name -> !name.isBlank());
    if (asked.isPresent()) {
      return named(asked.get(), "--launcher");
    }
    return variable.isPresent() ? named(variable.get(), VARIABLE) : usual();
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
        NAMES.stream()
            .flatMap(name -> Tool.find(name).stream())
            .findFirst()
            .orElseThrow(
                () ->
                    new LaunchException(
                        "MPI",
                        "neither mpiexec nor mpirun is on the PATH",
                        "install one (./penstock setup mpi, or Debian: apt install openmpi-bin), or name it with --launcher")));
  }

  private static MpiLauncher of(Path program) {
    return new MpiLauncher(program, LauncherFamily.of(program));
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
    if (environment.containsKey(LIBRARY)) {
      words.addAll(family.pass(LIBRARY));
    }
    words.addAll(family.words(request.ranks()));
    words.addAll(java);
    return words;
  }

  private List<String> hosts(Hosts hosts) throws LaunchException {
    if (family == LauncherFamily.OTHER) {
      throw new LaunchException(
          program.toString(),
          "is neither Open MPI's launcher nor of MPICH's family, so it cannot be told the hosts",
          "leave them out, or start the program with the launcher itself");
    }
    return family.words(hosts);
  }

  /// Makes the environment of this process the launcher's: a job in a job is none of the outer
  /// one's ranks, and whoever runs `penstock run` as the superuser means it.
  static void prepare(Map<String, String> environment) {
    environment.remove("PENSTOCK_TRANSPORT");
    AS_ROOT.forEach(variable -> environment.put(variable, "1"));
  }

  /// Programs that start the ranks of an MPI job, by what they understand.
  private enum LauncherFamily {
    /// Open MPI's, of any version.
    OPEN_MPI {
      // It binds two ranks to a core each, which a JVM's own threads would then share with it.
      @Override
      List<String> words(int ranks) {
        return List.of("--oversubscribe", "--bind-to", "none", "-n", Integer.toString(ranks));
      }

      @Override
      List<String> words(Hosts hosts) {
        return List.of("--host", list(hosts));
      }

      @Override
      List<String> pass(String variable) {
        return List.of("-x", variable);
      }
    },
    /// MPICH's and Intel MPI's. It passes on the whole environment.
    HYDRA {
      @Override
      List<String> words(Hosts hosts) {
        return List.of("-hosts", list(hosts));
      }
    },
    /// Such as Slurm's `srun`.
    OTHER {
      @Override
      List<String> words(Hosts hosts) {
        throw new UnsupportedOperationException("how it takes hosts is not known");
      }
    };

    /// Asks the program itself.
    static LauncherFamily of(Path program) {
      String version = Tool.output(program.toString(), "--version").orElse("");
      if (version.contains("Open MPI")
          || version.contains("OpenRTE")
          || version.contains("PRRTE")) {
        return OPEN_MPI;
      }
      return version.contains("HYDRA") || version.contains("Intel(R) MPI") ? HYDRA : OTHER;
    }

    /// The words that ask for so many ranks, more than there are cores too.
    List<String> words(int ranks) {
      return List.of("-n", Integer.toString(ranks));
    }

    /// The words that name the hosts.
    abstract List<String> words(Hosts hosts);

    /// The words that hand a variable of the environment to ranks on other machines.
    List<String> pass(String variable) {
      return List.of();
    }

    private static String list(Hosts hosts) {
      return hosts.hosts().stream()
          .map(host -> host.name() + ":" + host.slots())
          .collect(Collectors.joining(","));
    }
  }
}
