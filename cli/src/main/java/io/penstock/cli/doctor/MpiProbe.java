package io.penstock.cli.doctor;

import io.penstock.cli.tool.Tool;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A probe of the installed MPI libraries.
///
/// @param home whose `.penstock/mpich` may hold a private one
record MpiProbe(Path home) implements Probe {
  private static final Pattern LIBRARY =
      Pattern.compile("libmpi(ch|_abi)?(\\.so[.\\d]*|[.\\d]*\\.dylib)");
  private static final Pattern CACHE_LINE = Pattern.compile(".* => (/.*)");
  private static final List<String> FOLDERS =
      List.of(
          "/usr/lib/x86_64-linux-gnu",
          "/usr/lib/aarch64-linux-gnu",
          "/usr/lib64",
          "/usr/lib64/openmpi/lib",
          "/usr/lib64/mpich/lib",
          "/usr/local/lib",
          "/opt/homebrew/lib");

  @Override
  public Finding examine() {
    Set<Path> found = new TreeSet<>();
    cached().forEach(file -> add(file, found));
    folders().forEach(folder -> list(folder).forEach(file -> add(file, found)));
    return found.isEmpty()
        ? Finding.note(
            "MPI",
            "no library found",
            "./penstock setup mpi, or Debian: apt install libopenmpi-dev or libmpich-dev")
        : Finding.ok("MPI", String.join(", ", found.stream().map(Path::toString).toList()));
  }

  // Several names lead to one library.
  private static void add(Path file, Set<Path> found) {
    if (LIBRARY.matcher(String.valueOf(file.getFileName())).matches()) {
      try {
        found.add(file.toRealPath());
      } catch (IOException _) {
        // A link that leads nowhere is no library.
      }
    }
  }

  private static Stream<Path> cached() {
    String program = Tool.find("ldconfig").map(Path::toString).orElse("/sbin/ldconfig");
    return Tool.output(program, "-p")
        .orElse("")
        .lines()
        .map(CACHE_LINE::matcher)
        .flatMap(line -> line.matches() ? Stream.of(Path.of(line.group(1))) : Stream.empty());
  }

  private Stream<Path> folders() {
    String extra = Optional.ofNullable(System.getenv("LD_LIBRARY_PATH")).orElse("");
    Stream<Path> others =
        Stream.concat(FOLDERS.stream(), Stream.of(extra.split(":")))
            .filter(folder -> !folder.isEmpty())
            .map(Path::of);
    return Stream.concat(others, Stream.of(home.resolve(".penstock/mpich/lib")));
  }

  private static List<Path> list(Path folder) {
    List<Path> files = new ArrayList<>();
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> names = Files.newDirectoryStream(folder, "libmpi*")) {
        names.forEach(files::add);
      } catch (IOException _) {
        // A folder that may not be read offers nothing.
      }
    }
    return files;
  }
}
