package io.penstock.evaluate.arrays;

import io.penstock.array.Elements;
import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Approach.Move;
import io.penstock.evaluate.run.CheckedConsumer;
import io.penstock.evaluate.run.Task;
import io.penstock.evaluate.run.Task.Block;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;

/// The JDK's ways: file channels with typed views of a direct buffer, and mappings.
final class JdkWays {
  private JdkWays() {}

  /// A FileChannel of each thread's own with positional transfers of a direct buffer, and a typed
  /// view of that buffer for the array.
  static Move channel(Task task, Object array) {
    return channels(task, array, false);
  }

  /// The same by a FileChannel that was opened with the JDK's option for O_DIRECT.
  static Move directChannel(Task task, Object array) {
    return channels(task, array, true);
  }

  private static Move channels(Task task, Object array, boolean direct) {
    return Move.byThreads(task, ofEach(task, array, direct, new Stopwatch(task)));
  }

  private static CheckedConsumer<Block> ofEach(
      Task task, Object array, boolean direct, Stopwatch watch) {
    Transfer transfer = new Transfer(task, array, watch);
    return block -> {
      try (FileChannel channel = transfer.open(direct)) {
        transfer.move(channel, block);
      }
    };
  }

  /// The same by at most so many threads.
  static Approach fewChannels(int threads, boolean direct) {
    return (task, array) -> {
      Stopwatch watch = new Stopwatch(task);
      return watch.of(Move.byThreads(task, threads, ofEach(task, array, direct, watch)));
    };
  }

  /// The same by virtual threads.
  static Approach virtualChannels(boolean direct) {
    return (task, array) -> {
      Stopwatch watch = new Stopwatch(task);
      return watch.of(Move.byVirtualThreads(task, ofEach(task, array, direct, watch)));
    };
  }

  /// One FileChannel that is kept open and that all threads share.
  static Move sharedChannel(Task task, Object array) throws IOException {
    Transfer transfer = new Transfer(task, array, new Stopwatch(task));
    FileChannel channel = transfer.open(false);
    return Steps.kept(Move.byThreads(task, block -> transfer.move(channel, block)), channel);
  }

  /// A mapping by FileChannel that each thread makes, copies from or to, and gives up.
  static Move mapped(Task task, Object array) {
    Transfer transfer = new Transfer(task, array, new Stopwatch(task));
    return Move.byThreads(
        task,
        block -> {
          try (Arena arena = Arena.ofConfined()) {
            transfer.move(transfer.map(arena), block);
          }
        });
  }

  /// A mapping by FileChannel that is made once and that all threads share.
  static Move keptMapping(Task task, Object array) throws IOException {
    Transfer transfer = new Transfer(task, array, new Stopwatch(task));
    Arena arena = Arena.ofShared();
    MemorySegment file = transfer.map(arena);
    return Steps.kept(Move.byThreads(task, block -> transfer.move(file, block)), arena::close);
  }

  /// A transfer of blocks by a FileChannel through a direct buffer, or by a mapping.
  ///
  /// @param task that the blocks belong to
  /// @param array of the task's type
  /// @param watch of single requests
  private record Transfer(Task task, Object array, Stopwatch watch) {
    private static final int REQUEST = 1 << 20;
    private static final int ALIGNMENT = 4096;

    /// Opens the file as the task needs it.
    FileChannel open(boolean direct) throws IOException {
      Set<OpenOption> options = new HashSet<>();
      options.add(StandardOpenOption.READ);
      if (!Steps.reads(task)) {
        options.add(StandardOpenOption.WRITE);
        options.add(StandardOpenOption.CREATE);
      }
      if (direct) {
        options.add(PastCache.option());
      }
      return FileChannel.open(task.file(), options);
    }

    /// Moves a block through a buffer, request by request.
    void move(FileChannel channel, Block block) throws IOException {
      Steps steps = Steps.of(task, REQUEST);
      ByteBuffer buffer =
          ByteBuffer.allocateDirect((int) steps.requestBytes() + 2 * ALIGNMENT)
              .alignedSlice(ALIGNMENT)
              .order(task.work().order());
      int size = task.work().type().bytes();
      Steps.Step step =
          (first, index, count) -> {
            buffer.clear().limit(count * size);
            if (Steps.reads(task)) {
              read(channel, buffer, first * size);
              get(buffer.flip(), array, index);
            } else {
              put(buffer, array, index);
              write(channel, buffer, first * size);
            }
          };
      steps.forEach(block, watch.over(block, step));
    }

    private static void read(FileChannel channel, ByteBuffer buffer, long offset)
        throws IOException {
      while (buffer.hasRemaining()) {
        if (channel.read(buffer, offset + buffer.position()) < 0) {
          throw new EOFException("the file ends at byte " + (offset + buffer.position()));
        }
      }
    }

    private static void write(FileChannel channel, ByteBuffer buffer, long offset)
        throws IOException {
      while (buffer.hasRemaining()) {
        channel.write(buffer, offset + buffer.position());
      }
    }

    /// Maps the whole file.
    MemorySegment map(Arena arena) throws IOException {
      try (FileChannel channel = open(false)) {
        FileChannel.MapMode mode =
            Steps.reads(task) ? FileChannel.MapMode.READ_ONLY : FileChannel.MapMode.READ_WRITE;
        return channel.map(mode, 0, task.work().fileBytes(), arena);
      }
    }

    /// Moves a block between a mapping and the array, request by request.
    void move(MemorySegment file, Block block) throws IOException {
      int size = task.work().type().bytes();
      ValueLayout there = task.work().type().layout().withOrder(task.work().order());
      MemorySegment memory = Elements.of(array).segment();
      ValueLayout here = task.work().type().layout();
      Steps.of(task, REQUEST)
          .forEach(
              block,
              (first, index, count) -> {
                if (Steps.reads(task)) {
                  MemorySegment.copy(
                      file, there, first * size, memory, here, (long) index * size, count);
                } else {
                  MemorySegment.copy(
                      memory, here, (long) index * size, file, there, first * size, count);
                }
              });
    }
  }

  // ---- bulk moves between a byte buffer and an array, by the buffer's typed views
  // ----------------

  /// From the buffer's position to its limit, into the array from `index` on.
  private static void get(ByteBuffer buffer, Object array, int index) {
    switch (array) {
      case byte[] a -> buffer.get(a, index, buffer.remaining());
      case short[] a -> buffer.asShortBuffer().get(a, index, buffer.remaining() / Short.BYTES);
      case char[] a -> buffer.asCharBuffer().get(a, index, buffer.remaining() / Character.BYTES);
      case int[] a -> buffer.asIntBuffer().get(a, index, buffer.remaining() / Integer.BYTES);
      case long[] a -> buffer.asLongBuffer().get(a, index, buffer.remaining() / Long.BYTES);
      case float[] a -> buffer.asFloatBuffer().get(a, index, buffer.remaining() / Float.BYTES);
      case double[] a -> buffer.asDoubleBuffer().get(a, index, buffer.remaining() / Double.BYTES);
      default -> throw new IllegalArgumentException("not an array: " + array.getClass());
    }
  }

  /// The opposite; the buffer's position stays.
  private static void put(ByteBuffer buffer, Object array, int index) {
    switch (array) {
      case byte[] a -> buffer.duplicate().put(a, index, buffer.remaining());
      case short[] a -> buffer.asShortBuffer().put(a, index, buffer.remaining() / Short.BYTES);
      case char[] a -> buffer.asCharBuffer().put(a, index, buffer.remaining() / Character.BYTES);
      case int[] a -> buffer.asIntBuffer().put(a, index, buffer.remaining() / Integer.BYTES);
      case long[] a -> buffer.asLongBuffer().put(a, index, buffer.remaining() / Long.BYTES);
      case float[] a -> buffer.asFloatBuffer().put(a, index, buffer.remaining() / Float.BYTES);
      case double[] a -> buffer.asDoubleBuffer().put(a, index, buffer.remaining() / Double.BYTES);
      default -> throw new IllegalArgumentException("not an array: " + array.getClass());
    }
  }
}
