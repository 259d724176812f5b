package io.penstock.evaluate.messages;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Where MPJ Express is installed: in `MPJ_HOME`, or as Debian's package `libmpj-java`.
final class MpjHome {
  /// What to say where it is not.
  static final String MISSING =
      "MPJ Express is not installed; run ./penstock setup mpj, or install libmpj-java";

  private static final Path DEBIAN = Path.of("/usr/share/mpj");
  private static final Path DEBIAN_JARS = Path.of("/usr/share/java");
  private static final List<String> JARS =
      List.of("mpi", "mpjdev", "mpjbuf", "xdev", "niodev", "smpdev", "hybdev", "mpj");

  private MpjHome() {}

  /// Its jars as a class path; empty where it is not installed.
  static Optional<String> classPath() {
    return home()
        .map(
            home ->
                Stream.concat(
                        JARS.stream().map(name -> home.resolve("lib", name + ".jar")),
                        Stream.of(
                            home.resolve("lib", "log4j-1.2.11.jar"),
                            DEBIAN_JARS.resolve("log4j-1.2.jar")))
                    .filter(Files::exists)
                    .map(Path::toString)
                    .collect(Collectors.joining(File.pathSeparator)));
  }

  private static Optional<Path> home() {
    return Stream.of(
            Optional.ofNullable(System.getenv("MPJ_HOME")).map(Path::of), Optional.of(DEBIAN))
        .flatMap(Optional::stream)
        .filter(home -> Files.exists(home.resolve("lib", "mpj.jar")))
        .findFirst();
  }
}
