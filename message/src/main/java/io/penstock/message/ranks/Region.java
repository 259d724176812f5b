package io.penstock.message.ranks;

import io.penstock.memory.PageFaults;
import io.penstock.message.MessageKind;
import io.penstock.message.Shares;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;

/// Elements in memory that any thread may touch, as collective operations cut them up. First
/// elements and counts are in elements.
///
/// @param memory all of it belongs to the region
/// @param kind of its elements
record Region(MemorySegment memory, MessageKind kind) {
  /// The elements of data, if any thread may touch them.
  static Region of(Object data) {
    return new Region(ArgumentChecks.range(data), ArgumentChecks.kind(data));
  }

  int width() {
    return kind.elementBytes();
  }

  long bytes() {
    return memory.byteSize();
  }

  long count() {
    return memory.byteSize() / width();
  }

  Region slice(long first, long count) {
    return new Region(memory.asSlice(first * width(), count * width()), kind);
  }

  /// The elements of a share.
  Region share(Shares shares, int place) {
    return slice(shares.displacement(place), shares.count(place));
  }

  /// None of its elements.
  Region nothing() {
    return slice(0, 0);
  }

  /// As many elements of another region.
  void fill(Region from) {
    memory.copyFrom(from.memory);
    PageFaults.await(from.memory, bytes());
    PageFaults.await(memory, bytes());
  }

  /// Whether both are the same elements in the same place.
  boolean isAt(Region other) {
    return bytes() == other.bytes()
        && (bytes() == 0
            || memory
                .asOverlappingSlice(other.memory)
                .filter(common -> common.byteSize() == bytes())
                .isPresent());
  }

  boolean overlaps(Region other) {
    return memory.asOverlappingSlice(other.memory).isPresent();
  }

  /// An array for some of the elements.
  Object array(int length) {
    return Array.newInstance(kind.element().arrayClass().componentType(), length);
  }

  void read(long first, Object array) {
    MemorySegment.copy(
        memory, kind.element().layout(), first * width(), array, 0, Array.getLength(array));
    PageFaults.await(memory, Array.getLength(array));
  }

  void write(long first, Object array) {
    MemorySegment.copy(
        array, 0, memory, kind.element().layout(), first * width(), Array.getLength(array));
    PageFaults.await(memory, Array.getLength(array));
  }
}
