package io.penstock.codecs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.compress.Codec;
import io.penstock.compress.Codecs;
import io.penstock.compress.Compression;
import io.penstock.compress.Limits;
import io.penstock.compress.Packing;
import io.penstock.compress.SeekableFile;
import io.penstock.testing.Contents;
import io.penstock.testing.SpokenAssumption;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every codec works in a JVM that cannot unpack native libraries, may not call them, has a small
/// heap, or cannot start threads.
class RestrictedJvmTest {
  @TempDir private Path folder;

  @Test
  void whereTheFolderForTemporaryFilesIsMissing() throws Exception {
    assertThat(ran("-Djava.io.tmpdir=" + folder.resolve("missing"), "-Duser.home=" + folder))
        .contains("gzip 1048576", "lz4 1048576", "zstd 1048576");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void whereThatFolderIsAFile() throws Exception {
    Path file = Files.createFile(folder.resolve("file"));
    assertThat(ran("-Djava.io.tmpdir=" + file, "-Duser.home=" + file))
        .contains("gzip 1048576", "lz4 1048576", "zstd 1048576");
  }

  @Test
  void whereNativeAccessIsDenied() throws Exception {
    assertThat(ran("--illegal-native-access=deny"))
        .contains("gzip 1048576", "lz4 1048576", "zstd 1048576")
        .anyMatch(
            line -> line.startsWith("zstd works in Java, by one thread and at one level, since "));
  }

  @Test
  void whereTheHeapIsSmallAndTheProcessorsAreMany() throws Exception {
    assertThat(ran("-Xmx32m", "-XX:ActiveProcessorCount=16", "-Dmegabytes=24"))
        .contains("gzip 25165824", "lz4 25165824", "zstd 25165824");
  }

  /// The superuser may start as many as there are; another user is allowed those of a JVM and few
  /// more.
  @Test
  void whereThreadsCannotBeStarted() throws Exception {
    Process probe =
        new ProcessBuilder("setpriv", "--reuid", "54321", "true").redirectErrorStream(true).start();
    SpokenAssumption.that(probe.waitFor() == 0, "this user cannot become another");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Path _ = Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThat(
            ran(
                copied(classPath()),
                List.of("setpriv", "--reuid", "54321", "prlimit", "--nproc=40", java),
                "-XX:ActiveProcessorCount=2",
                "-XX:+UseSerialGC",
                "-Dmegabytes=8",
                "-Dthreads=200"))
        .contains("gzip 8388608", "lz4 8388608", "zstd 8388608");
  }

  private static List<String> ran(String... options) throws Exception {
    return ran(
        List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m"),
        options);
  }

  private static List<String> ran(List<String> java, String... options) throws Exception {
    return ran(classPath(), java, options);
  }

  private static List<String> ran(String classPath, List<String> java, String... options)
      throws Exception {
    List<String> command = new ArrayList<>(java);
    command.add("-XX:TieredStopAtLevel=1");
    command.addAll(List.of(options));
    command.addAll(List.of("-cp", classPath, EveryCodec.class.getName()));
    Path here = Files.createTempDirectory("penstock-codecs");
    Path _ = Files.setPosixFilePermissions(here, PosixFilePermissions.fromString("rwxrwxrwx"));
    Process process =
        new ProcessBuilder(command).directory(here.toFile()).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(printed).isZero();
    Files.delete(here);
    return printed.lines().toList();
  }

  private static String classPath() {
    return String.join(
        File.pathSeparator,
        folder(EveryCodec.class),
        System.getProperty("jdk.module.path", ""),
        System.getProperty("java.class.path", ""));
  }

  /// A class path that every user may read, wherever this one's lies.
  private String copied(String classPath) throws IOException {
    List<String> copies = new ArrayList<>();
    for (String name : classPath.split(File.pathSeparator, -1)) {
      Path original = Path.of(name);
      if (!name.isEmpty() && Files.exists(original)) {
        Path copy = folder.resolve(copies.size() + "-" + original.getFileName());
        copy(original, copy);
        copies.add(copy.toString());
      }
    }
    return String.join(File.pathSeparator, copies);
  }

  private static void copy(Path original, Path copy) throws IOException {
    try (Stream<Path> files = Files.walk(original)) {
      for (Path file : files.toList()) {
        Path _ = Files.copy(file, copy.resolve(original.relativize(file).toString()));
      }
    }
  }

  private static String folder(Class<?> type) {
    String name = "/" + type.getName().replace('.', '/') + ".class";
    String found = Optional.ofNullable(type.getResource(name)).orElseThrow().toString();
    return Path.of(URI.create(found.substring(0, found.length() - name.length()))).toString();
  }

  /// Packs and unpacks with every codec.
  static final class EveryCodec {
    private EveryCodec() {}

    public static void main(String[] arguments) throws IOException {
      int megabytes = Integer.getInteger("megabytes", 1);
      int threads = Integer.getInteger("threads", Runtime.getRuntime().availableProcessors());
      byte[] piece = Contents.mixed(new Random(1), 1 << 20);
      for (Codec codec : Codecs.all()) {
        Packing packing = Packing.of(codec).withThreads(threads);
        for (boolean seekable : new boolean[] {false, true}) {
          Path archive = Files.createTempFile(Path.of("."), "archive", codec.suffix());
          try {
            try (OutputStream file = Files.newOutputStream(archive);
                OutputStream out =
                    seekable
                        ? Compression.seekable(file, packing)
                        : Compression.output(file, packing)) {
              for (int i = 0; i < megabytes; i++) {
                out.write(piece);
              }
            }
            check(archive, piece, megabytes);
          } finally {
            Files.delete(archive);
          }
        }
        System.out.println(codec.name() + " " + ((long) megabytes << 20));
        System.out.println(codec.obstacle().orElse("native"));
      }
    }

    private static void check(Path archive, byte[] piece, int times) throws IOException {
      CRC32 expected = new CRC32();
      for (int i = 0; i < times; i++) {
        expected.update(piece);
      }
      CheckedOutputStream content =
          new CheckedOutputStream(OutputStream.nullOutputStream(), new CRC32());
      Optional<SeekableFile> seekable = SeekableFile.openIfSeekable(archive, Limits.defaults());
      if (seekable.isPresent()) {
        try (SeekableFile file = seekable.get()) {
          file.transferTo(content, Runtime.getRuntime().availableProcessors());
        }
      } else {
        try (InputStream in =
            Compression.input(
                Files.newInputStream(archive), archive.toString(), Limits.defaults())) {
          in.transferTo(content);
        }
      }
      if (content.getChecksum().getValue() != expected.getValue()) {
        throw new AssertionError(archive.toString());
      }
    }
  }
}
