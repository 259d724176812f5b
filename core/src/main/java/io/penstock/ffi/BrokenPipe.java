package io.penstock.ffi;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;

/// A test of a failed write for its reason: whether nobody reads the pipe any more (EPIPE).
///
/// An exception of the JDK carries no error number, and the system translates its text: in Spanish
/// it has no word "pipe". So the kernel is asked for the state of the descriptor.
public final class BrokenPipe {
  /// asm-generic/poll.h (v6.1).
  private static final short POLLOUT = 0x4;

  /// On the writing end of a pipe or a socket: nobody reads any more.
  private static final short POLLERR = 0x8;

  /// struct pollfd: the descriptor, what is asked for, what is the case.
  private static final int POLLFD_BYTES = 8;

  private static final int REVENTS = 6;

  private BrokenPipe() {}

  /// Whether a write failed because the reader of a pipe or socket has left.
  ///
  /// Without native access, or on macOS, the failure is compared with that of a pipe which is
  /// broken on purpose: both have the system's text for the same error.
  ///
  /// @param descriptor to which was written
  /// @param failure of the write
  public static boolean caused(int descriptor, IOException failure) {
    return NativeAccess.deniedUnlessLinux().isEmpty()
        ? hasNoReader(descriptor)
        : failure.getMessage() != null && failure.getMessage().equals(textOfBrokenPipe());
  }

  private static boolean hasNoReader(int descriptor) {
    MethodHandle poll = NativeAccess.Symbols.ofProcess().function("poll", Signature.POLL);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(POLLFD_BYTES, Integer.BYTES);
      state.set(JAVA_INT, 0, descriptor);
      state.set(JAVA_SHORT, Integer.BYTES, POLLOUT);
      int ready = (int) poll.invokeExact(state, 1L, 0);
      return ready == 1 && (state.get(JAVA_SHORT, REVENTS) & POLLERR) != 0;
    } catch (Throwable e) {
      throw new AssertionError("poll does not throw", e);
    }
  }

  static String textOfBrokenPipe() {
    try {
      Pipe pipe = Pipe.open();
      try (Pipe.SinkChannel sink = pipe.sink()) {
        pipe.source().close();
        int _ = sink.write(ByteBuffer.allocate(1));
      }
      return "";
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
