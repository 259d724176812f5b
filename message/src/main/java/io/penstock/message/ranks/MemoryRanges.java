package io.penstock.message.ranks;

import io.penstock.array.Tile;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;

/// The ranges of many pieces of memory, and a check that no two of them are the same which are not
/// both only sent.
///
/// Tiles are not looked at: two of an array often lie between each other.
///
/// It takes the time of a sort: the pieces of a collective operation are as many as the ranks.
final class MemoryRanges {
  private static final Object OFF_HEAP = new Object();

  private final IdentityHashMap<Object, List<Place>> byMemory = new IdentityHashMap<>();

  /// Where something lies.
  ///
  /// @param from the first byte, in its array or in the address space
  private record Place(long from, long end, boolean received) {}

  private MemoryRanges() {}

  /// @throws IllegalArgumentException if a piece that is received overlaps another one
  static void requireApart(List<?> sent, List<?> received) {
    MemoryRanges ranges = new MemoryRanges();
    sent.forEach(data -> ranges.add(data, false));
    received.forEach(data -> ranges.add(data, true));
    ranges.byMemory.values().forEach(MemoryRanges::requireApart);
  }

  private void add(Object data, boolean received) {
    if (data instanceof Tile) {
      return;
    }
    if (ArgumentChecks.memory(data) instanceof boolean[] booleans) {
      add(booleans, new Place(0, booleans.length, received));
      return;
    }
    MemorySegment range = ArgumentChecks.range(data);
    Place place = new Place(range.address(), range.address() + range.byteSize(), received);
    add(memory(data, range), place);
  }

  private void add(Object memory, Place place) {
    if (place.end() > place.from()) {
      byMemory.computeIfAbsent(memory, _ -> new ArrayList<>()).add(place);
    }
  }

  /// The array of a read-only segment is not told: it is only sent, and checked with its like.
  private static Object memory(Object data, MemorySegment range) {
    Object named = ArgumentChecks.memory(data);
    if (named.getClass().isArray()) {
      return named;
    }
    return range.isNative() || range.isMapped() ? OFF_HEAP : range.heapBase().orElse(named);
  }

  private static void requireApart(List<Place> places) {
    places.sort(Comparator.comparingLong(Place::from));
    long end = 0;
    long receivedEnd = 0;
    for (Place place : places) {
      if (place.from() < (place.received() ? end : receivedEnd)) {
        throw new IllegalArgumentException(
            "what is sent and where something is received overlap: use memory apart");
      }
      end = Math.max(end, place.end());
      receivedEnd = place.received() ? Math.max(receivedEnd, place.end()) : receivedEnd;
    }
  }
}
