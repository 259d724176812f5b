package io.penstock.file;

import io.penstock.file.mapped.MappedByChannels;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/// The engines that a contract is held to: every one, or those whose names, and the words for ways
/// of `auto`, the system property `penstock.engines` lists.
final class Engines {
  private static final List<String> WANTED =
      List.of(System.getProperty("penstock.engines", "").split(","));

  /// For a method source.
  static final String USABLE = "io.penstock.file.Engines#usable";

  /// For a method source: those, `auto` bound to each of its ways, and `mapped` without native
  /// access.
  static final String EVERY_WAY = "io.penstock.file.Engines#everyWay";

  /// For a method source: the names of those.
  static final String EVERY_NAME = "io.penstock.file.Engines#everyName";

  private static final List<String> WAYS =
      List.of("straight", "chunk-256k", "chunk-1m", "chunk-4m", "mapping", "mapping-once");

  /// `auto` in a process in which no C function is bound before so many transfers; `unbound` is one
  /// in which none ever is.
  private static final List<String> BINDINGS =
      List.of("unbound", "bound-after-1", "bound-after-2", "bound-after-5");

  /// Engine `mapped` in a process in which no C function is bound.
  private static final String MAPPED_BY_CHANNELS = "mapped-by-channels";

  private Engines() {}

  static Stream<FileEngine> everyWay() {
    return Stream.concat(usable(), words().map(Engines::named));
  }

  static Stream<String> everyName() {
    return Stream.concat(usable().map(FileEngine::name), words());
  }

  private static Stream<String> words() {
    return Stream.of(WAYS, BINDINGS, List.of(MAPPED_BY_CHANNELS))
        .flatMap(List::stream)
        .filter(Engines::isWanted);
  }

  /// An engine by its name, or `auto` held to a way or a moment of binding, or `mapped` without
  /// native access, by the word for that.
  static FileEngine named(String word) {
    if (WAYS.contains(word)) {
      return heldTo(word);
    }
    if (word.equals(MAPPED_BY_CHANNELS)) {
      return new MappedByChannels();
    }
    return BINDINGS.contains(word)
        ? new AutoEngine(new BindingAfter(word))
        : FileEngines.named(word);
  }

  private static FileEngine heldTo(String way) {
    return new AutoEngine(new Binding()) {
      @Override
      String way() {
        return way;
      }
    };
  }

  /// Counts transfers.
  private static final class BindingAfter extends Binding {
    private final AtomicLong left;

    BindingAfter(String word) {
      String number = word.substring(word.lastIndexOf('-') + 1);
      left = new AtomicLong(word.equals("unbound") ? Long.MAX_VALUE : Long.parseLong(number));
    }

    @Override
    boolean isPending() {
      return left.get() > 0;
    }

    @Override
    void moved(long bytes) {
      left.decrementAndGet();
    }

    @Override
    void opened() {
      // files may be open already at the moment that is tested
    }
  }

  private static boolean isWanted(String word) {
    return WANTED.contains("") || WANTED.contains(word);
  }

  /// Those that can work in this process.
  static Stream<FileEngine> usable() {
    return FileEngines.all().stream()
        .filter(engine -> isWanted(engine.name()) && engine.obstacle().isEmpty());
  }
}
