package io.penstock.stream;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.penstock.array.ElementType;
import io.penstock.file.EngineFile;
import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A block that is a byte array: what Java's streams take and give.
final class HeapBlock extends ElementBlock {
  private static final VarHandle SHORT = view(short[].class);
  private static final VarHandle INT = view(int[].class);
  private static final VarHandle LONG = view(long[].class);

  /// A block in which nothing can lie.
  static final HeapBlock EMPTY = new HeapBlock(0, ByteOrder.nativeOrder());

  private final byte[] bytes;

  /// Made when it is asked for, and then once: a view made for each use may be allocated each time.
  private @Nullable MemorySegment segment;

  private final boolean swapped;

  /// By element type, made when first used: a program has one or two as a rule. An `EnumMap` would
  /// find the constants by reflection, which loads some two hundred classes.
  private final Map<ElementType, ElementCodec> codecs = new HashMap<>();

  HeapBlock(int size, ByteOrder order) {
    super(order);
    this.bytes = new byte[size];
    this.swapped = order != ByteOrder.nativeOrder();
  }

  private static VarHandle view(Class<?> array) {
    return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.nativeOrder())
        .withInvokeExactBehavior();
  }

  /// The array itself.
  byte[] bytes() {
    return bytes;
  }

  /// The same array.
  MemorySegment segment() {
    MemorySegment made = segment;
    if (made == null) {
      made = MemorySegment.ofArray(bytes);
      segment = made;
    }
    return made;
  }

  @Override
  void read(EngineFile file, long offset, int at, int count) throws IOException {
    int done = 0;
    for (long n = 1; n > 0 && done < count; done += (int) n) {
      n = file.tryRead(offset + done, bytes, at + done, count - done);
    }
    if (done < count) {
      readByPool(file, offset + done, at + done, count - done);
    }
  }

  private void readByPool(EngineFile file, long offset, int at, int count) throws IOException {
    Block stage = BufferPool.shared().take(count);
    try {
      MemorySegment memory = stage.memory();
      file.read(offset, memory, 0, count);
      MemorySegment.copy(memory, JAVA_BYTE, 0, bytes, at, count);
    } finally {
      stage.release();
    }
  }

  @Override
  void write(EngineFile file, long offset, int at, int count) throws IOException {
    int done = 0;
    for (long n = 1; n > 0 && done < count; done += (int) n) {
      n = file.tryWrite(offset + done, bytes, at + done, count - done);
    }
    if (done < count) {
      writeByPool(file, offset + done, at + done, count - done);
    }
  }

  private void writeByPool(EngineFile file, long offset, int at, int count) throws IOException {
    Block stage = BufferPool.shared().take(count);
    try {
      MemorySegment memory = stage.memory();
      MemorySegment.copy(bytes, at, memory, JAVA_BYTE, 0, count);
      file.write(offset, memory, 0, count);
    } finally {
      stage.release();
    }
  }

  @Override
  void release() {}

  @Override
  int size() {
    return bytes.length;
  }

  @Override
  byte getByte(int at) {
    return bytes[at];
  }

  @Override
  void putByte(int at, byte value) {
    bytes[at] = value;
  }

  @Override
  void get(int at, byte[] target, int from, int count) {
    System.arraycopy(bytes, at, target, from, count);
  }

  @Override
  void put(int at, byte[] source, int from, int count) {
    System.arraycopy(source, from, bytes, at, count);
  }

  @Override
  void getArray(int at, Object target, int from, int count) {
    codec(ElementType.of(target.getClass())).decode(this, at, target, from, count);
  }

  @Override
  void putArray(int at, Object source, int from, int count) {
    codec(ElementType.of(source.getClass())).encode(source, from, this, at, count);
  }

  private ElementCodec codec(ElementType type) {
    ElementCodec made = codecs.get(type);
    if (made == null) {
      made = ElementCodec.of(type, swapped);
      codecs.put(type, made);
    }
    return made;
  }

  @Override
  void slide(int at, int count) {
    System.arraycopy(bytes, at, bytes, 0, count);
  }

  @Override
  short ownShort(int at) {
    return (short) SHORT.get(bytes, at);
  }

  @Override
  void ownShort(int at, short value) {
    SHORT.set(bytes, at, value);
  }

  @Override
  int ownInt(int at) {
    return (int) INT.get(bytes, at);
  }

  @Override
  void ownInt(int at, int value) {
    INT.set(bytes, at, value);
  }

  @Override
  long ownLong(int at) {
    return (long) LONG.get(bytes, at);
  }

  @Override
  void ownLong(int at, long value) {
    LONG.set(bytes, at, value);
  }
}
