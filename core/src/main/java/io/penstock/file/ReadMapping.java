package io.penstock.file;

import io.penstock.file.EngineFile.ExtentList;
import io.penstock.file.TransferCosts.Way;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

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

  /// The mapped file; null before it is mapped, and where it cannot be.
  private volatile @Nullable EngineFile mapped;

  /// Why the file cannot be mapped; null as long as it may be.
  private volatile @Nullable String obstacle;

  private ReadMapping(
      Path path, EngineFile calls, FileEngine engine, Places places, @Nullable String obstacle) {
    this.path = path;
    this.calls = calls;
    this.engine = engine;
    this.places = places;
    this.obstacle = obstacle;
  }

  /// A mapping that is not made yet.
  ///
  /// @param calls by which the file is open
  /// @param engine that maps
  static ReadMapping of(Path path, EngineFile calls, FileEngine engine, long size) {
    Places places = new Places(size, Places.READ_FAULT);
    return new ReadMapping(path, calls, engine, places, null);
  }

  /// Of a file that is never mapped.
  static ReadMapping never(Path path, EngineFile calls, FileEngine engine) {
    return new ReadMapping(path, calls, engine, Places.NONE, "");
  }

  /// Whether it is made, and the pages of a place have been met.
  boolean hasMet(long offset) {
    return mapped != null && places.isMet(offset);
  }

  /// The ways in which a range can be read through it, as bits.
  ///
  /// @param worth whether the file is worth a mapping where there is none yet
  int ways(long offset, boolean worth) {
    return ways(worth, hasMet(offset));
  }

  /// The same for a list of extents.
  int ways(ExtentList extents, boolean worth) {
    boolean met = true;
    for (int i = 0; met && i < extents.count(); i++) {
      met = hasMet(extents.offset(i));
    }
    return ways(worth, met) & ~Way.MAPPING_ONCE.bit();
  }

  private int ways(boolean worth, boolean met) {
    if (mapped != null && met) {
      return Way.MAPPING_AGAIN.bit();
    }
    return mapped != null || (obstacle == null && worth)
        ? Way.MAPPING_FIRST.bit() | Way.MAPPING_ONCE.bit()
        : 0;
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
    return mapped != null || mapAlone();
  }

  private synchronized boolean mapAlone() {
    if (mapped == null && obstacle == null) {
      try {
        // The file that is open, whatever its name leads to by now.
        Optional<Path> opened = calls.openPath();
        if (opened.isPresent()) {
          mapped = engine.reopen(path, opened.get(), OpenMode.READ);
        } else {
          obstacle = "nothing but its name leads to the file";
        }
      } catch (IOException | LinkageError e) { // also a class that no descriptor was left for
        obstacle = String.valueOf(e.getMessage());
      }
    }
    return mapped != null;
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
    EngineFile file = mapped;
    try {
      return file == null ? 0 : file.tryRead(offset, array, at, length);
    } catch (TransferException e) { // a call may do without the page, and else says what is wrong
      return 0;
    }
  }

  /// The same of pages that are given back at once.
  long readOnce(long offset, Object array, long at, long length) throws IOException {
    long read = readAgain(offset, array, at, length);
    EngineFile file = mapped;
    if (file != null) {
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
    EngineFile file = mapped;
    try {
      return file != null && file.tryReadList(extents, array, at);
    } catch (TransferException e) {
      return false;
    }
  }

  /// As [EngineFile#populate].
  void populate(long offset, long length) {
    EngineFile file = mapped;
    if (file != null) {
      file.populate(offset, length);
    }
  }

  /// As [EngineFile#advise].
  void advise(long offset, long length, Advice advice) {
    EngineFile file = mapped;
    if (file != null) {
      file.advise(offset, length, advice);
    }
  }

  /// How much of the file has been met.
  long metBytes() {
    return places.metBytes();
  }

  /// Why there is no mapping, for the user; nothing if none was tried, or there is one.
  String explain() {
    String reason = obstacle;
    return reason == null || reason.isEmpty() ? "" : "; not mapped: " + reason;
  }

  @Override
  public void close() throws IOException {
    if (places.begun() >= MANY_PLACES) {
      usualUses.setPlain((usualUses.getPlain() + places.average() + 1) / 2);
    }
    EngineFile file = mapped;
    if (file != null) {
      file.close();
    }
  }
}
