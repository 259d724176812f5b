package io.penstock.file;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.file.EngineFile.ExtentList;
import io.penstock.file.TransferCosts.Way;
import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.memory.PoolExhaustedException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A reader of lists of extents. Those that are cached are read in the way that has cost least: out
/// of a mapping, by a call for each extent, or by one for all that lie close together, with what
/// lies between them. Others are asked of the device together, by a ring.
///
/// Safe for any thread.
final class ListReader {
  private static final TransferCosts OF_ALL = new TransferCosts(0);

  /// Fewer extents are not worth a ring.
  private static final int LEAST_TOGETHER = 4;

  /// Longer extents keep a device busy one by one: the kernel reads ahead within each.
  private static final long LONGEST_TOGETHER = 64 << 10;

  private final EngineFile calls;
  private final ReadMapping mapping;
  private final TransferCosts costs;
  private final ExtentList.Residency residency = new ExtentList.Residency();
  private final FileHandle handle;

  /// Roughly: threads may count over each other.
  private long together;

  /// @param calls by which extents are read one by one
  /// @param forced as for [TransferCosts#of]
  ListReader(Path path, EngineFile calls, ReadMapping mapping, long size, int forced) {
    this.calls = calls;
    this.handle = new FileHandle(path, Access.read(), calls);
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
      return areForRing(extents, length) && readTogether(extents, array, at);
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

  private boolean areForRing(ExtentList extents, long length) {
    return extents.count() >= LEAST_TOGETHER
        && length <= LONGEST_TOGETHER
        && extents.gap() > Reader.SIEVE
        && calls.ringDescriptor() >= 0
        && Rings.areUsable();
  }

  private boolean readTogether(ExtentList extents, Object array, long at) throws IOException {
    MemorySegment target = Elements.of(array).segment();
    List<BatchTransfer> transfers = new ArrayList<>(extents.count());
    long to = at;
    for (int i = 0; i < extents.count(); i++) {
      MemorySegment place = target.asSlice(to, extents.length(i));
      transfers.add(new BatchTransfer(TransferDirection.READ, handle, extents.offset(i), place));
      to += extents.length(i);
    }
    BatchRun.await(transfers, BatchRun.USUAL_DEPTH, BatchRun.NOBODY);
    together++;
    return true;
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

  /// How lists were read, for the user; nothing if nothing was measured, and none asked of a ring.
  String explain() {
    String measured = costs.explain();
    String ring = together == 0 ? "" : "io_uring (" + together + ")";
    return measured + (measured.isEmpty() || ring.isEmpty() ? "" : ", ") + ring;
  }
}
