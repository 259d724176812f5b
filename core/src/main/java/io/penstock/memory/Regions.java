package io.penstock.memory;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Regions from which pieces are cut. Safe for any thread, one at a time.
abstract sealed class Regions permits SharedLists, RegionByRegion {
  private final Map<Long, Plot> plots = new HashMap<>();
  private final BitTree vacant = new BitTree(0);
  private final Supply supply;
  private final long regionBytes;
  private final int top;
  private long numbers;
  private long pieces;
  private boolean closed;

  Regions(PoolOptions options) {
    this.supply = new Supply(options);
    this.regionBytes = options.fittingRegionBytes();
    this.top = Buddy.level(regionBytes / SizeClasses.UNIT);
  }

  /// Looks for a piece among what is free.
  ///
  /// @return the plot it is in, and where
  abstract Optional<Place> find(long units);

  /// Makes a new region known to the ledger that is to cut it.
  ///
  /// @param number the region's, unused by any other
  abstract Plot plot(Storage.Region region, long number);

  /// Is told how much room there may be in a plot that was added, to which something was given
  /// back, or that is gone.
  abstract void noteRoom(Plot plot, long units);

  /// A piece of memory that is free.
  record Place(Plot plot, long unit) {}

  final int top() {
    return top;
  }

  final long regionBytes() {
    return regionBytes;
  }

  final Plot plotNumbered(long number) {
    return Optional.ofNullable(plots.get(number)).orElseThrow();
  }

  /// A piece of what is free; none if there is none.
  ///
  /// @throws IllegalStateException if the pool was closed
  final synchronized Optional<Piece> cut(long units) {
    requireOpen();
    return find(units).map(place -> piece(place, units));
  }

  private Piece piece(Place place, long units) {
    Plot plot = place.plot();
    long at = (place.unit() - (plot.place() << top)) * SizeClasses.UNIT;
    MemorySegment memory = plot.region().memory().asSlice(at, units * SizeClasses.UNIT);
    pieces++;
    return new Piece(plot, place.unit(), units, memory);
  }

  /// A piece of what is free, or of a new region.
  ///
  /// @param asked what the user wants, for the message
  /// @throws PoolExhaustedException if there can be no new region
  final synchronized Piece grow(long units, long asked) {
    Optional<Piece> found = cut(units);
    if (found.isPresent()) {
      return found.get();
    }
    Storage.Region region = supply.allocate(regionBytes, asked);
    long number = unusedNumber();
    Plot plot = plot(region, number);
    plot.ledger().add(plot.place());
    plots.put(number, plot);
    noteRoom(plot, plot.ledger().room());
    return cut(units).orElseThrow();
  }

  private long unusedNumber() {
    long number = vacant.first();
    if (number == BitTree.NONE) {
      vacant.grow(numbers + 1);
      return numbers++;
    }
    vacant.remove(number);
    return number;
  }

  /// A region for one request.
  ///
  /// @throws PoolExhaustedException if there can be none
  final Piece alone(long bytes) {
    synchronized (this) {
      requireOpen();
      pieces++;
    }
    long length = Math.max(bytes, 1);
    try {
      return Piece.whole(supply.allocate(length, bytes), length);
    } catch (RuntimeException | Error e) {
      synchronized (this) {
        pieces--;
      }
      throw e;
    }
  }

  /// Takes a piece back.
  ///
  /// @throws IllegalStateException if it is free already
  final void give(Piece piece) {
    if (piece.plot().isAlone()) {
      giveAlone(piece);
    } else {
      giveUnits(piece);
    }
  }

  private void giveAlone(Piece piece) {
    try {
      supply.free(piece.plot().region(), piece.memory().byteSize());
    } finally {
      synchronized (this) {
        pieces--;
      }
    }
  }

  private synchronized void giveUnits(Piece piece) {
    piece.plot().ledger().giveUnits(piece.unit(), piece.units());
    noteRoom(piece.plot(), piece.plot().ledger().room());
    pieces--;
  }

  /// Frees the regions in which nothing is taken.
  ///
  /// @return their length in all
  final synchronized long trim() {
    List<Plot> idle = plots.values().stream().filter(Plot::isFree).toList();
    plots.values().removeIf(Plot::isFree);
    freeAll(idle);
    long bytes = idle.size() * regionBytes;
    MemoryEvents.trimmed(bytes, supply.heldBytes());
    return bytes;
  }

  /// Frees each, even where the storage fails to take another back.
  private void freeAll(List<Plot> unused) {
    List<RuntimeException> failures = new ArrayList<>();
    for (Plot plot : unused) {
      try {
        free(plot);
      } catch (RuntimeException e) {
        failures.add(e);
      }
    }
    if (!failures.isEmpty()) {
      RuntimeException first = failures.removeFirst();
      failures.forEach(first::addSuppressed);
      throw first;
    }
  }

  private void free(Plot plot) {
    plot.ledger().remove(plot.place());
    noteRoom(plot, 0);
    vacant.add(plot.number());
    supply.free(plot.region(), regionBytes);
  }

  /// Frees everything; when that was done before, does nothing.
  ///
  /// @throws IllegalStateException if pieces are out
  final synchronized void close() {
    if (closed) {
      return;
    }
    if (pieces > 0) {
      throw stillOut(pieces);
    }
    closed = true;
    List<Plot> all = List.copyOf(plots.values());
    plots.clear();
    freeAll(all);
  }

  final synchronized boolean isClosed() {
    return closed;
  }

  static IllegalStateException stillOut(long blocks) {
    return new IllegalStateException(
        String.format(
            Locale.ROOT,
            "%d blocks of the pool are still out: release them before it is closed",
            blocks));
  }

  static IllegalStateException closed() {
    return new IllegalStateException("the pool is closed");
  }

  private void requireOpen() {
    if (closed) {
      throw closed();
    }
  }

  final long heldBytes() {
    return supply.heldBytes();
  }

  final long count() {
    return supply.regions();
  }
}
