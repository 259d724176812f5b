package io.penstock.mpi.library;

import java.util.List;
import java.util.Map;

/// Programs that start the ranks of a job, and how a process knows that it is one.
///
/// In the order in which they are looked for: one may start another.
enum LauncherKind {
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

  LauncherKind(
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

  String title() {
    return title;
  }

  String rankVariable() {
    return rankVariable;
  }

  String sizeVariable() {
    return sizeVariable;
  }

  /// Whether it started a process with this environment.
  boolean started(Map<String, String> environment) {
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
