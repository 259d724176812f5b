package io.penstock.message.match;

import io.penstock.array.ElementType;
import io.penstock.array.StorageOrder;
import io.penstock.array.Tile;
import io.penstock.array.kernel.Kernel;
import io.penstock.array.pack.Walk;
import io.penstock.memory.PageFaults;
import io.penstock.message.MessageKind;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Elements at selected places of an array, gathered and scattered piece by piece.
public final class TilePayload implements Payload {
  private final Object memory;
  private final long first;
  private final MessageKind kind;
  private final Walk walk = new Walk();
  private Kernel kernel;
  private long bytes;

  /// @param tile of an array or a segment
  public TilePayload(Tile tile) {
    this(tile, tile.memory().memory());
  }

  /// @param lease the tile's memory, pinned
  public TilePayload(Tile tile, MemorySegment lease) {
    this(tile, (Object) lease);
  }

  private TilePayload(Tile tile, Object memory) {
    this.memory = memory;
    this.first = tile.memory().first();
    this.kind = MessageKind.of(tile.memory());
    this.kernel = kernel(ByteOrder.nativeOrder());
    walk.over(tile.shape(), tile.places(), StorageOrder.ROW_MAJOR, false);
    walk.seek(0);
    this.bytes = capacity();
  }

  private Kernel kernel(ByteOrder order) {
    if (memory instanceof boolean[]) {
      return Kernel.forBooleans();
    }
    ElementType type = kind.element();
    return memory instanceof MemorySegment
        ? Kernel.forSegments(type, order)
        : Kernel.forArrays(type, order);
  }

  private long capacity() {
    return walk.size() * kind.elementBytes();
  }

  /// Whether the calling thread may access the memory.
  public boolean isAccessible() {
    return !(memory instanceof MemorySegment segment)
        || segment.isAccessibleBy(Thread.currentThread());
  }

  @Override
  public MessageKind kind() {
    return kind;
  }

  @Override
  public long bytes() {
    return bytes;
  }

  /// Moves some elements of a run, or several whole runs.
  @FunctionalInterface
  private interface Mover {
    void move(long from, long step, long count, long distance, long rows, long packedAt);
  }

  @Override
  public void copyTo(long at, MemorySegment target, long targetAt, long count) {
    eachRun(
        at,
        count,
        (from, step, n, distance, rows, packedAt) ->
            kernel.packRows(memory, from, step, n, distance, rows, target, targetAt + packedAt));
    PageFaults.await(memory, count);
  }

  @Override
  public void copyFrom(MemorySegment source, long sourceAt, long at, long count) {
    eachRun(
        at,
        count,
        (from, step, n, distance, rows, packedAt) ->
            kernel.unpackRows(source, sourceAt + packedAt, memory, from, step, n, distance, rows));
    PageFaults.await(memory, count);
  }

  private void eachRun(long at, long count, Mover mover) {
    int width = kind.elementBytes();
    long element = at / width;
    long end = element + count / width;
    seek(element);
    while (element < end) {
      long run = Math.min(walk.run(), end - element);
      long rows = run < walk.run() ? 1 : Math.min(walk.parallelRuns(), (end - element) / run);
      long distance = rows > 1 ? walk.runDistance() : 0;
      mover.move(first + walk.position(), walk.step(), run, distance, rows, element * width - at);
      element += rows * run;
      if (rows == 1) {
        walk.advance(run);
      } else {
        walk.seek(element);
      }
    }
  }

  /// Pieces mostly follow one another.
  private void seek(long element) {
    if (walk.element() != element) {
      walk.seek(element);
    }
  }

  @Override
  public void admit(MessageKind sent, ByteOrder senderOrder, long arriving) {
    ElementsPayload.requireFit(kind, capacity(), sent, arriving);
    bytes = arriving;
    kernel = kernel(sent == MessageKind.BYTES ? ByteOrder.nativeOrder() : senderOrder);
  }

  @Override
  public void arrived() {}

  @Override
  public boolean offHeap(long at) {
    return false;
  }

  @Override
  public ByteBuffer buffer(long at, int limit) {
    throw new AssertionError("the elements do not lie together");
  }
}
