package io.penstock.file;

import io.penstock.ffi.NativeAccess;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The engines of this process.
public final class FileEngines {
  private FileEngines() {}

  private static final Binding BINDING = new Binding();
  private static final FileEngine AUTO = new AutoEngine(BINDING);

  /// They are looked for when one of them is asked for, which takes some milliseconds.
  private static volatile @Nullable List<FileEngine> found;

  private static synchronized List<FileEngine> load() {
    List<FileEngine> known = found;
    if (known == null) {
      List<FileEngine> engines = new ArrayList<>();
      engines.add(AUTO);
      for (FileEngine engine :
          ServiceLoader.load(FileEngine.class, FileEngines.class.getClassLoader())) {
        engines.add(engine);
      }
      known = List.copyOf(engines);
      found = known;
    }
    return known;
  }

  /// Whether an engine takes no more time to begin with than to open the file: the C library, whose
  /// first call takes a tenth of a second, has been bound by this process.
  public static boolean areReady() {
    return NativeAccess.isBound();
  }

  /// Loads the engines and binds C functions now, a tenth of a second's work, rather than when
  /// files have moved so much that it pays: for a program that runs for long and wants none of that
  /// between its first transfers. Does nothing where that is done, or native access is denied.
  public static void bind() {
    BINDING.run();
  }

  /// Those that `auto` is not.
  static List<FileEngine> others() {
    return all().subList(1, all().size());
  }

  /// Every engine that was found, whether or not it can work here; `auto` first.
  public static List<FileEngine> all() {
    List<FileEngine> known = found;
    return known == null ? load() : known;
  }

  /// Chooses by operation, size and the state of the page cache.
  public static FileEngine auto() {
    return AUTO;
  }

  /// The library's engine of this type.
  ///
  /// @param type one of those in [FileEngine]
  /// @throws IllegalArgumentException if there is none, or it cannot work here; the message lists
  ///   those that there are, or the remedy
  public static <E extends FileEngine> E of(Class<E> type) {
    E engine =
        first(all(), type)
            .orElseThrow(() -> new IllegalArgumentException(none(type.getSimpleName())));
    requireUsable(engine);
    return engine;
  }

  /// The first of some engines that is of a type, whether or not it can work here.
  static <E extends FileEngine> Optional<E> first(List<FileEngine> engines, Class<E> type) {
    return engines.stream().filter(type::isInstance).map(type::cast).findFirst();
  }

  /// The engine that a user names.
  ///
  /// @throws IllegalArgumentException if there is none, or it cannot work here; the message lists
  ///   those that there are, or the remedy
  public static FileEngine named(String name) {
    FileEngine engine =
        all().stream()
            .filter(e -> e.name().equals(name))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException(none(name)));
    requireUsable(engine);
    return engine;
  }

  private static String none(String wanted) {
    return "no engine '" + wanted + "'; there are " + names();
  }

  private static void requireUsable(FileEngine engine) {
    Optional<String> obstacle = engine.obstacle();
    if (obstacle.isPresent()) {
      throw new IllegalArgumentException(
          "engine '" + engine.name() + "' cannot work here: " + obstacle.get());
    }
  }

  /// The names of all engines, separated by commas.
  public static String names() {
    return all().stream().map(FileEngine::name).collect(Collectors.joining(", "));
  }
}
