package io.penstock.evaluate.arrays;

import io.penstock.array.ElementType;
import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Block;
import io.penstock.evaluate.run.Move;
import io.penstock.evaluate.run.Task;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/// C's calls through the foreign function interface, as a program would make them today: into
/// memory outside the heap, then a copy into the array.
///
/// The option `chunk` makes that memory smaller than a request, which then takes several calls: the
/// loop that the author of the FileInputStream post proposes for the JDK.
final class FfmPread implements Approach {
  private static final long REQUEST = 1L << 20;

  @Override
  public Move prepare(Task task, Object array) throws AbsentException {
    if (task.work().order() != ByteOrder.nativeOrder()) {
      throw new AbsentException("this approach leaves bytes in the order in which they are");
    }
    return Move.byThreads(task, block -> move(task, block, ElementType.segment(array)));
  }

  private static void move(Task task, Block block, MemorySegment array) throws IOException {
    int size = task.work().type().bytes();
    long request = task.work().requestOr(REQUEST);
    long chunkBytes = Long.parseLong(task.work().option("chunk", Long.toString(request)));
    try (Arena arena = Arena.ofConfined()) {
      Libc libc = new Libc(arena);
      MemorySegment chunk = arena.allocate(Math.min(chunkBytes, request), 4096);
      int file = libc.open(task.file(), Demand.reads(task) ? Libc.O_RDONLY : Libc.O_RDWR);
      try {
        new Steps(task, request)
            .forEach(
                block,
                (first, index, count) -> {
                  MemorySegment part = array.asSlice((long) index * size, (long) count * size);
                  if (Demand.reads(task)) {
                    read(libc, file, first * size, part, chunk);
                  } else {
                    write(libc, file, first * size, part, chunk);
                  }
                });
      } finally {
        libc.close(file);
      }
    }
  }

  private static void read(
      Libc libc, int file, long offset, MemorySegment target, MemorySegment chunk)
      throws IOException {
    for (long done = 0; done < target.byteSize(); ) {
      long step = Math.min(chunk.byteSize(), target.byteSize() - done);
      long n = libc.read(file, chunk, step, offset + done);
      if (n == 0) {
        throw new EOFException("the file ends at byte " + (offset + done));
      }
      MemorySegment.copy(chunk, 0, target, done, n);
      done += n;
    }
  }

  private static void write(
      Libc libc, int file, long offset, MemorySegment source, MemorySegment chunk)
      throws IOException {
    for (long done = 0; done < source.byteSize(); ) {
      long step = Math.min(chunk.byteSize(), source.byteSize() - done);
      MemorySegment.copy(source, done, chunk, 0, step);
      done += libc.write(file, chunk, step, offset + done);
    }
  }
}
