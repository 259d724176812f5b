package io.penstock.ffi;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.Optional;

/// A file in memory that is in no folder (memfd_create(2)): for what has to be a file, where no
/// folder can be written or lets code run, and for bytes that the kernel is to copy.
public final class MemoryFile implements Closeable {
  /// MFD_CLOEXEC and MFD_EXEC, linux/memfd.h (v6.3). Kernels before do not know the second, and let
  /// code of every such file run.
  private static final int CLOSE_ON_EXEC = 1;

  private static final int EXECUTABLE = 0x10;

  /// MFD_NOEXEC_SEAL, of the same kernels.
  private static final int DATA = 8;

  private final LibC libc;
  private final int descriptor;

  private MemoryFile(LibC libc, int descriptor) {
    this.libc = libc;
    this.descriptor = descriptor;
  }

  /// Makes an empty file, of which code may run.
  ///
  /// @param name that the process's map of its memory shows
  /// @throws IOException if this process may call no native code, or the system makes no such file
  public static MemoryFile create(String name) throws IOException {
    return create(libc(), name, EXECUTABLE);
  }

  /// Makes a file of data whose memory is taken now, so that no store to a [mapping][#map] lacks it
  /// later.
  ///
  /// @param name as for [#create]
  /// @throws IOException if there is no memory, or as [#create] does
  public static MemoryFile ofBytes(String name, long bytes) throws IOException {
    return ofBytes(libc(), name, bytes);
  }

  /// The same by a C library that may stand in for the system's.
  static MemoryFile ofBytes(LibC libc, String name, long bytes) throws IOException {
    MemoryFile file = create(libc, name, DATA);
    int result;
    do {
      result = libc.reserve(file.descriptor, bytes);
    } while (result == -Errno.EINTR);
    if (result < 0) {
      file.close();
      throw new IOException("fallocate: " + Errno.describe(-result));
    }
    return file;
  }

  private static LibC libc() throws IOException {
    Optional<String> denied = NativeAccess.deniedUnlessLinux();
    if (denied.isPresent()) {
      throw new IOException(denied.get());
    }
    return NativeAccess.libc().orElseThrow(() -> new IOException(NativeAccess.unavailable()));
  }

  private static MemoryFile create(LibC libc, String name, int kind) throws IOException {
    int descriptor = descriptor(name, kind);
    if (descriptor < 0) {
      throw new IOException("memfd_create: " + Errno.describe(-descriptor));
    }
    return new MemoryFile(libc, descriptor);
  }

  private static int descriptor(String name, int kind) {
    MethodHandle create = NativeAccess.Symbols.ofProcess().function("memfd_create");
    int made = descriptor(create, name, CLOSE_ON_EXEC | kind);
    return made >= 0 ? made : descriptor(create, name, CLOSE_ON_EXEC);
  }

  private static int descriptor(MethodHandle create, String name, int flags) {
    try (Arena arena = Arena.ofConfined()) {
      return LibC.number(
          create, LibC.errno(arena), arena.allocateFrom(name).address(), flags, 0, 0);
    }
  }

  /// By which this process opens it, until it is closed.
  public Path path() {
    return Path.of("/proc/self/fd", Integer.toString(descriptor));
  }

  /// Maps its first bytes for as long as the process lasts.
  ///
  /// @throws IOException if the system refuses
  @SuppressWarnings("restricted")
  public MemorySegment map(long bytes) throws IOException {
    long address = libc.map(descriptor, 0, bytes, true);
    if (address < 0) {
      throw new IOException("mmap: " + Errno.describe((int) -address));
    }
    return MemorySegment.ofAddress(address).reinterpret(bytes);
  }

  /// preadv(2): the kernel copies bytes to pieces of memory, one after the other.
  ///
  /// @param vector of struct iovec { void *iov_base; size_t iov_len; }
  /// @param pieces how many
  /// @param offset of the first byte in this file
  /// @return how many bytes, or a negative error number: -EFAULT if the first cannot be stored
  public long readVector(MemorySegment vector, int pieces, long offset) {
    return libc.readVector(descriptor, vector, pieces, offset);
  }

  /// Closes the descriptor; what is mapped of the file stays.
  @Override
  public void close() {
    int _ = libc.close(descriptor);
  }
}
