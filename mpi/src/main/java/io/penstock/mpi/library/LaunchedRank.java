package io.penstock.mpi.library;

import io.penstock.mpi.abi.Abi;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/// A process that a launcher of MPI has started as a rank of a job, known by the variables that the
/// launcher sets.
///
/// @param rank the process's rank
/// @param size the number of ranks; empty where the launcher does not say
public record LaunchedRank(Launcher launcher, int rank, OptionalInt size) {
  /// This process, by its environment.
  ///
  /// @return empty if no launcher started this process
  /// @throws IllegalArgumentException if a variable holds no number; the message names it
  public static Optional<LaunchedRank> of(Map<String, String> environment) {
    return Stream.of(Launcher.values())
        .filter(launcher -> launcher.started(environment))
        .findFirst()
        .map(launcher -> read(launcher, environment));
  }

  private static LaunchedRank read(Launcher launcher, Map<String, String> environment) {
    return new LaunchedRank(
        launcher,
        number(launcher.rankVariable, environment).orElseThrow(),
        number(launcher.sizeVariable, environment));
  }

  private static OptionalInt number(String variable, Map<String, String> environment) {
    if (!environment.containsKey(variable)) {
      return OptionalInt.empty();
    }
    String text = environment.get(variable);
    try {
      return OptionalInt.of(Integer.parseInt(text));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%s is '%s', which is no number; start ranks with mpirun or mpiexec",
              variable,
              text),
          e);
    }
  }

  /// Whether the launcher never starts ranks of a library. Libraries of MPICH's family end the
  /// process at once where they find Open MPI's launcher.
  public boolean neverStarts(MpiLibrary library) {
    return launcher == Launcher.OPEN_MPI
        && library.abi() != Abi.OPEN_MPI
        && !library.version().contains("Open MPI");
  }

  /// A description for users: `Open MPI's launcher as rank 0 of 4 (OMPI_COMM_WORLD_RANK)`.
  public String describe() {
    String of = size.isPresent() ? " of " + size.getAsInt() : "";
    return String.format(
        Locale.ROOT, "%s as rank %d%s (%s)", launcher.title, rank, of, launcher.rankVariable);
  }

  /// A program that starts the ranks of a job, with the variables by which a rank knows it.
  ///
  /// In the order in which they are looked for: one may start another.
  enum Launcher {
    OPEN_MPI(
        "Open MPI's launcher",
        "OMPI_COMM_WORLD_RANK",
        "OMPI_COMM_WORLD_SIZE",
        "OMPI_COMM_WORLD_RANK",
        "libmpi.so.40 libmpi_abi.so.1",
        "Open MPI (Debian: apt install libopenmpi3)"),
    HYDRA(
        "a launcher of MPICH's family",
        "PMI_RANK",
        "PMI_SIZE",
        "MPI_LOCALRANKID",
        "libmpich.so.12 libmpi.so.12 libmpi_abi.so.1",
        "MPICH (Debian: apt install libmpich12)"),
    /// Such as Slurm with PMI-2, for libraries of both families.
    PMI(
        "a launcher with PMI",
        "PMI_RANK",
        "PMI_SIZE",
        "PMI_RANK",
        "libmpich.so.12 libmpi.so.12 libmpi_abi.so.1 libmpi.so.40",
        "the MPI library that the launcher was built for"),
    PMIX(
        "a launcher with PMIx",
        "PMIX_RANK",
        "SLURM_STEP_NUM_TASKS",
        "PMIX_RANK",
        "libmpi.so.40 libmpich.so.12 libmpi.so.12 libmpi_abi.so.1",
        "the MPI library that the launcher was built for"),
    /// Tasks of a step, started without help for MPI. Scripts in an allocation have the rank too.
    SLURM(
        "Slurm's srun",
        "SLURM_PROCID",
        "SLURM_STEP_NUM_TASKS",
        "SLURM_STEP_NUM_TASKS",
        "libmpi.so.40 libmpich.so.12 libmpi.so.12 libmpi_abi.so.1",
        "the MPI library that Slurm was built for");

    private final String title;
    private final String rankVariable;
    private final String sizeVariable;
    private final String mark;
    private final String libraries;
    private final String remedy;

    Launcher(
        String title,
        String rankVariable,
        String sizeVariable,
        String mark,
        String libraries,
        String remedy) {
      this.title = title;
      this.rankVariable = rankVariable;
      this.sizeVariable = sizeVariable;
      this.mark = mark;
      this.libraries = libraries;
      this.remedy = remedy;
    }

    /// Whether it started a process with this environment.
    private boolean started(Map<String, String> environment) {
      return environment.containsKey(rankVariable) && environment.containsKey(mark);
    }

    /// Names of the libraries whose jobs it starts, the likeliest first.
    List<String> libraries() {
      return List.of(libraries.split(" "));
    }

    /// What to install where none of them is there.
    String remedy() {
      return remedy;
    }
  }
}
