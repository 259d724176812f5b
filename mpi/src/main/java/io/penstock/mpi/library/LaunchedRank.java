package io.penstock.mpi.library;

import io.penstock.message.launch.LauncherFamily;
import io.penstock.mpi.abi.Abi;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// A process that a launcher of MPI has started as a rank of a job, known by the variables that the
/// launcher sets.
public final class LaunchedRank {
  private final LauncherFamily launcher;
  private final int rank;
  private final @Nullable Integer size; // null where the launcher does not say

  private LaunchedRank(LauncherFamily launcher, int rank, @Nullable Integer size) {
    this.launcher = launcher;
    this.rank = rank;
    this.size = size;
  }

  /// This process, by its environment.
  ///
  /// @return empty if no launcher started this process
  /// @throws IllegalArgumentException if a variable holds no number; the message names it
  public static Optional<LaunchedRank> of(Map<String, String> environment) {
    return LauncherFamily.of(environment).map(launcher -> read(launcher, environment));
  }

  private static LaunchedRank read(LauncherFamily launcher, Map<String, String> environment) {
    return new LaunchedRank(
        launcher,
        Objects.requireNonNull(number(launcher.rankVariable(), environment)),
        number(launcher.sizeVariable(), environment));
  }

  /// @return null where the variable is not set
  private static @Nullable Integer number(String variable, Map<String, String> environment) {
    String text = environment.get(variable);
    if (text == null) {
      return null;
    }
    try {
      return Integer.parseInt(text);
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

  /// Who started it.
  public LauncherFamily launcher() {
    return launcher;
  }

  /// The process's rank.
  public int rank() {
    return rank;
  }

  /// The number of ranks; empty where the launcher does not say.
  public OptionalInt size() {
    return size == null ? OptionalInt.empty() : OptionalInt.of(size);
  }

  /// Whether the launcher never starts ranks of a library. Libraries of MPICH's family end the
  /// process at once where they find Open MPI's launcher.
  public boolean neverStarts(MpiLibrary library) {
    return launcher == LauncherFamily.OPEN_MPI
        && library.abi() != Abi.OPEN_MPI
        && !library.version().contains("Open MPI");
  }

  /// A description for users: `Open MPI's launcher as rank 0 of 4 (OMPI_COMM_WORLD_RANK)`.
  public String describe() {
    String of = size == null ? "" : " of " + size;
    return String.format(
        Locale.ROOT, "%s as rank %d%s (%s)", launcher.title(), rank, of, launcher.rankVariable());
  }
}
