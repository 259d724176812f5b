package io.penstock.message.ranks;

import io.penstock.ffi.MemoryFile;
import io.penstock.message.MessageException;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/// A file that processes map to share memory, from its creation until all have mapped it.
///
/// It has no name where that can be (memfd_create(2)): the others open it by the descriptor of the
/// process that has made it, and the kernel frees it with the last process that has it mapped.
/// Where native code is denied, or the others do not see that process, it is one in `/dev/shm` that
/// is deleted when all have mapped it.
///
/// Its memory is taken at the beginning, because a store to a page for which there is none ends the
/// process (SIGBUS).
final class SharedMemory implements Closeable {
  private static final Path SHM = Path.of("/dev/shm");
  private static final Path MEMORY = Path.of("/proc/meminfo");
  private static final int ZEROS = 1 << 20;

  private final Path path;
  private final Closeable end;

  private SharedMemory(Path path, Closeable end) {
    this.path = path;
    this.end = end;
  }

  /// A file without a name.
  ///
  /// @throws IOException if the system has none, or no memory for it
  static SharedMemory nameless(long bytes) throws IOException {
    MemoryFile file = MemoryFile.ofBytes("penstock-shared", bytes);
    Path descriptor = file.path().getFileName();
    Path process = Path.of("/proc", Long.toString(ProcessHandle.current().pid()), "fd");
    return new SharedMemory(process.resolve(descriptor), file);
  }

  /// A file that its maker alone may open, in memory where the system has a folder for that.
  ///
  /// @throws IOException if there is no room for it
  static SharedMemory named(long bytes) throws IOException {
    Path folder =
        Files.isDirectory(SHM) && Files.isWritable(SHM)
            ? SHM
            : Path.of(System.getProperty("java.io.tmpdir"));
    String name = "penstock-" + ProcessHandle.current().pid() + "-" + UUID.randomUUID();
    Path file = folder.resolve(name);
    try (FileChannel channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
      ByteBuffer zeros = ByteBuffer.allocateDirect(ZEROS);
      for (long left = bytes; left > 0; ) {
        left -= channel.write(zeros.clear().limit((int) Math.min(ZEROS, left)));
      }
    } catch (IOException e) {
      Files.deleteIfExists(file);
      throw e;
    }
    return new SharedMemory(file, () -> Files.deleteIfExists(file));
  }

  /// By which the ranks open it, and which file it must be.
  String address() throws IOException {
    return identity(path) + " " + path;
  }

  /// Lets nobody else open it. What is mapped stays.
  @Override
  public void close() throws IOException {
    end.close();
  }

  /// Maps a file.
  ///
  /// @param address of [#address]
  /// @throws IOException if there is no such file for this process
  static MemorySegment map(String address, long bytes, Arena arena) throws IOException {
    int blank = address.indexOf(' ');
    Path path = Path.of(address.substring(blank + 1));
    if (!identity(path).equals(address.substring(0, blank))) {
      throw new IOException(path + " is another file for this process");
    }
    try (FileChannel channel =
        FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
    }
  }

  private static String identity(Path path) throws IOException {
    return Files.getAttribute(path, "unix:dev") + ":" + Files.getAttribute(path, "unix:ino");
  }

  /// Throws if the machine cannot have so much memory: the kernel would end processes to find it.
  ///
  /// @throws MessageException if it is more than there is
  static void requireRoom(long bytes) {
    long room = Math.min(available(), total());
    if (bytes > room) {
      throw new MessageException(
          String.format(
              Locale.ROOT,
              "%d bytes of shared memory, and the machine has %d left: share less, or free some",
              bytes,
              room));
    }
  }

  private static long total() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean machine
        ? machine.getTotalMemorySize()
        : Long.MAX_VALUE;
  }

  private static long available() {
    try (Stream<String> lines = Files.lines(MEMORY)) {
      return lines
          .filter(line -> line.startsWith("MemAvailable:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
          .findFirst()
          .orElse(Long.MAX_VALUE);
    } catch (IOException e) {
      return Long.MAX_VALUE; // another system; the file says it
    }
  }
}
