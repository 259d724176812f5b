package io.penstock.file;

import io.penstock.array.ElementType;
import io.penstock.file.EngineFile.ExtentList;
import io.penstock.file.TransferCosts.Way;
import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.memory.PoolExhaustedException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/// A reader of lists of extents of a cached file, in the way that has cost least: out of a mapping,
/// by a call for each extent, or by one for all that lie close together, with what lies between
/// them.
///
/// Safe for any thread.
final class ListReader {
  private static final TransferCosts OF_ALL = new TransferCosts(0);

  private final EngineFile calls;
  private final ReadMapping mapping;
  private final TransferCosts costs;
  private final ExtentList.Residency residency = new ExtentList.Residency();

  /// @param calls by which extents are read one by one
  /// @param forced as for [TransferCosts#of]
  ListReader(EngineFile calls, ReadMapping mapping, long size, int forced) {
    this.calls = calls;
    this.mapping = mapping;
    this.costs = new TransferCosts(OF_ALL, size, forced);
  }

  /// Reads extents as [EngineFile#tryReadList] does.
  ///
  /// @param passes how often as much as the file has was read
  /// @param worth whether the file is worth a mapping where there is none yet
  boolean read(ExtentList extents, Object array, long at, long passes, boolean worth)
      throws IOException {
    long bytes = extents.bytes();
    long length = bytes / extents.count();
    if (!isCached(extents, length)) {
      return false;
    }
    int kind = TransferCosts.lengthClass(length);
    boolean near = extents.gap() <= Reader.SIEVE;
    int call = (near ? Way.CHUNK_256K : Way.STRAIGHT).bit();
    long uses = mapping.uses(extents.offset(0), extents.length(0), passes);
    Way way = costs.next(kind, bytes, call | mapping.ways(extents, worth), uses);
    if (way.isMapping() && !mapping.map()) {
      return false;
    }
    long start = System.nanoTime();
    boolean read =
        switch (way) {
          case MAPPING_FIRST, MAPPING_AGAIN -> mapping.readList(extents, array, at);
          case STRAIGHT -> readEach(extents, array, at);
          default -> readSieved(extents, array, at);
        };
    if (read) { // else others would take it for cheap
      costs.add(kind, way, System.nanoTime() - start, bytes);
    }
    return read;
  }

  /// Extents that would be read one by one are asked for one by one, unless they are short.
  private boolean isCached(ExtentList extents, long length) {
    boolean alone = length >= Reader.LEAST_STRAIGHT && extents.gap() > Reader.SIEVE;
    return alone ? residency.hasEach(extents, calls) : residency.has(extents, calls);
  }

  private boolean readEach(ExtentList extents, Object array, long at) throws IOException {
    long to = at;
    for (int i = 0; i < extents.count(); i++) {
      long length = extents.length(i);
      if (calls.tryRead(extents.offset(i), array, to, length) < length) {
        return false;
      }
      to += length;
    }
    return true;
  }

  private boolean readSieved(ExtentList extents, Object array, long at) throws IOException {
    ElementType type = ElementType.of(array.getClass());
    int index = Math.toIntExact(at / type.bytes());
    try (Block chunk = BufferPool.shared().take(ExtentList.MOST_BYTES)) {
      for (int i = 0; i < extents.count(); ) {
        long begin = extents.offset(i);
        int next = extents.lastWithin(i, ExtentList.MOST_BYTES) + 1;
        calls.read(begin, chunk.memory(), 0, extents.end(next - 1) - begin);
        for (; i < next; i++) {
          int count = (int) (extents.length(i) / type.bytes());
          long from = extents.offset(i) - begin;
          MemorySegment.copy(chunk.memory(), type.layout(), from, array, index, count);
          index += count;
        }
      }
      return true;
    } catch (PoolExhaustedException e) {
      return false;
    }
  }

  /// The costs, for the user; nothing if nothing was measured.
  String explain() {
    return costs.explain();
  }
}
