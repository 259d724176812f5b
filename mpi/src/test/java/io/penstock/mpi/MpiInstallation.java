package io.penstock.mpi;

import io.penstock.mpi.abi.Abi;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The MPI libraries that `./penstock setup mpi` brings, one of each ABI, with their launchers. A
/// test that needs one that is not there fails.
public enum MpiInstallation {
  OPEN_MPI(Abi.OPEN_MPI, "/usr/bin/mpirun.openmpi", "/usr/bin/mpicc.openmpi", "libmpi.so.40"),
  MPICH(Abi.MPICH, "/usr/bin/mpiexec.hydra", "/usr/bin/mpicc.mpich", "libmpich.so.12"),
  STANDARD(
      Abi.STANDARD,
      ".penstock/mpich/bin/mpiexec",
      ".penstock/mpich/bin/mpicc_abi",
      ".penstock/mpich/lib/libmpi_abi.so.1");

  private final Abi abi;
  private final String launcher;
  private final String compiler;
  private final String library;

  MpiInstallation(Abi abi, String launcher, String compiler, String library) {
    this.abi = abi;
    this.launcher = launcher;
    this.compiler = compiler;
    this.library = library;
  }

  public Abi abi() {
    return abi;
  }

  /// What to name in `PENSTOCK_MPI_LIBRARY`.
  public String library() {
    return library.contains("/") ? home().resolve(library).toString() : library;
  }

  /// The C compiler with the library's headers.
  public Path compiler() {
    return existing(compiler);
  }

  /// The words that start `ranks` times what follows them.
  public List<String> launcher(int ranks) {
    List<String> words = new ArrayList<>(List.of(existing(launcher).toString()));
    if (this == OPEN_MPI) {
      words.addAll(List.of("--oversubscribe", "--mca", "io", "romio321"));
    }
    words.addAll(List.of("-n", Integer.toString(ranks)));
    return words;
  }

  /// What the launcher needs in its environment. The standard ABI is named, because its launcher
  /// has a library with another ABI too.
  public Map<String, String> environment() {
    Map<String, String> environment = new TreeMap<>();
    if (this == OPEN_MPI) {
      environment.put("OMPI_ALLOW_RUN_AS_ROOT", "1");
      environment.put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    }
    if (this == STANDARD) {
      environment.put("PENSTOCK_MPI_LIBRARY", library());
    }
    return environment;
  }

  /// The Python that has mpi4py, for the library with the standard ABI.
  public static Path python() {
    return existing(".penstock/mpich/bin/python");
  }

  private static Path existing(String program) {
    Path file = home().resolve(program);
    if (!Files.isExecutable(file)) {
      throw new AssertionError(
          file
              + " is missing, which these tests need: run ./penstock setup mpi, which installs it");
    }
    return file;
  }

  /// The repository's root.
  static Path home() {
    return Path.of(System.getProperty("penstock.home", "..")).toAbsolutePath().normalize();
  }
}
