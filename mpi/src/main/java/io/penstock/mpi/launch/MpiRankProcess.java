package io.penstock.mpi.launch;

import io.penstock.message.MessageException;
import io.penstock.message.launch.LaunchException;
import io.penstock.message.launch.MainMethod;
import io.penstock.mpi.Mpi;
import io.penstock.mpi.library.Launcher;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Begins a process that is one rank of an MPI job: sees to its output, starts MPI, and runs the
/// user's program.
///
/// MPI is started before the program, because MPICH's launcher lets the other ranks go on for ever
/// when one fails that has not started it.
public final class MpiRankProcess {
  /// Begins each word of the user's program: for MPI's launchers a colon alone begins another
  /// program, wherever it stands.
  private static final String SHIELD = "=";

  private MpiRankProcess() {}

  /// The user's arguments as they are to be passed to [#main], so that a launcher of MPI leaves
  /// them alone.
  public static List<String> words(List<String> arguments) {
    return arguments.stream().map(argument -> SHIELD + argument).toList();
  }

  /// What [#words] was given, without the first of `words`.
  private static String[] arguments(String[] words) {
    return Arrays.stream(words)
        .skip(1)
        .map(word -> word.substring(SHIELD.length()))
        .toArray(String[]::new);
  }

  /// Runs the user's program as this process's rank.
  ///
  /// @param arguments the user's main class, and what it is passed, by [#words]; the environment
  ///   says the rest
  /// @throws Throwable what the user's program throws, so that the JVM ends as it would without us
  public static void main(String[] arguments) throws Throwable {
    MainMethod program;
    try {
      Launcher launcher = Launcher.of(System.getenv()).orElseThrow(() -> MpiRankProcess.noRank());
      Optional<Path> socket =
          Optional.ofNullable(System.getenv(RankConnection.SOCKET)).map(Path::of);
      RankOutput.install(launcher.rank(), socket);
      if (launcher.rank() != 0) {
        System.setIn(InputStream.nullInputStream()); // MPICH's launcher gives a pipe without end
      }
      program = MainMethod.of(arguments[0], ClassLoader.getSystemClassLoader());
      Mpi.start();
    } catch (LaunchException | MessageException | IllegalArgumentException e) {
      System.err.println("penstock: " + e.getMessage());
      System.exit(1);
      return;
    }
    program.run(arguments(arguments));
  }

  private static LaunchException noRank() {
    return new LaunchException(
        "this process",
        "its launcher left no rank in the environment",
        "use a launcher of MPI, such as mpiexec");
  }
}
