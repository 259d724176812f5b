package io.penstock.evaluate.machine;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An MPI library that this machine has, with the program that starts its ranks.
///
/// @param key by which names of contestants tell it from others, `open-mpi`
/// @param name for a reader, with the version where the launcher tells it, `Open MPI 4.1.4`
/// @param launcher the program, and what it is told before the number of ranks
/// @param compiler of C, with the library's headers; it may be missing
/// @param environment what the launcher and the ranks need in theirs
/// @param python that has mpi4py for this very library
public record MpiInstallation(
    String key,
    String name,
    List<String> launcher,
    String compiler,
    Map<String, String> environment,
    Optional<Path> python) {
  private static final File NOTHING = new File("/dev/null");

  public MpiInstallation {
    launcher = List.copyOf(launcher);
    environment = Map.copyOf(environment);
  }

  /// All that are found: Debian's, each by the names that are its own; the one with the standard
  /// ABI in `.penstock/mpich` of Penstock's own folder; where Debian's names are missing, the one
  /// whose `mpiexec` is on the `PATH`.
  public static List<MpiInstallation> find() {
    return MpiSearch.all();
  }

  /// A job whose ranks all run a program. It is not started. Its ranks get no input and do not know
  /// of a job that this process may belong to; what it prints to either stream comes out of one.
  public ProcessBuilder job(int ranks, List<String> program) {
    List<String> words = new ArrayList<>(launcher);
    words.addAll(List.of("-n", Integer.toString(ranks)));
    words.addAll(program);
    ProcessBuilder job = new ProcessBuilder(words);
    job.redirectInput(NOTHING).redirectErrorStream(true);
    forgetOtherJobs(job.environment());
    job.environment().putAll(environment);
    return job;
  }

  /// Takes out of the environment of ranks what this process was told of a job that it belongs to.
  public static void forgetOtherJobs(Map<String, String> environment) {
    environment.keySet().removeIf(MpiInstallation::isOfAnotherJob);
  }

  private static boolean isOfAnotherJob(String variable) {
    return variable.startsWith("OMPI_")
        || variable.startsWith("PMI")
        || variable.startsWith("PENSTOCK_");
  }
}
