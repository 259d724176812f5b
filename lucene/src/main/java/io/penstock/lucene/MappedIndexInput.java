package io.penstock.lucene;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.penstock.file.Access;
import io.penstock.file.Advice;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Objects;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.BufferedIndexInput;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.MemorySegmentAccessInput;
import org.jspecify.annotations.Nullable;

/// An index input over a mapped file.
///
/// Bounds are the segment's: no read checks them on its own, and what a segment throws becomes the
/// exception that Lucene expects.
final class MappedIndexInput extends IndexInput implements MemorySegmentAccessInput, BatchedInput {
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(LITTLE_ENDIAN);
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(LITTLE_ENDIAN);

  /// A copy that takes longer than this, and its bytes at 1 GB/s, may have waited for the device.
  private static final long DEVICE_NANOS = 30_000;

  private final EngineIndexInput engine; // of the same part of the file
  private @Nullable Arena arena; // of the input that opened the file alone
  private MemorySegment segment; // of no bytes once this input is closed
  private long position;
  private boolean isClosed;

  private MappedIndexInput(
      String description, EngineIndexInput engine, @Nullable Arena arena, MemorySegment segment) {
    super(description);
    this.engine = engine;
    this.arena = arena;
    this.segment = segment;
  }

  static MappedIndexInput open(String description, Path path) throws IOException {
    EngineIndexInput engine =
        EngineIndexInput.open(description, BufferedIndexInput.BUFFER_SIZE, path, Access.read());
    Arena arena = Arena.ofShared();
    try {
      MemorySegment mapped = engine.file.map(0, engine.length(), arena);
      return new MappedIndexInput(description, engine, arena, mapped);
    } catch (Throwable e) {
      arena.close();
      engine.close();
      throw e;
    }
  }

  // ---- reads at the position -------------------------------------------------------------------

  @Override
  public byte readByte() throws IOException {
    byte value = readByte(position);
    position++;
    return value;
  }

  @Override
  public short readShort() throws IOException {
    short value = readShort(position);
    position += Short.BYTES;
    return value;
  }

  @Override
  public int readInt() throws IOException {
    int value = readInt(position);
    position += Integer.BYTES;
    return value;
  }

  @Override
  public long readLong() throws IOException {
    long value = readLong(position);
    position += Long.BYTES;
    return value;
  }

  @Override
  public void readBytes(byte[] target, int from, int count) throws IOException {
    position += fill(JAVA_BYTE, position, target, target.length, from, count);
  }

  @Override
  public void readInts(int[] target, int from, int count) throws IOException {
    position += fill(INT, position, target, target.length, from, count);
  }

  @Override
  public void readLongs(long[] target, int from, int count) throws IOException {
    position += fill(LONG, position, target, target.length, from, count);
  }

  @Override
  public void readFloats(float[] target, int from, int count) throws IOException {
    position += fill(FLOAT, position, target, target.length, from, count);
  }

  private long fill(ValueLayout layout, long at, Object target, int length, int from, int count)
      throws IOException {
    Objects.checkFromIndexSize(from, count, length);
    long bytes = count * layout.byteSize();
    try {
      MemorySegment.copy(segment, layout, at, target, from, count);
      return bytes;
    } catch (IndexOutOfBoundsException | IllegalStateException e) {
      throw failed(e, at, bytes);
    }
  }

  // ---- reads at places -------------------------------------------------------------------------

  @Override
  public byte readByte(long at) throws IOException {
    try {
      return segment.get(JAVA_BYTE, at);
    } catch (IndexOutOfBoundsException | IllegalStateException e) {
      throw failed(e, at, 1);
    }
  }

  @Override
  public short readShort(long at) throws IOException {
    try {
      return segment.get(SHORT, at);
    } catch (IndexOutOfBoundsException | IllegalStateException e) {
      throw failed(e, at, Short.BYTES);
    }
  }

  @Override
  public int readInt(long at) throws IOException {
    try {
      return segment.get(INT, at);
    } catch (IndexOutOfBoundsException | IllegalStateException e) {
      throw failed(e, at, Integer.BYTES);
    }
  }

  @Override
  public long readLong(long at) throws IOException {
    try {
      return segment.get(LONG, at);
    } catch (IndexOutOfBoundsException | IllegalStateException e) {
      throw failed(e, at, Long.BYTES);
    }
  }

  @Override
  public void readBytes(long at, byte[] target, int from, int count) throws IOException {
    long _ = fill(JAVA_BYTE, at, target, target.length, from, count);
  }

  @Override
  public @Nullable MemorySegment segmentSliceOrNull(long at, long count) throws IOException {
    try {
      return segment.asSlice(at, count);
    } catch (IndexOutOfBoundsException e) {
      throw failed(e, at, count);
    }
  }

  /// Copies from the mapping while places are cached, and reads all from the first on that is not
  /// together: a page fault would wait for what the kernel reads around the place, too.
  @Override
  public void readAll(long[] offsets, int size, MemorySegment target) throws IOException {
    requireOpen();
    engine.requireAllWithin(offsets, size, target);
    try {
      int i = 0;
      while (i < offsets.length && engine.file.isCached(engine.begin + offsets[i], size)) {
        i = copy(offsets, i, size, target);
      }
      engine.readAll(offsets, i, size, target);
    } catch (IllegalStateException e) {
      throw engine.closed(e);
    }
  }

  /// Copies up to a place that takes long, and returns the next one.
  private int copy(long[] offsets, int first, int size, MemorySegment target) {
    long before = System.nanoTime();
    for (int i = first; i < offsets.length; i++) {
      MemorySegment.copy(segment, offsets[i], target, (long) i * size, size);
      long now = System.nanoTime();
      if (now - before > DEVICE_NANOS + size) {
        return i + 1;
      }
      before = now;
    }
    return offsets.length;
  }

  @Override
  public void prefetch(long offset, long length) throws IOException {
    requireOpen();
    Objects.checkFromIndexSize(offset, length, length());
    try {
      engine.file.advise(engine.begin + offset, length, Advice.WILL_NEED);
    } catch (IllegalStateException e) {
      throw engine.closed(e);
    }
  }

  // ---- position, slices, end -------------------------------------------------------------------

  @Override
  public long getFilePointer() {
    requireOpen();
    return position;
  }

  @Override
  public void seek(long to) throws IOException {
    requireOpen();
    if (to < 0) {
      throw new IllegalArgumentException("Seeking to negative position: " + this);
    }
    if (to > length()) {
      throw new EOFException("seek past EOF (pos=" + to + "): " + this);
    }
    position = to;
  }

  @Override
  public long length() {
    return engine.length();
  }

  @Override
  public MappedIndexInput slice(String description, long offset, long length) {
    requireOpen();
    EngineIndexInput part = engine.slice(description, offset, length);
    return new MappedIndexInput(
        getFullSliceDescription(description), part, null, segment.asSlice(offset, length));
  }

  @Override
  public MappedIndexInput clone() {
    requireOpen();
    MappedIndexInput clone = (MappedIndexInput) super.clone();
    clone.arena = null;
    return clone;
  }

  @Override
  public void close() throws IOException {
    if (isClosed) {
      return;
    }
    isClosed = true;
    segment = MemorySegment.NULL;
    Arena own = arena;
    if (own != null) {
      try {
        own.close();
      } finally {
        engine.close();
      }
    }
  }

  private void requireOpen() {
    if (isClosed) {
      throw new AlreadyClosedException("Already closed: " + this);
    }
  }

  /// What Lucene expects in place of what a segment has thrown.
  private IOException failed(RuntimeException e, long at, long count) throws EOFException {
    requireOpen();
    if (e instanceof IllegalStateException ended) {
      throw engine.closed(ended);
    }
    if (at < 0) {
      throw new IllegalArgumentException("negative position " + at + ": " + this, e);
    }
    engine.requireWithin(at, count);
    throw e;
  }
}
