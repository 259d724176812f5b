package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.Elements;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A file in memory that writes down what is asked of it.
final class RequestedFile implements EngineFile {
  static final int NUMBERS = 400_000;
  private static final int CHUNK = 64 << 10;

  final byte[] bytes = new byte[NUMBERS * Integer.BYTES];
  final List<String> asked = new ArrayList<>();
  int alignment = 1;
  int ring = -1;
  boolean takesArrays;
  boolean takesLists;
  long mostOfArray = Long.MAX_VALUE;
  long leftOfArrays = Long.MAX_VALUE;
  MemorySegment own = MemorySegment.NULL;

  RequestedFile() {
    ByteBuffer.wrap(bytes)
        .order(ByteOrder.nativeOrder())
        .asIntBuffer()
        .put(IntStream.range(0, NUMBERS).toArray());
  }

  private void note(String how, long offset, long length) {
    asked.add(how + offset + "+" + length);
  }

  private void note(String how, ExtentList list) {
    asked.add(
        IntStream.range(0, list.count())
            .mapToObj(i -> list.offset(i) + "+" + list.length(i))
            .collect(Collectors.joining(" ", how, "")));
  }

  private String how(MemorySegment memory) {
    return memory.equals(own) ? "direct " : "";
  }

  MemorySegment range(long offset, long length) {
    return MemorySegment.ofArray(bytes).asSlice(offset, length);
  }

  private static MemorySegment of(Object array, long at, long length) {
    return Elements.of(array).segment().asSlice(at, length);
  }

  @Override
  public void read(long offset, MemorySegment target, long at, long length) {
    note(how(target), offset, length);
    assertThat((at - offset) % alignment).as("aligned alike").isZero();
    target.asSlice(at, length).copyFrom(range(offset, length));
  }

  @Override
  public long tryRead(long offset, Object array, long at, long length) {
    if (!takesArrays || leftOfArrays-- <= 0) {
      return 0;
    }
    long read = Math.min(length, mostOfArray);
    note("array ", offset, read);
    of(array, at, read).copyFrom(range(offset, read));
    return read;
  }

  @Override
  public boolean tryReadList(ExtentList extents, Object array, long at) {
    if (takesLists) {
      note("list ", extents);
      long to = at;
      for (int i = 0; i < extents.count(); i++) {
        long length = extents.length(i);
        of(array, to, length).copyFrom(range(extents.offset(i), length));
        to += length;
      }
    }
    return takesLists;
  }

  @Override
  public void write(long offset, MemorySegment source, long at, long length) {
    note(how(source), offset, length);
    assertThat((at - offset) % alignment).as("aligned alike").isZero();
    range(offset, length).copyFrom(source.asSlice(at, length));
  }

  @Override
  public long tryWrite(long offset, Object array, long at, long length) {
    if (!takesArrays || leftOfArrays-- <= 0) {
      return 0;
    }
    long written = Math.min(length, mostOfArray);
    note("array ", offset, written);
    range(offset, written).copyFrom(of(array, at, written));
    return written;
  }

  @Override
  public void writeList(ExtentList extents, MemorySegment source, long at) {
    note("list ", extents);
    long from = at;
    for (int i = 0; i < extents.count(); i++) {
      range(extents.offset(i), extents.length(i)).copyFrom(source.asSlice(from, extents.length(i)));
      from += extents.length(i);
    }
  }

  @Override
  public boolean tryWriteList(ExtentList extents, Object array, long at) {
    if (takesLists) {
      note("array list ", extents);
      long from = at;
      for (int i = 0; i < extents.count(); i++) {
        range(extents.offset(i), extents.length(i)).copyFrom(of(array, from, extents.length(i)));
        from += extents.length(i);
      }
    }
    return takesLists;
  }

  @Override
  public int ringDescriptor() {
    return ring;
  }

  @Override
  public boolean cached(long offset, long length) {
    return true;
  }

  @Override
  public int preferredBytes() {
    return CHUNK;
  }

  @Override
  public int alignment() {
    return alignment;
  }

  @Override
  public long size() {
    return bytes.length;
  }

  @Override
  public void reserve(long size) {}

  @Override
  public void resize(long size) {}

  @Override
  public void sync() {}

  @Override
  public String explain() {
    return "";
  }

  @Override
  public void close() {}
}
