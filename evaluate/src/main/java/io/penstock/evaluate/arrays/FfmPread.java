package io.penstock.evaluate.arrays;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.penstock.array.Elements;
import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Approach.Move;
import io.penstock.evaluate.run.Task;
import io.penstock.evaluate.run.Task.Block;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;

/// C's calls through the foreign function interface, as a program would make them today: into
/// memory outside the heap, then a copy into the array.
///
/// That memory may be smaller than a request, which then takes several calls: the loop that the
/// author of the FileInputStream post proposes for the JDK.
final class FfmPread {
  private static final long REQUEST = 1L << 20;

  private FfmPread() {}

  /// The loop with memory for a whole request.
  static Approach way() {
    return way(Long.MAX_VALUE);
  }

  /// The loop with memory for so many bytes, so that a request takes several calls.
  static Approach way(long chunkBytes) {
    return (task, array) -> {
      if (task.work().order() != ByteOrder.nativeOrder()) {
        throw new AbsentException("this approach leaves bytes in the order in which they are");
      }
      return Move.byThreads(
          task, block -> move(task, block, Elements.of(array).segment(), chunkBytes));
    };
  }

  private static void move(Task task, Block block, MemorySegment array, long chunkBytes)
      throws IOException {
    int size = task.work().type().bytes();
    long request = task.work().requestOr(REQUEST);
    try (Arena arena = Arena.ofConfined()) {
      Libc libc = new Libc(arena);
      MemorySegment chunk = arena.allocate(Math.min(chunkBytes, request), 4096);
      int file = libc.open(task.file(), Steps.reads(task) ? Libc.O_RDONLY : Libc.O_RDWR);
      try {
        new Steps(task, request)
            .forEach(
                block,
                (first, index, count) -> {
                  MemorySegment part = array.asSlice((long) index * size, (long) count * size);
                  if (Steps.reads(task)) {
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

  /// `open`, `pread`, `pwrite` and `close` as a program without Penstock would call them.
  ///
  /// The evaluation has its own so that the approach which stands for such programs shares no code
  /// with the library.
  private static final class Libc {
    /// Flags of asm-generic/fcntl.h.
    static final int O_RDONLY = 0;

    static final int O_RDWR = 2;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO =
        STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
    private static final FunctionDescriptor TRANSFER =
        FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle PREAD = handle("pread", TRANSFER);
    private static final MethodHandle PWRITE = handle("pwrite", TRANSFER);
    private static final MethodHandle OPEN =
        handle(
            "open",
            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT),
            Linker.Option.firstVariadicArg(2));
    private static final MethodHandle CLOSE =
        handle("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));

    private final MemorySegment state;

    /// @param arena for the error number of the calls, all by one thread
    Libc(Arena arena) {
      state = arena.allocate(STATE);
    }

    @SuppressWarnings("restricted") // this module is started with native access
    private static MethodHandle handle(
        String name, FunctionDescriptor function, Linker.Option... options) {
      Linker.Option[] all = Arrays.copyOf(options, options.length + 1);
      all[options.length] = Linker.Option.captureCallState("errno");
      return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), function, all);
    }

    int open(Path file, int flags) throws IOException {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment name = arena.allocateFrom(file.toString());
        return (int) checked("open", (int) OPEN.invokeExact(state, name, flags));
      } catch (Throwable e) {
        throw rethrow(e);
      }
    }

    /// One call, which may read less than asked for.
    long read(int descriptor, MemorySegment target, long count, long offset) throws IOException {
      try {
        return checked("pread", (long) PREAD.invokeExact(state, descriptor, target, count, offset));
      } catch (Throwable e) {
        throw rethrow(e);
      }
    }

    /// One call, which may write less than asked for.
    long write(int descriptor, MemorySegment source, long count, long offset) throws IOException {
      try {
        return checked(
            "pwrite", (long) PWRITE.invokeExact(state, descriptor, source, count, offset));
      } catch (Throwable e) {
        throw rethrow(e);
      }
    }

    void close(int descriptor) throws IOException {
      try {
        checked("close", (int) CLOSE.invokeExact(state, descriptor));
      } catch (Throwable e) {
        throw rethrow(e);
      }
    }

    private long checked(String call, long result) throws IOException {
      if (result < 0) {
        throw new IOException(call + " failed: errno " + (int) ERRNO.get(state, 0L));
      }
      return result;
    }

    private static IOException rethrow(Throwable e) {
      return switch (e) {
        case IOException failure -> failure;
        case RuntimeException bug -> throw bug;
        case Error error -> throw error;
        default -> new IOException(e);
      };
    }
  }
}
