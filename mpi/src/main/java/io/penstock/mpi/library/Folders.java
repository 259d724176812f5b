package io.penstock.mpi.library;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// The usual folders of MPI libraries.
final class Folders {
  private static final List<String> USUAL =
      List.of(
          "/usr/lib/x86_64-linux-gnu",
          "/usr/lib/aarch64-linux-gnu",
          "/usr/lib64",
          "/usr/lib64/openmpi/lib",
          "/usr/lib64/mpich/lib",
          "/usr/lib",
          "/usr/local/lib",
          "/opt/openmpi/lib",
          "/opt/mpich/lib");

  private Folders() {}

  /// Those of `LD_LIBRARY_PATH` first, as the system's loader does.
  static List<Path> usual(Map<String, String> environment) {
    String extra = environment.getOrDefault("LD_LIBRARY_PATH", "");
    return Stream.concat(Stream.of(extra.split(":")), USUAL.stream())
        .filter(folder -> !folder.isEmpty())
        .map(Path::of)
        .toList();
  }

  /// Files of any of these names in the folders, each once, however many links lead to it.
  static List<Path> files(List<Path> folders, List<String> names) {
    Set<Path> found = new LinkedHashSet<>();
    for (String name : names) {
      for (Path folder : folders) {
        Path file = folder.resolve(name);
        if (Files.exists(file)) {
          found.add(real(file));
        }
      }
    }
    return List.copyOf(found);
  }

  private static Path real(Path file) {
    try {
      return file.toRealPath();
    } catch (IOException _) {
      return file; // it went between two looks: the loader will say so
    }
  }
}
