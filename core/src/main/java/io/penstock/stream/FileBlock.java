package io.penstock.stream;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.penstock.file.EngineFile;
import io.penstock.file.FileEngines;
import io.penstock.memory.BufferPool;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/// A block that bytes of a file are read to and written from.
sealed interface FileBlock {
  /// A block off the heap, or a byte array as long as engines take some milliseconds to begin with:
  /// so does the first memory segment of a JVM, for which many a program is done too soon.
  static FileBlock of(int size, ByteOrder order) {
    return FileEngines.areReady()
        ? new OffHeap(new NativeBlock(size, order))
        : new OnHeap(new HeapBlock(size, order));
  }

  /// The memory itself.
  Block block();

  /// Reads a range of the file to the block.
  void read(EngineFile file, long offset, int at, int count) throws IOException;

  /// Writes a range of the block to the file.
  void write(EngineFile file, long offset, int at, int count) throws IOException;

  /// Gives the memory back: nobody may use the block any more.
  void release();

  /// What engines take without another copy.
  record OffHeap(NativeBlock block) implements FileBlock {
    @Override
    public void read(EngineFile file, long offset, int at, int count) throws IOException {
      file.read(offset, block.segment(), at, count);
    }

    @Override
    public void write(EngineFile file, long offset, int at, int count) throws IOException {
      file.write(offset, block.segment(), at, count);
    }

    @Override
    public void release() {
      block.release();
    }
  }

  /// A byte array; what an engine does not move to or from arrays goes through memory of the pool.
  record OnHeap(HeapBlock block) implements FileBlock {
    @Override
    public void read(EngineFile file, long offset, int at, int count) throws IOException {
      int done = 0;
      for (long n = 1; n > 0 && done < count; done += (int) n) {
        n = file.tryRead(offset + done, block.bytes(), at + done, count - done);
      }
      if (done < count) {
        readByPool(file, offset + done, at + done, count - done);
      }
    }

    private void readByPool(EngineFile file, long offset, int at, int count) throws IOException {
      io.penstock.memory.Block stage = BufferPool.shared().take(count);
      try {
        MemorySegment memory = stage.memory();
        file.read(offset, memory, 0, count);
        MemorySegment.copy(memory, JAVA_BYTE, 0, block.bytes(), at, count);
      } finally {
        stage.release();
      }
    }

    @Override
    public void write(EngineFile file, long offset, int at, int count) throws IOException {
      int done = 0;
      for (long n = 1; n > 0 && done < count; done += (int) n) {
        n = file.tryWrite(offset + done, block.bytes(), at + done, count - done);
      }
      if (done < count) {
        writeByPool(file, offset + done, at + done, count - done);
      }
    }

    private void writeByPool(EngineFile file, long offset, int at, int count) throws IOException {
      io.penstock.memory.Block stage = BufferPool.shared().take(count);
      try {
        MemorySegment memory = stage.memory();
        MemorySegment.copy(block.bytes(), at, memory, JAVA_BYTE, 0, count);
        file.write(offset, memory, 0, count);
      } finally {
        stage.release();
      }
    }

    @Override
    public void release() {}
  }
}
