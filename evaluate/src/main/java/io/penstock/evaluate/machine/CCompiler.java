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
import java.util.Optional;

/// A compiler that builds the C yardsticks for this very processor, once: the system's, or that of
/// an MPI library.
///
/// Programs are kept in the user's cache folder under names that depend on the sources, the
/// compiler and the processor.
public final class CCompiler {
  /// A program in C, made of sources of this module.
  public enum Yardstick {
    /// It moves arrays between memory and files.
    FILES("yardstick", filesBy("move.c")),
    /// It reads by a ring of the kernel's.
    RINGS("ring-yardstick", filesBy("ring.c")),
    /// It moves arrays by the MPI-IO of a library.
    MPI_FILES("mpi-yardstick", filesBy("mpi_move.c")),
    /// It does operations over and over.
    DRILLS(
        "drill",
        """
        words.h pattern.h team.h drill.h line.h text.h words.c pattern.c team.c allocate.c
        packing.c pingpong.c socket_line.c relay.c text.c text_lines.c text_numbers.c
        text_places.c text_tables.c text_utf8.c text_writing.c files.c start.c drill.c drills.c
        """),
    /// It exchanges messages by an MPI library, or accesses windows, over and over.
    MPI_DRILLS(
        "mpi-drill",
        """
        words.h pattern.h drill.h line.h words.c pattern.c pingpong.c mpi_line.c
        mpi_collectives.c mpi_windows.c drill.c mpi_drills.c
        """),
    /// It starts MPI, sends a message to and fro and ends MPI.
    MPI_START("mpi-start", "mpi_start.c"),
    /// It has loops that time themselves.
    CROSS_CHECK("cross-check", "cross_check.c");

    private final String file;
    private final String sources;

    Yardstick(String file, String sources) {
      this.file = file;
      this.sources = sources;
    }

    private List<String> sources() {
      return List.of(sources.strip().split("\\s+"));
    }

    private static String filesBy(String mover) {
      return "words.h pattern.h distribution.h task.h team.h mover.h words.c pattern.c"
          + " distribution.c task.c team.c yardstick.c "
          + mover;
    }
  }

  private static final List<String> FLAGS =
      List.of("-std=c11", "-D_GNU_SOURCE", "-O3", "-march=native", "-pthread");

  private final Path cache;
  private final String command;

  /// The group of `./penstock setup` that brings the compiler.
  private final String group;

  /// The library that it builds programs for, besides the system's own; empty for none.
  private final String library;

  /// @param cache folder to keep programs in
  /// @param command that compiles
  /// @param group of `./penstock setup` that brings it
  /// @param library that it builds for; empty for none
  CCompiler(Path cache, String command, String group, String library) {
    this.cache = cache;
    this.command = command;
    this.group = group;
    this.library = library;
  }

  /// The system's compiler.
  ///
  /// @param cache folder to keep programs in; it is made when it is needed
  public CCompiler(Path cache) {
    this(cache, "cc", "c", "");
  }

  /// A compiler that keeps its programs in the user's cache folder.
  public static CCompiler ofThisUser() {
    return new CCompiler(
        Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
            .filter(folder -> !folder.isBlank())
            .map(Path::of)
            .filter(Path::isAbsolute)
            .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache"))
            .resolve("penstock"));
  }

  /// The compiler of an MPI library, with the same folder.
  public CCompiler of(MpiInstallation mpi) {
    return new CCompiler(cache, mpi.compiler(), "mpi", mpi.name());
  }

  /// The first line in which the compiler says what it is.
  ///
  /// @throws IOException if there is none; the message says so in one line
  public String version() throws IOException {
    try {
      return Machine.output(List.of(command, "--version")).lines().findFirst().orElse(command);
    } catch (IOException e) {
      throw new IOException(
          command + " does not run; run ./penstock setup " + group + ", or install it", e);
    }
  }

  /// A program, built if it was not yet.
  ///
  /// @throws IOException if there is no compiler or it fails; the message says so in one line
  public Path program(Yardstick yardstick) throws IOException {
    Path folder = cache.resolve(yardstick.file + "-" + key(yardstick));
    Path program = folder.resolve(yardstick.file);
    if (!Files.isExecutable(program)) {
      build(yardstick, folder, program);
    }
    return program;
  }

  private void build(Yardstick yardstick, Path folder, Path program) throws IOException {
    Path built = newFile(yardstick, folder);
    Path sources = Files.createTempDirectory("penstock-yardstick-");
    try {
      List<String> words = new ArrayList<>(List.of(command));
      words.addAll(FLAGS);
      words.addAll(List.of("-o", built.toString()));
      for (String name : yardstick.sources()) {
        Path source = Files.write(sources.resolve(name), source(name));
        if (name.endsWith(".c")) {
          words.add(source.toString());
        }
      }
      words.add("-lm");
      Machine.output(words);
      if (!Files.isExecutable(built)) {
        throw new IOException(
            folder
                + ": no program can be run from there, which is mounted noexec perhaps; set"
                + " XDG_CACHE_HOME to another folder");
      }
      Files.move(built, program, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(built);
      for (String name : yardstick.sources()) {
        Files.deleteIfExists(sources.resolve(name));
      }
      Files.delete(sources);
    }
  }

  private static Path newFile(Yardstick yardstick, Path folder) throws IOException {
    try {
      Files.createDirectories(folder);
      return Files.createTempFile(folder, yardstick.file, ".new");
    } catch (IOException e) { // may carry the name of a file alone
      throw new IOException(
          folder
              + ": no program can be kept there; set XDG_CACHE_HOME to a folder that can be written"
              + " to ("
              + e
              + ")",
          e);
    }
  }

  private String key(Yardstick yardstick) throws IOException {
    MessageDigest digest = sha256();
    for (String name : yardstick.sources()) {
      digest.update(source(name));
    }
    String made = command + library + version() + FLAGS + Machine.processorFeatures();
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
