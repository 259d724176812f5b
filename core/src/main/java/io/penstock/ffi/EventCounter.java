package io.penstock.ffi;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// An eventfd(2): a counter that any thread adds to, and that wakes a thread which reads it.
public final class EventCounter implements AutoCloseable {
  private static final long CLOSE_ON_EXEC = 02000000; // EFD_CLOEXEC, as O_CLOEXEC

  private final MethodHandle write;
  private final MethodHandle close;
  private final int descriptor;

  /// The number that is added.
  private final MemorySegment one = Arena.ofAuto().allocate(JAVA_LONG);

  private EventCounter(LibC.Functions functions, int descriptor) {
    this.write = functions.function("write");
    this.close = functions.function("close");
    this.descriptor = descriptor;
    one.set(JAVA_LONG, 0, 1);
  }

  /// Makes a counter that is 0.
  ///
  /// @throws IOException if no descriptor is left
  public static EventCounter open() throws IOException {
    return open(NativeAccess.Symbols.ofProcess());
  }

  /// The same by functions that may stand in for the system's.
  static EventCounter open(LibC.Functions functions) throws IOException {
    int descriptor = call(functions.function("eventfd"), 0, CLOSE_ON_EXEC, 0);
    if (descriptor < 0) {
      throw new IOException("eventfd is refused (" + Errno.describe(-descriptor) + ")");
    }
    return new EventCounter(functions, descriptor);
  }

  /// The descriptor, of which 8 bytes can be read when something has been added.
  public int descriptor() {
    return descriptor;
  }

  /// Adds one.
  public void add() {
    int _ = call(write, descriptor, one.address(), JAVA_LONG.byteSize());
  }

  @Override
  public void close() {
    int _ = call(close, descriptor, 0, 0);
  }

  private static int call(MethodHandle function, long a, long b, long c) {
    try (Arena arena = Arena.ofConfined()) {
      return LibC.number(function, LibC.errno(arena), a, b, c, 0);
    }
  }
}
