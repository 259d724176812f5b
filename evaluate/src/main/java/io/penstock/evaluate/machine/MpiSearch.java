package io.penstock.evaluate.machine;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Looks for MPI libraries by their launchers.
///
/// Debian's `mpiexec` is that of whichever library was chosen by its alternatives, and so is its
/// `mpicc`: only the longer names belong together for certain.
final class MpiSearch {
  private static final String LIBRARY = "PENSTOCK_MPI_LIBRARY";

  private MpiSearch() {}

  static List<MpiInstallation> all() {
    List<MpiInstallation> found = new ArrayList<>();
    pair("mpirun.openmpi", "mpicc.openmpi").ifPresent(found::add);
    pair("mpiexec.hydra", "mpicc.mpich").ifPresent(found::add);
    if (found.isEmpty()) {
      usual().ifPresent(found::add);
    }
    own().ifPresent(found::add);
    return List.copyOf(found);
  }

  private static Optional<MpiInstallation> pair(String launcher, String compiler) {
    return onPath(compiler)
        .flatMap(c -> onPath(launcher).flatMap(l -> installation(l, c.toString(), Map.of())));
  }

  /// Where the user names a library, it is that of the usual launcher.
  private static Optional<MpiInstallation> usual() {
    Map<String, String> named =
        Optional.ofNullable(System.getenv(LIBRARY))
            .map(library -> Map.of(LIBRARY, library))
            .orElse(Map.of());
    return onPath("mpiexec").flatMap(launcher -> installation(launcher, "mpicc", named));
  }

  private static Optional<MpiInstallation> installation(
      Path launcher, String compiler, Map<String, String> more) {
    return said(launcher)
        .map(
            said -> {
              MpiFamily family = MpiFamily.of(said);
              String version = MpiFamily.version(said);
              Map<String, String> environment = new TreeMap<>(family.environment());
              environment.putAll(more);
              List<String> words = new ArrayList<>(List.of(launcher.toString()));
              words.addAll(family.words(version));
              return new MpiInstallation(
                  family.key(),
                  (family.title() + " " + version).strip(),
                  words,
                  compiler,
                  environment,
                  Optional.empty());
            });
  }

  /// The library is named, because its launcher has one with another ABI too.
  private static Optional<MpiInstallation> own() {
    String home = System.getProperty("penstock.home", "..");
    Path folder = Path.of(home, ".penstock", "mpich").toAbsolutePath().normalize();
    Path launcher = folder.resolve("bin", "mpiexec");
    Path library = folder.resolve("lib", "libmpi_abi.so.1");
    if (!Files.isExecutable(launcher) || !Files.exists(library)) {
      return Optional.empty();
    }
    return said(launcher)
        .map(
            said ->
                new MpiInstallation(
                    "mpi-abi",
                    ("MPICH " + MpiFamily.version(said)).strip() + " by the standard ABI",
                    List.of(launcher.toString()),
                    folder.resolve("bin", "mpicc_abi").toString(),
                    Map.of(LIBRARY, library.toString()),
                    Optional.of(folder.resolve("bin", "python")).filter(Files::isExecutable)));
  }

  /// What a launcher says about itself; empty if it does not even do that.
  private static Optional<String> said(Path launcher) {
    try {
      return Optional.of(Command.output(List.of(launcher.toString(), "--version")));
    } catch (IOException e) {
      return Optional.empty(); // it could not start ranks either
    }
  }

  private static Optional<Path> onPath(String program) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.of(path.split(File.pathSeparator))
        .filter(folder -> !folder.isBlank())
        .map(folder -> Path.of(folder, program).toAbsolutePath())
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst();
  }
}
