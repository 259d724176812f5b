package io.penstock.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// Real text that a machine has: the sources of its JDK, the headers of its C libraries, its
/// manuals; of each some megabytes, one file behind the other. What it has not is empty.
record MachineCorpora(Path folder) {
  private static final long MOST_BYTES = 4 << 20;

  /// Of the JDK's sources one in so many, so that all modules have a part.
  private static final int ONE_IN = 50;

  private static final List<Path> MANUALS =
      List.of(
          Path.of("/usr/share/man"),
          Path.of("/usr/share/doc"),
          Path.of("/usr/share/common-licenses"),
          Path.of("/usr/share/perl"));

  List<Corpus> write() throws IOException {
    return List.of(
        new Corpus("sources of the JDK", sources()),
        new Corpus("C headers", headers()),
        new Corpus("manuals", manuals()));
  }

  private Path sources() throws IOException {
    Path text = folder.resolve("sources");
    try (OutputStream out = Files.newOutputStream(text)) {
      Optional<Path> archive = archive();
      if (archive.isPresent()) {
        unpack(archive.get(), out);
      }
    }
    return text;
  }

  // Debian keeps it in a package of its own, and a link to it that may lead nowhere.
  private static Optional<Path> archive() throws IOException {
    Path own = Path.of(System.getProperty("java.home"), "lib", "src.zip");
    Path all = Path.of("/usr/lib/jvm");
    if (Files.exists(own) || !Files.isDirectory(all)) {
      return Optional.of(own).filter(Files::exists);
    }
    try (Stream<Path> jdks = Files.list(all)) {
      return jdks.flatMap(jdk -> Stream.of(jdk.resolve("lib/src.zip"), jdk.resolve("src.zip")))
          .filter(Files::exists)
          .findFirst();
    }
  }

  private static void unpack(Path archive, OutputStream out) throws IOException {
    try (ZipFile zip = new ZipFile(archive.toFile())) {
      List<? extends ZipEntry> sources =
          zip.stream().filter(entry -> entry.getName().endsWith(".java")).toList();
      long left = MOST_BYTES;
      for (int i = 0; i < sources.size() && left > 0; i += ONE_IN) {
        try (InputStream source = zip.getInputStream(sources.get(i))) {
          left -= source.transferTo(out);
        }
      }
    }
  }

  private Path headers() throws IOException {
    Path text = folder.resolve("headers");
    try (OutputStream out = Files.newOutputStream(text)) {
      append(Path.of("/usr/include"), path -> path.toString().endsWith(".h"), MOST_BYTES, out);
    }
    return text;
  }

  private Path manuals() throws IOException {
    Path text = folder.resolve("manuals");
    try (OutputStream out = Files.newOutputStream(text)) {
      long left = MOST_BYTES;
      for (Path manual : MANUALS) {
        left -= append(manual, _ -> true, left, out);
      }
    }
    return text;
  }

  /// Appends files until they are so many bytes.
  ///
  /// @return how many they are
  private static long append(Path folder, Predicate<Path> wanted, long most, OutputStream out)
      throws IOException {
    if (!Files.isDirectory(folder)) {
      return 0;
    }
    long done = 0;
    try (Stream<Path> walk = Files.walk(folder)) {
      for (Path file : (Iterable<Path>) walk.filter(wanted)::iterator) {
        if (done < most && Files.isRegularFile(file) && Files.isReadable(file)) {
          done += append(file, out);
        }
      }
    }
    return done;
  }

  private static long append(Path file, OutputStream out) throws IOException {
    try (InputStream input = Files.newInputStream(file)) {
      return file.toString().endsWith(".gz")
          ? new GZIPInputStream(input).transferTo(out)
          : input.transferTo(out);
    }
  }
}
