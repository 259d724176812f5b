package io.penstock.mpi.file;

import io.penstock.array.pack.Kernel;
import io.penstock.array.pack.Walk;
import io.penstock.collective.Part;
import io.penstock.file.Format;
import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import java.lang.foreign.MemorySegment;

/// The elements of a part as bytes of the file, in ascending order: where they lie, if that is off
/// the heap and they lie there as in the file, else in a block through which they are converted.
///
/// Elements are counted within the part.
abstract sealed class FileBytes implements AutoCloseable {
  private final int width;

  private FileBytes(int width) {
    this.width = width;
  }

  /// @param chunk how many elements are asked for at most
  static FileBytes of(Part part, Format format, long chunk) {
    Kernel kernel =
        part.memory() instanceof MemorySegment
            ? Kernel.forSegments(format.type(), format.order())
            : Kernel.forArrays(format.type(), format.order());
    Walk walk = new Walk();
    part.inMemory(walk);
    return part.memory() instanceof MemorySegment segment
            && segment.isNative()
            && kernel.verbatim()
            && walk.contiguous()
        ? new Straight(segment, walk, kernel.storedBytes())
        : new Converted(part.memory(), walk, kernel, Math.min(chunk, part.count()));
  }

  /// The bytes of an element.
  final int width() {
    return width;
  }

  /// The elements, to be written.
  abstract MemorySegment filled(long from, long count);

  /// Room for the elements, to be read.
  abstract MemorySegment room(long from, long count);

  /// The elements have been read.
  abstract void took(long from, long count);

  @Override
  public abstract void close();

  /// In the program's own memory.
  private static final class Straight extends FileBytes {
    private final MemorySegment memory;
    private final long first;

    Straight(MemorySegment memory, Walk walk, int width) {
      super(width);
      this.memory = memory;
      walk.seek(0);
      this.first = walk.remaining() > 0 ? walk.position() : 0;
    }

    @Override
    MemorySegment filled(long from, long count) {
      return memory.asSlice((first + from) * width(), count * width());
    }

    @Override
    MemorySegment room(long from, long count) {
      return filled(from, count);
    }

    @Override
    void took(long from, long count) {}

    @Override
    public void close() {}
  }

  /// By way of a block.
  private static final class Converted extends FileBytes {
    private final Object memory;
    private final Walk walk;
    private final Kernel kernel;
    private final Block block;

    Converted(Object memory, Walk walk, Kernel kernel, long chunk) {
      super(kernel.storedBytes());
      this.memory = memory;
      this.walk = walk;
      this.kernel = kernel;
      this.block = BufferPool.shared().take(chunk * kernel.storedBytes());
    }

    @Override
    MemorySegment filled(long from, long count) {
      walk.seek(from);
      for (long done = 0; done < count; ) {
        long n = Math.min(walk.run(), count - done);
        kernel.pack(
            memory, walk.position(), walk.step(), block.memory(), done * width(), width(), n);
        walk.advance(n);
        done += n;
      }
      return block.memory();
    }

    @Override
    MemorySegment room(long from, long count) {
      return block.memory();
    }

    @Override
    void took(long from, long count) {
      walk.seek(from);
      for (long done = 0; done < count; ) {
        long n = Math.min(walk.run(), count - done);
        kernel.unpack(
            block.memory(), done * width(), width(), memory, walk.position(), walk.step(), n);
        walk.advance(n);
        done += n;
      }
    }

    @Override
    public void close() {
      block.release();
    }
  }
}
