package io.penstock.mpi.library;

import io.penstock.mpi.abi.Abi;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/// The launcher that started this process as a rank of an MPI job, known by the variables that it
/// sets.
///
/// @param rank which rank
/// @param size of how many; empty where the launcher does not say
public record Launcher(LauncherKind kind, int rank, OptionalInt size) {
  /// What the environment says.
  ///
  /// @return empty if no launcher started this process
  /// @throws IllegalArgumentException if a variable holds no number; the message names it
  public static Optional<Launcher> of(Map<String, String> environment) {
    return Stream.of(LauncherKind.values())
        .filter(kind -> kind.started(environment))
        .findFirst()
        .map(kind -> read(kind, environment));
  }

  private static Launcher read(LauncherKind kind, Map<String, String> environment) {
    return new Launcher(
        kind,
        number(kind.rankVariable(), environment).orElseThrow(),
        number(kind.sizeVariable(), environment));
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

  /// Whether it never starts ranks of a library. Libraries of MPICH's family end the process at
  /// once where they find Open MPI's launcher.
  public boolean neverStarts(MpiLibrary library) {
    return kind == LauncherKind.OPEN_MPI
        && library.abi() != Abi.OPEN_MPI
        && !library.version().contains("Open MPI");
  }

  /// For people: `Open MPI's launcher as rank 0 of 4 (OMPI_COMM_WORLD_RANK)`.
  public String describe() {
    String of = size.isPresent() ? " of " + size.getAsInt() : "";
    return String.format(
        Locale.ROOT, "%s as rank %d%s (%s)", kind.title(), rank, of, kind.rankVariable());
  }
}
