package io.penstock.file.mapped;

import io.penstock.ffi.Errno;
import io.penstock.ffi.LibC;
import io.penstock.file.FileErrors;
import io.penstock.file.OpenPath;
import io.penstock.file.SteadyChannel;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.IntSupplier;

/// An open file that is mapped.
sealed interface MappingSource extends Closeable {
  /// What zeros are written in.
  int ZEROS = 64 << 10;

  /// How often a write may take nothing before that counts as an error.
  int MAX_EMPTY_WRITES = 8;

  /// macOS refuses a call for more than 2 GiB less a byte.
  long MAX_TRANSFER = 1 << 30;

  String FULL = "the device takes no more bytes and gives no reason";

  /// Maps the file from its beginning, and never makes it longer.
  ///
  /// @param size that it was seen to have, and does not have if it was cut meanwhile
  /// @param length how much to map: more than `size` where it will grow, and that can be had
  /// @param arena that the mapping ends with
  MemorySegment map(long size, long length, Arena arena) throws IOException;

  /// Maps a range for reading, where there is no [#path()].
  default MemorySegment mapRange(long offset, long length, Arena arena) throws IOException {
    throw new UnsupportedOperationException("the file has a path");
  }

  /// Whether stores to what is mapped go to the file.
  boolean storesReachTheFile();

  long size() throws IOException;

  /// Makes the file longer, by blocks that are reserved on the device.
  ///
  /// @param from where they begin; what lies between the file's end and that takes no place
  void extend(long from, long size) throws IOException;

  void resize(long size) throws IOException;

  /// Writes a piece of memory off the heap.
  void write(long offset, MemorySegment source, long at, long length) throws IOException;

  /// Reads bytes to memory off the heap.
  ///
  /// @return how many; 0 at the file's end
  int read(long offset, MemorySegment target) throws IOException;

  /// Whether all bytes of a range that the file has are zeros.
  default boolean hasZerosAlone(long from, long to) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment zeros = arena.allocate(ZEROS);
      MemorySegment found = arena.allocate(ZEROS);
      for (long at = from; at < to; ) {
        int n = read(at, found.asSlice(0, Math.min(ZEROS, to - at)));
        if (n == 0 || MemorySegment.mismatch(found, 0, n, zeros, 0, n) >= 0) {
          return false;
        }
        at += n;
      }
      return true;
    }
  }

  /// Writes the file to its device.
  ///
  /// @param mapped what is mapped of it, and may have been stored to
  void sync(MemorySegment mapped) throws IOException;

  /// Tells the kernel how a part of a mapping is going to be used, where it can be told.
  ///
  /// @param advice of madvise(2)
  default void advise(long address, long length, int advice) {}

  /// What leads to the file always, if anything does.
  Optional<Path> path();

  /// By which it is open.
  default OptionalInt descriptor() {
    return OptionalInt.empty();
  }

  /// Takes blocks by writing.
  default void zero(long from, long to) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment zeros = arena.allocate(ZEROS);
      for (long at = from; at < to; at += ZEROS) {
        write(at, zeros, 0, Math.min(ZEROS, to - at));
      }
    }
  }

  private static IOException failure(Path name, String what, String reason) {
    return new IOException(
        String.format(
            Locale.ROOT, "%s: cannot %s (engine %s): %s", name, what, MappedEngine.NAME, reason));
  }

  /// A descriptor, and the calls of the system.
  record Descriptor(LibC libc, Path name, int number, boolean writes) implements MappingSource {
    private static final int READ_WRITE = 2; // O_RDWR

    static Descriptor of(LibC libc, OpenPath file, boolean writes) throws IOException {
      return opened(libc, file.name(), file.path(), writes ? READ_WRITE : 0, writes);
    }

    static Descriptor created(LibC libc, Path file) throws IOException {
      return opened(libc, file, file, READ_WRITE | libc.flags().createNew(), true);
    }

    private static Descriptor opened(LibC libc, Path name, Path path, int flags, boolean writes)
        throws IOException {
      int permissions = 0666; // less the process's umask
      int all = flags | libc.flags().closeOnExec();
      int number = repeated(() -> libc.open(path, all, permissions));
      if (number < 0) {
        throw FileErrors.opening(name, -number, Errno.describe(-number));
      }
      return new Descriptor(libc, name, number, writes);
    }

    private static int repeated(IntSupplier call) {
      int result;
      do {
        result = call.getAsInt();
      } while (result == -Errno.EINTR);
      return result;
    }

    @Override
    @SuppressWarnings("restricted")
    public MemorySegment map(long size, long length, Arena arena) throws IOException {
      long mapped = length;
      long address = libc.map(number, 0, mapped, writes);
      if (address < 0 && size < length) {
        mapped = size;
        address = libc.map(number, 0, mapped, writes);
      }
      if (address < 0) {
        throw failure(name, "map " + size + " bytes", Errno.describe((int) -address));
      }
      MemorySegment memory =
          MemorySegment.ofAddress(address)
              .reinterpret(mapped, arena, m -> libc.unmap(m.address(), m.byteSize()));
      return writes ? memory : memory.asReadOnly();
    }

    @Override
    public boolean storesReachTheFile() {
      return writes;
    }

    @Override
    public long size() throws IOException {
      return require(libc.size(number), "find the size of");
    }

    @Override
    public void extend(long from, long size) throws IOException {
      int result = repeated(() -> libc.reserve(number, from, size - from));
      switch (-result) {
        // Filters of system calls, as those of containers, answer with EPERM.
        case Errno.EOPNOTSUPP, Errno.ENOSYS, Errno.EPERM -> zero(Math.max(from, size()), size);
        default -> require(result, "reserve " + (size - from) + " bytes for");
      }
    }

    @Override
    public void resize(long size) throws IOException {
      require(repeated(() -> libc.truncate(number, size)), "set a size of " + size + " bytes for");
    }

    @Override
    public void write(long offset, MemorySegment source, long at, long length) throws IOException {
      int empty = 0;
      for (long done = 0; done < length; ) {
        long step = Math.min(MAX_TRANSFER, length - done);
        long n = libc.pwrite(number, source, at + done, step, offset + done);
        empty = n == 0 ? empty + 1 : 0;
        if (empty == MAX_EMPTY_WRITES) {
          throw failure(name, "write to the file", FULL);
        }
        done += n == -Errno.EINTR ? 0 : require(n, "write to");
      }
    }

    @Override
    public int read(long offset, MemorySegment target) throws IOException {
      long n;
      do {
        n = libc.pread(number, target, 0, target.byteSize(), offset);
      } while (n == -Errno.EINTR);
      return (int) require(n, "read from");
    }

    private long require(long result, String what) throws IOException {
      if (result < 0) {
        throw failure(name, what + " the file", Errno.describe((int) -result));
      }
      return result;
    }

    @Override
    public void sync(MemorySegment mapped) throws IOException {
      if (writes && mapped.byteSize() > 0) {
        require(libc.syncMapping(mapped.address(), mapped.byteSize()), "sync the mapping of");
      }
      require(repeated(() -> libc.sync(number)), "sync");
    }

    @Override
    public void advise(long address, long length, int advice) {
      int _ = libc.adviseMapping(address, length, advice);
    }

    @Override
    public Optional<Path> path() {
      return libc.path(number);
    }

    @Override
    public OptionalInt descriptor() {
      return OptionalInt.of(number);
    }

    @Override
    public void close() throws IOException {
      require(libc.close(number), "close");
    }
  }

  /// File channels, where native access is denied.
  ///
  /// The JDK extends a file to the length that is to be mapped if its channel may write, which
  /// undoes what another process has just cut off: one channel maps and cannot write, the other
  /// writes.
  ///
  /// @param reading may be the same where nothing is written
  record Channel(SteadyChannel channel, SteadyChannel reading, Path name) implements MappingSource {
    private static final int MOST_BYTES = 1 << 30;
    private static final int MAX_TRIES = 4;

    private static final Set<OpenOption> READ = Set.of(StandardOpenOption.READ);
    private static final Set<OpenOption> READ_WRITE =
        Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE);

    static Channel of(OpenPath file, boolean writes) throws IOException {
      Path name = file.name();
      if (writes) {
        return with(new SteadyChannel(name, READ_WRITE), name);
      }
      SteadyChannel channel = new SteadyChannel(name, READ);
      return new Channel(channel, channel, name);
    }

    static Channel created(Path file) throws IOException {
      return with(SteadyChannel.created(file), file);
    }

    private static Channel with(SteadyChannel writing, Path name) throws IOException {
      boolean opened = false;
      try {
        Channel both = new Channel(writing, writing.reopened(READ), name);
        opened = true;
        return both;
      } finally {
        if (!opened) {
          writing.close();
        }
      }
    }

    @Override
    public MemorySegment map(long size, long length, Arena arena) throws IOException {
      for (int tries = 1; ; tries++) {
        long bytes = Math.min(size, size());
        try {
          return bytes == 0 ? MemorySegment.NULL : reading.map(0, bytes, arena);
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
          if (tries == MAX_TRIES) { // else the file may just have been cut
            IOException told =
                failure(name, "map " + bytes + " bytes", String.valueOf(e.getMessage()));
            told.initCause(e);
            throw told;
          }
        }
      }
    }

    @Override
    public MemorySegment mapRange(long offset, long length, Arena arena) throws IOException {
      return reading.map(offset, length, arena);
    }

    @Override
    public boolean storesReachTheFile() {
      return false;
    }

    @Override
    public long size() throws IOException {
      return named("find the size of", FileChannel::size);
    }

    @Override
    public void extend(long from, long size) throws IOException {
      zero(Math.max(from, size()), size);
    }

    @Override
    public void resize(long size) throws IOException {
      if (size < size()) {
        named("cut", open -> open.truncate(size));
      } else if (size > size()) {
        named("extend", open -> SteadyChannel.extend(open, size));
      }
    }

    @Override
    public void write(long offset, MemorySegment source, long at, long length) throws IOException {
      int empty = 0;
      for (long done = 0; done < length; ) {
        MemorySegment rest = source.asSlice(at + done, Math.min(MOST_BYTES, length - done));
        long position = offset + done;
        int n = named("write to", open -> open.write(rest.asByteBuffer(), position));
        empty = n == 0 ? empty + 1 : 0;
        if (empty == MAX_EMPTY_WRITES) {
          throw failure(name, "write to the file", FULL);
        }
        done += n;
      }
    }

    @Override
    public int read(long offset, MemorySegment target) throws IOException {
      return Math.max(0, named("read from", open -> open.read(target.asByteBuffer(), offset)));
    }

    private <T> T named(String what, SteadyChannel.Operation<T> call) throws IOException {
      return channel.run(MappedEngine.NAME, what, call);
    }

    @Override
    public void sync(MemorySegment mapped) throws IOException {
      named(
          "sync",
          open -> {
            open.force(true);
            return open;
          });
    }

    @Override
    public Optional<Path> path() {
      return Optional.empty();
    }

    @Override
    public void close() throws IOException {
      try (channel) {
        reading.close();
      }
    }
  }
}
