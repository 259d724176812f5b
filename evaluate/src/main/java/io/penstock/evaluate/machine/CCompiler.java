package io.penstock.evaluate.machine;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/// Builds the C yardstick with the system's compiler, for this very processor, once.
///
/// The program is kept in the user's cache folder under a name that depends on the sources, the
/// compiler and the processor.
public final class CCompiler {
  private static final List<String> SOURCES =
      List.of(
          "pattern.h",
          "task.h",
          "team.h",
          "move.h",
          "pattern.c",
          "task.c",
          "team.c",
          "move.c",
          "yardstick.c");
  private static final List<String> FLAGS =
      List.of("-std=c11", "-D_GNU_SOURCE", "-O3", "-march=native", "-pthread");

  private final Path cache;

  /// @param cache folder to keep programs in; it is made when it is needed
  public CCompiler(Path cache) {
    this.cache = cache;
  }

  /// A compiler that keeps its programs in the user's cache folder.
  public static CCompiler ofThisUser() {
    return new CCompiler(UserFolders.cache());
  }

  /// The first line in which the compiler says what it is.
  ///
  /// @throws IOException if there is none; the message says so in one line
  public String version() throws IOException {
    return Command.output(List.of("cc", "--version")).lines().findFirst().orElse("cc");
  }

  /// The yardstick program, built if it was not yet.
  ///
  /// @throws IOException if there is no compiler or it fails; the message says so in one line
  public Path yardstick() throws IOException {
    Path folder = cache.resolve("yardstick-" + key());
    Path program = folder.resolve("yardstick");
    if (!Files.isExecutable(program)) {
      Files.createDirectories(folder);
      build(folder, program);
    }
    return program;
  }

  private static void build(Path folder, Path program) throws IOException {
    Path sources = Files.createTempDirectory("penstock-yardstick-");
    Path built = Files.createTempFile(folder, "yardstick", ".new");
    try {
      List<String> command = new ArrayList<>(List.of("cc"));
      command.addAll(FLAGS);
      command.addAll(List.of("-o", built.toString()));
      for (String name : SOURCES) {
        Path source = Files.write(sources.resolve(name), source(name));
        if (name.endsWith(".c")) {
          command.add(source.toString());
        }
      }
      Command.output(command);
      Files.move(built, program, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(built);
      for (String name : SOURCES) {
        Files.deleteIfExists(sources.resolve(name));
      }
      Files.delete(sources);
    }
  }

  private String key() throws IOException {
    MessageDigest digest = sha256();
    for (String name : SOURCES) {
      digest.update(source(name));
    }
    digest.update((version() + FLAGS + Processor.features()).getBytes(UTF_8));
    return HexFormat.of().formatHex(digest.digest(), 0, 8);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }

  private static byte[] source(String name) throws IOException {
    try (InputStream stream = CCompiler.class.getResourceAsStream("/c/" + name)) {
      if (stream == null) {
        throw new IOException("this build of Penstock has no source of its yardstick: " + name);
      }
      return stream.readAllBytes();
    }
  }
}
