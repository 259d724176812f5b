package io.penstock.stream;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import io.penstock.array.ElementType;
import io.penstock.array.kernel.Kernel;
import io.penstock.file.EngineFile;
import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/// A block off the heap: what engines take and give without another copy.
final class NativeBlock extends ElementBlock {
  private final Block memory;
  private final MemorySegment segment;
  private final ByteOrder order;

  NativeBlock(int size, ByteOrder order) {
    super(order);
    this.memory = BufferPool.shared().take(size);
    this.segment = memory.memory().asSlice(0, size);
    this.order = order;
  }

  @Override
  void read(EngineFile file, long offset, int at, int count) throws IOException {
    file.read(offset, segment, at, count);
  }

  @Override
  void write(EngineFile file, long offset, int at, int count) throws IOException {
    file.write(offset, segment, at, count);
  }

  @Override
  void release() {
    memory.release();
  }

  @Override
  int size() {
    return (int) segment.byteSize();
  }

  @Override
  byte getByte(int at) {
    return segment.get(JAVA_BYTE, at);
  }

  @Override
  void putByte(int at, byte value) {
    segment.set(JAVA_BYTE, at, value);
  }

  @Override
  void get(int at, byte[] target, int from, int count) {
    MemorySegment.copy(segment, JAVA_BYTE, at, target, from, count);
  }

  @Override
  void put(int at, byte[] source, int from, int count) {
    MemorySegment.copy(source, from, segment, JAVA_BYTE, at, count);
  }

  @Override
  void getArray(int at, Object target, int from, int count) {
    ElementType type = ElementType.of(target.getClass());
    kernel(type).unpack(segment, at, type.bytes(), target, from, 1, count);
  }

  @Override
  void putArray(int at, Object source, int from, int count) {
    ElementType type = ElementType.of(source.getClass());
    kernel(type).pack(source, from, 1, segment, at, type.bytes(), count);
  }

  private Kernel kernel(ElementType type) {
    return Kernel.forArrays(type, order);
  }

  @Override
  void slide(int at, int count) {
    MemorySegment.copy(segment, at, segment, 0, count);
  }

  @Override
  short ownShort(int at) {
    return segment.get(JAVA_SHORT_UNALIGNED, at);
  }

  @Override
  void ownShort(int at, short value) {
    segment.set(JAVA_SHORT_UNALIGNED, at, value);
  }

  @Override
  int ownInt(int at) {
    return segment.get(JAVA_INT_UNALIGNED, at);
  }

  @Override
  void ownInt(int at, int value) {
    segment.set(JAVA_INT_UNALIGNED, at, value);
  }

  @Override
  long ownLong(int at) {
    return segment.get(JAVA_LONG_UNALIGNED, at);
  }

  @Override
  void ownLong(int at, long value) {
    segment.set(JAVA_LONG_UNALIGNED, at, value);
  }
}
