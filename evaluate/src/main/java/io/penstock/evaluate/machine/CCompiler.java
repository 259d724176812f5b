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

/// Builds the C yardsticks with the system's compiler, for this very processor, once.
///
/// Programs are kept in the user's cache folder under names that depend on the sources, the
/// compiler and the processor.
public final class CCompiler {

  /// A program and the sources that it is made of.
  private record Yardstick(String name, List<String> sources) {}

  /// A compiler.
  ///
  /// @param command that runs it
  /// @param library that it builds programs for, besides the system's own; empty for none
  private record Toolchain(String command, String library) {
    String version() throws IOException {
      try {
        return Command.output(List.of(command, "--version")).lines().findFirst().orElse(command);
      } catch (IOException e) {
        String group = library.isEmpty() ? "c" : "mpi";
        throw new IOException(
            command + " does not run; run ./penstock setup " + group + ", or install it", e);
      }
    }
  }

  private static final Toolchain SYSTEM = new Toolchain("cc", "");

  private static final Yardstick FILES = files("yardstick", "move.c");
  private static final Yardstick MPI_FILES = files("mpi-yardstick", "mpi_move.c");
  private static final Yardstick DRILLS =
      new Yardstick(
          "drill",
          List.of(
              "words.h",
              "pattern.h",
              "team.h",
              "drill.h",
              "line.h",
              "text.h",
              "words.c",
              "pattern.c",
              "team.c",
              "allocate.c",
              "packing.c",
              "pingpong.c",
              "socket_line.c",
              "relay.c",
              "text.c",
              "text_lines.c",
              "text_numbers.c",
              "text_places.c",
              "text_tables.c",
              "text_utf8.c",
              "text_writing.c",
              "files.c",
              "start.c",
              "drill.c",
              "drills.c"));
  private static final Yardstick MPI_DRILLS =
      new Yardstick(
          "mpi-drill",
          List.of(
              "words.h",
              "pattern.h",
              "drill.h",
              "line.h",
              "words.c",
              "pattern.c",
              "pingpong.c",
              "mpi_line.c",
              "mpi_collectives.c",
              "drill.c",
              "mpi_drills.c"));
  private static final Yardstick MPI_START = new Yardstick("mpi-start", List.of("mpi_start.c"));
  private static final Yardstick CROSS_CHECK =
      new Yardstick("cross-check", List.of("cross_check.c"));
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
    return SYSTEM.version();
  }

  /// The program that moves arrays between memory and files, built if it was not yet.
  ///
  /// @throws IOException if there is no compiler or it fails; the message says so in one line
  public Path yardstick() throws IOException {
    return program(FILES, SYSTEM);
  }

  /// The program that moves arrays by the MPI-IO of a library, built if it was not yet.
  ///
  /// @throws IOException if the library has no compiler or it fails; the message says so in one
  ///   line
  public Path yardstick(MpiInstallation mpi) throws IOException {
    return program(MPI_FILES, new Toolchain(mpi.compiler(), mpi.name()));
  }

  /// The program that does operations over and over, built if it was not yet.
  ///
  /// @throws IOException if there is no compiler or it fails; the message says so in one line
  public Path drills() throws IOException {
    return program(DRILLS, SYSTEM);
  }

  /// The program that exchanges messages by an MPI library over and over, built if it was not yet.
  ///
  /// @throws IOException if the library has no compiler or it fails; the message says so in one
  ///   line
  public Path drills(MpiInstallation mpi) throws IOException {
    return program(MPI_DRILLS, new Toolchain(mpi.compiler(), mpi.name()));
  }

  /// The program that starts MPI, sends a message to and fro and ends MPI, built if it was not yet.
  ///
  /// @throws IOException if the library has no compiler or it fails; the message says so in one
  ///   line
  public Path start(MpiInstallation mpi) throws IOException {
    return program(MPI_START, new Toolchain(mpi.compiler(), mpi.name()));
  }

  /// The program of loops that time themselves, built if it was not yet.
  ///
  /// @throws IOException if there is no compiler or it fails; the message says so in one line
  public Path crossCheck() throws IOException {
    return program(CROSS_CHECK, SYSTEM);
  }

  /// @param mover what moves the arrays
  private static Yardstick files(String name, String mover) {
    return new Yardstick(
        name,
        List.of(
            "words.h",
            "pattern.h",
            "distribution.h",
            "task.h",
            "team.h",
            "mover.h",
            "words.c",
            "pattern.c",
            "distribution.c",
            "task.c",
            "team.c",
            mover,
            "yardstick.c"));
  }

  private Path program(Yardstick yardstick, Toolchain toolchain) throws IOException {
    Path folder = cache.resolve(yardstick.name() + "-" + key(yardstick, toolchain));
    Path program = folder.resolve(yardstick.name());
    if (!Files.isExecutable(program)) {
      Files.createDirectories(folder);
      build(yardstick, toolchain, folder, program);
    }
    return program;
  }

  private static void build(Yardstick yardstick, Toolchain toolchain, Path folder, Path program)
      throws IOException {
    Path sources = Files.createTempDirectory("penstock-yardstick-");
    Path built = Files.createTempFile(folder, yardstick.name(), ".new");
    try {
      List<String> command = new ArrayList<>(List.of(toolchain.command()));
      command.addAll(FLAGS);
      command.addAll(List.of("-o", built.toString()));
      for (String name : yardstick.sources()) {
        Path source = Files.write(sources.resolve(name), source(name));
        if (name.endsWith(".c")) {
          command.add(source.toString());
        }
      }
      command.add("-lm");
      Command.output(command);
      Files.move(built, program, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(built);
      for (String name : yardstick.sources()) {
        Files.deleteIfExists(sources.resolve(name));
      }
      Files.delete(sources);
    }
  }

  private static String key(Yardstick yardstick, Toolchain toolchain) throws IOException {
    MessageDigest digest = sha256();
    for (String name : yardstick.sources()) {
      digest.update(source(name));
    }
    String made = toolchain + toolchain.version() + FLAGS + Processor.features();
    digest.update(made.getBytes(UTF_8));
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
