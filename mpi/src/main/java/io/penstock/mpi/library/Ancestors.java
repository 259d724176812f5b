package io.penstock.mpi.library;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The processes that this one descends from: one of them is the launcher on this machine.
final class Ancestors {
  private static final Pattern LAUNCHER =
      Pattern.compile("(hydra_.*|mpiexec.*|mpirun.*|orterun.*|orted|prte.*|pmi_proxy)");

  private static final int FARTHEST = 8;

  private Ancestors() {}

  /// Folders with libraries beside the launcher's own program, `../lib` of its folder. Empty where
  /// the system does not tell.
  static List<Path> librariesBesideLauncher() {
    return Stream.iterate(
            ProcessHandle.current().parent(),
            Optional::isPresent,
            process -> process.flatMap(ProcessHandle::parent))
        .limit(FARTHEST)
        .flatMap(process -> process.flatMap(handle -> handle.info().command()).stream())
        .map(Path::of)
        .filter(program -> LAUNCHER.matcher(String.valueOf(program.getFileName())).matches())
        .map(program -> program.resolveSibling("../lib").normalize())
        .distinct()
        .toList();
  }
}
