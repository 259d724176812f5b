package io.penstock.file;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/// The defaults of this machine: what `penstock evaluate` found to be fastest, or a sound guess.
///
/// Kept as a properties file, `penstock/profile.properties` under `$XDG_CONFIG_HOME` or
/// `~/.config`, or where the system property `penstock.profile` says. A profile only ever changes
/// speed: where its engine cannot open a file, as `mapped` one that may be written alone, `auto`
/// does.
///
/// @param engine the name of an engine
/// @param readThreads how many threads share a large read
/// @param writeThreads how many threads share a large write
/// @param chunkBytes the size of a transfer through a chunk; 0 leaves it to the engine
public record Profile(String engine, int readThreads, int writeThreads, int chunkBytes) {
  private static final int MOST_THREADS = 8;

  private static volatile @Nullable Profile current;

  /// Checks the numbers.
  ///
  /// @throws IllegalArgumentException if a thread count is below 1, or a size is negative or no
  ///   multiple of 4096
  public Profile {
    if (readThreads < 1 || writeThreads < 1) {
      throw new IllegalArgumentException(
          "thread counts must be at least 1, not " + readThreads + " and " + writeThreads);
    }
    if (chunkBytes < 0 || chunkBytes > Access.LARGEST_CHUNK || chunkBytes % 4096 != 0) {
      throw new IllegalArgumentException(
          "chunk size "
              + chunkBytes
              + " must be 0, or a multiple of 4096 up to "
              + Access.LARGEST_CHUNK);
    }
  }

  /// The defaults of this process, read once.
  public static Profile current() {
    Profile known = current;
    return known == null ? found() : known;
  }

  private static synchronized Profile found() {
    Profile known = current;
    if (known == null) {
      known = load(location());
      current = known;
    }
    return known;
  }

  /// What is sound on most machines. Reads profit from every core; one file takes one buffered
  /// writer at a time on most file systems, but a second thread packs while the first one writes.
  public static Profile guess() {
    int cores = Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors());
    return new Profile(AutoEngine.NAME, cores, Math.min(cores, 2), 0);
  }

  /// The profile's engine, or `auto` where there is no such engine or it cannot work here, and for
  /// files that it cannot open.
  FileEngine fileEngine() {
    FileEngine auto = FileEngines.auto();
    if (!engine.equals(AutoEngine.NAME)) {
      for (FileEngine found : FileEngines.all()) {
        if (found.name().equals(engine) && found.obstacle().isEmpty()) {
          return new Preferred(found, auto);
        }
      }
    }
    return auto;
  }

  /// Where the profile of this user is kept.
  public static Path location() {
    String set = System.getProperty("penstock.profile", "");
    if (!set.isEmpty()) {
      return Path.of(set);
    }
    String config = System.getenv("XDG_CONFIG_HOME");
    Path base =
        config == null || config.isEmpty()
            ? Path.of(System.getProperty("user.home", "."), ".config")
            : Path.of(config);
    return base.resolve("penstock").resolve("profile.properties");
  }

  /// The profile in a file; [#guess()] where there is none or it cannot be understood, since it
  /// only concerns speed.
  public static Profile load(Path file) {
    if (!Files.isRegularFile(file)) {
      return guess();
    }
    try {
      return read(file);
    } catch (IOException e) {
      System.getLogger(Profile.class.getName())
          .log(System.Logger.Level.WARNING, "the profile is not used: {0}", e.getMessage());
      return guess();
    }
  }

  /// The profile in a file.
  ///
  /// @throws IOException if it cannot be read or understood
  public static Profile read(Path file) throws IOException {
    return Stored.read(file);
  }

  /// The form of a profile's file; a class of its own, because most users have none.
  private static final class Stored {
    private static final int LONGEST_SHOWN = 40;

    static Profile read(Path file) throws IOException {
      try {
        return parse(file);
      } catch (FileSystemException e) {
        throw e;
      } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
        throw new IOException(file + ": " + e.getMessage(), e);
      }
    }

    private static Profile parse(Path file) throws IOException {
      Properties properties = new Properties();
      try (Reader reader = Files.newBufferedReader(file)) {
        properties.load(reader);
      }
      Profile guess = guess();
      return new Profile(
          properties.getProperty("engine", guess.engine),
          number(properties, "readThreads", guess.readThreads),
          number(properties, "writeThreads", guess.writeThreads),
          number(properties, "chunkBytes", guess.chunkBytes));
    }

    private static int number(Properties properties, String key, int otherwise) {
      String value = properties.getProperty(key);
      if (value == null) {
        return otherwise;
      }
      try {
        return Integer.parseInt(value.trim());
      } catch (NumberFormatException _) {
        throw new IllegalArgumentException(key + " is no whole number: '" + shown(value) + "'");
      }
    }

    /// The begin of a value, in one line: an escape of the file may stand for any character.
    private static String shown(String value) {
      String begin = value.substring(0, Math.min(value.length(), LONGEST_SHOWN));
      return begin.replaceAll("\\p{Cntrl}", "?");
    }
  }

  /// Keeps this profile in a file, for processes that start later.
  ///
  /// @throws IOException if it cannot be written
  public void save(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (Files.notExists(folder)) { // one that cannot be looked at would be said to be a file
      Files.createDirectories(folder);
    }
    List<String> _ = Publication.write(file, text().getBytes(StandardCharsets.UTF_8));
  }

  /// What [#save] writes: a line for each setting.
  public String text() {
    return String.format(
        Locale.ROOT,
        "engine=%s\nreadThreads=%s\nwriteThreads=%s\nchunkBytes=%s\n",
        engine,
        readThreads,
        writeThreads,
        chunkBytes);
  }

  /// Where the choice of an engine comes from, for users; empty if it is the library's own.
  static Optional<String> origin(FileEngine engine) {
    return engine instanceof Preferred
        ? Optional.of("engine " + engine.name() + " is this user's default: " + location())
        : Optional.empty();
  }

  /// An engine that is faster where it can be used, and one that always can be: what a file is like
  /// must not decide whether it can be opened.
  private record Preferred(FileEngine engine, FileEngine otherwise) implements FileEngine {
    @Override
    public String name() {
      return engine.name();
    }

    @Override
    public Optional<String> obstacle() {
      return Optional.empty();
    }

    @Override
    public String toString() {
      return engine + ", else " + otherwise;
    }

    @Override
    public EngineFile open(Path file, OpenMode mode) throws IOException {
      try {
        return engine.open(file, mode);
      } catch (IOException _) {
        return otherwise.open(file, mode); // or says why in the usual words
      }
    }

    @Override
    public EngineFile reopen(Path file, Path opened, OpenMode mode) throws IOException {
      try {
        return engine.reopen(file, opened, mode);
      } catch (IOException _) {
        return otherwise.reopen(file, opened, mode);
      }
    }

    @Override
    public EngineFile create(Path file) throws IOException {
      try {
        return engine.create(file);
      } catch (IOException _) {
        return otherwise.create(file);
      }
    }
  }
}
