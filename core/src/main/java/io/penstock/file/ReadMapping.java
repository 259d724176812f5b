package io.penstock.file;

import io.penstock.file.TransferCosts.Way;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// The mapping of a file that is open for reading, made when it is asked for, and the places of the
/// file whose pages have been met in it. Safe for any thread until it is closed.
final class ReadMapping implements Closeable {
  /// Shorter reads may share what a fault brings in.
  private static final long SHORT = 64 << 10;

  /// A file of which fewer places were read teaches nothing about others.
  private static final int MANY_PLACES = 64;

  /// How often places of files of this process were read by short reads.
  private static final AtomicLong usualUses = new AtomicLong(1);

  private final Path path;
  private final EngineFile calls;
  private final FileEngine engine;
  private final Places places;
  private volatile State state;

  /// Whether the file is mapped.
  private sealed interface State {}

  private record Unmapped() implements State {}

  private record Mapped(EngineFile file) implements State {}

  private record Unmappable(String reason) implements State {}

  private ReadMapping(Path path, EngineFile calls, FileEngine engine, Places places, State state) {
    this.path = path;
    this.calls = calls;
    this.engine = engine;
    this.places = places;
    this.state = state;
  }

  /// A mapping that is not made yet.
  ///
  /// @param calls by which the file is open
  /// @param engine that maps
  static ReadMapping of(Path path, EngineFile calls, FileEngine engine, long size) {
    Places places = new Places(size, Places.READ_FAULT);
    return new ReadMapping(path, calls, engine, places, new Unmapped());
  }

  /// Of a file that is never mapped.
  static ReadMapping never(Path path, EngineFile calls, FileEngine engine) {
    return new ReadMapping(path, calls, engine, Places.NONE, new Unmappable(""));
  }

  /// Whether it is made, and the pages of a place have been met.
  boolean hasMet(long offset) {
    return state instanceof Mapped && places.isMet(offset);
  }

  /// The ways in which a range can be read through it, as bits.
  ///
  /// @param worth whether the file is worth a mapping where there is none yet
  int ways(long offset, boolean worth) {
    return ways(state, worth, hasMet(offset));
  }

  /// The same for a list of extents.
  int ways(ExtentList extents, boolean worth) {
    boolean met = true;
    for (int i = 0; met && i < extents.count(); i++) {
      met = hasMet(extents.offset(i));
    }
    return ways(state, worth, met) & ~Way.MAPPING_ONCE.bit();
  }

  private static int ways(State state, boolean worth, boolean met) {
    int unmet = Way.MAPPING_FIRST.bit() | Way.MAPPING_ONCE.bit();
    return switch (state) {
      case Unmapped _ -> worth ? unmet : 0;
      case Mapped _ -> met ? Way.MAPPING_AGAIN.bit() : unmet;
      case Unmappable _ -> 0;
    };
  }

  /// How often new pages are likely to be used. Who reads on where it ended will use all that a
  /// fault brings in; else a place is expected to be read as often as it was.
  ///
  /// @param passes how often as much as the file has was read
  long uses(long offset, long length, long passes) {
    if (places == Places.NONE || length >= SHORT) {
      return passes + 1;
    }
    long uses = Math.max(places.uses(offset), usualUses.get());
    return places.continues(offset, length)
        ? Math.max(uses, Places.READ_FAULT / length * (passes + 1))
        : uses;
  }

  /// Makes it.
  ///
  /// @return whether there is a mapping now
  boolean map() {
    return state instanceof Mapped || mapAlone();
  }

  private synchronized boolean mapAlone() {
    if (state instanceof Unmapped) {
      try {
        state = mapped();
      } catch (IOException | LinkageError e) { // also a class that no descriptor was left for
        state = new Unmappable(String.valueOf(e.getMessage()));
      }
    }
    return state instanceof Mapped;
  }

  /// Of the file that is open, whatever its name leads to by now.
  private State mapped() throws IOException {
    Optional<Path> opened = calls.openPath();
    return opened.isPresent()
        ? new Mapped(engine.reopen(path, opened.get(), OpenMode.READ))
        : new Unmappable("nothing but its name leads to the file");
  }

  /// Reads a range, whose pages have been met then.
  ///
  /// @return as [EngineFile#tryRead]; 0 if there is no mapping, or a page cannot be had
  long read(long offset, Object array, long at, long length) throws IOException {
    long read = readAgain(offset, array, at, length);
    if (read > 0) {
      places.meet(offset, read);
    }
    return read;
  }

  /// The same of pages that have been met.
  long readAgain(long offset, Object array, long at, long length) throws IOException {
    try {
      return state instanceof Mapped(EngineFile file) ? file.tryRead(offset, array, at, length) : 0;
    } catch (TransferException e) { // a call may do without the page, and else says what is wrong
      return 0;
    }
  }

  /// The same of pages that are given back at once.
  long readOnce(long offset, Object array, long at, long length) throws IOException {
    long read = readAgain(offset, array, at, length);
    if (state instanceof Mapped(EngineFile file)) {
      file.release(offset, length);
    }
    return read;
  }

  /// Reads a list of extents, whose pages have been met then.
  ///
  /// @return as [EngineFile#tryReadList]; false if there is no mapping, or a page cannot be had
  boolean readList(ExtentList extents, Object array, long at) throws IOException {
    if (!copyList(extents, array, at)) {
      return false;
    }
    for (int i = 0; i < extents.count(); i++) {
      places.meet(extents.offset(i), extents.length(i));
    }
    return true;
  }

  private boolean copyList(ExtentList extents, Object array, long at) throws IOException {
    try {
      return state instanceof Mapped(EngineFile file) && file.tryReadList(extents, array, at);
    } catch (TransferException e) {
      return false;
    }
  }

  /// As [EngineFile#populate].
  void populate(long offset, long length) {
    if (state instanceof Mapped(EngineFile file)) {
      file.populate(offset, length);
    }
  }

  /// As [EngineFile#advise].
  void advise(long offset, long length, Advice advice) {
    if (state instanceof Mapped(EngineFile file)) {
      file.advise(offset, length, advice);
    }
  }

  /// How much of the file has been met.
  long metBytes() {
    return places.metBytes();
  }

  /// Why there is no mapping, for the user; nothing if none was tried, or there is one.
  String explain() {
    return state instanceof Unmappable(String reason) && !reason.isEmpty()
        ? "; not mapped: " + reason
        : "";
  }

  @Override
  public void close() throws IOException {
    if (places.begun() >= MANY_PLACES) {
      usualUses.setPlain((usualUses.getPlain() + places.average() + 1) / 2);
    }
    if (state instanceof Mapped(EngineFile file)) {
      file.close();
    }
  }
}
