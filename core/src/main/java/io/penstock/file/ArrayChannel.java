package io.penstock.file;

import io.penstock.memory.PageFaults;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/// A file channel that no interrupt closes, with transfers between the file and arrays or segments.
///
/// The JDK's channels for asynchronous work carry transfers out at once when they are given an
/// executor that does so. They read and write at offsets, by as many threads at a time as there
/// are. Bytes go through direct memory; no class of [java.lang.foreign] is loaded for an array, and
/// no lambda made, since the first one of either takes a fresh JVM some milliseconds. Safe for any
/// thread.
final class ArrayChannel implements Closeable {
  /// Longer copies to an array go past the processor's cache, into which nothing is read for them.
  static final int READ_CHUNK = 4 << 20;

  /// The kernel finds what was copied last in the cache.
  private static final int WRITE_CHUNK = 1 << 20;

  private static final int PAGE = 4096;

  /// What is taken where there is no memory for more.
  private static final int LITTLE = 2 * PAGE;

  /// How often a write may take nothing before that counts as an error.
  private static final int MAX_EMPTY_WRITES = 8;

  /// So often a file that is being replaced all the time is found in one piece at last.
  private static final int MOST_LOOKS = 100;

  static final Set<OpenOption> READ = Set.of(StandardOpenOption.READ);
  private static final Set<OpenOption> WRITE = Set.of(StandardOpenOption.WRITE);
  private static final Set<OpenOption> READ_WRITE =
      Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE);
  private static final Set<OpenOption> NEW =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);

  private static final int MOST_IDLE = 8;

  /// No chunk is longer.
  private static volatile int longest = READ_CHUNK;

  /// Direct memory between channel and arrays, as much as threads use at a time. The collector may
  /// have it: others may want the memory (`-XX:MaxDirectMemorySize`).
  private static final ArrayDeque<WeakReference<ByteBuffer>> IDLE = new ArrayDeque<>();

  /// proc(5): what the process has open, by number.
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  private final Path name;
  private final String engine;
  private final AsynchronousFileChannel channel;
  private final Object key;
  private final long sizeAtOpening;

  private ArrayChannel(
      Path name, String engine, AsynchronousFileChannel channel, Object key, long sizeAtOpening) {
    this.name = name;
    this.engine = engine;
    this.channel = channel;
    this.key = key;
    this.sizeAtOpening = sizeAtOpening;
  }

  /// Opens an existing regular file.
  ///
  /// A name that leads to one file before and after it was opened has led to it meanwhile. Where it
  /// never does, nothing tells this file from others.
  ///
  /// @param engine for messages
  /// @param executor carries out each transfer on the thread that asks
  /// @throws FileSystemException if there is none of this name, it is not regular, or may not be
  ///   opened so
  static ArrayChannel open(Path file, OpenMode mode, String engine, ExecutorService executor)
      throws IOException {
    Set<OpenOption> options = !mode.writes() ? READ : mode.reads() ? READ_WRITE : WRITE;
    for (int i = 0; i < MOST_LOOKS; i++) {
      BasicFileAttributes before = FileErrors.attributes(file, file);
      FileErrors.requireRegular(file, before);
      AsynchronousFileChannel channel = opened(file, options, executor);
      ArrayChannel array = new ArrayChannel(file, engine, channel, key(before), before.size());
      if (array.isStillNamed()) {
        return array;
      }
      array.close();
    }
    return new ArrayChannel(file, engine, opened(file, options, executor), new Object(), 0);
  }

  /// Makes a new, empty file and opens it for reading and writing.
  ///
  /// @throws java.nio.file.FileAlreadyExistsException if there is one of this name
  static ArrayChannel create(Path file, String engine, ExecutorService executor)
      throws IOException {
    AsynchronousFileChannel channel = opened(file, NEW, executor);
    try {
      Object key = key(FileErrors.attributes(file, file));
      return new ArrayChannel(file, engine, channel, key, 0);
    } catch (IOException | RuntimeException e) {
      Exception _ = Failures.closing(channel, e);
      throw e;
    }
  }

  /// Whether the name leads to this file; if that cannot be told, it is closed.
  private boolean isStillNamed() throws IOException {
    try {
      return isAt(name);
    } catch (IOException | RuntimeException e) {
      Exception _ = Failures.closing(channel, e);
      throw e;
    }
  }

  /// Of a file whose file system has no keys nothing is known.
  private static Object key(BasicFileAttributes attributes) {
    Object key = attributes.fileKey();
    return key == null ? new Object() : key;
  }

  /// Opens a channel that no interrupt closes.
  static AsynchronousFileChannel uninterrupted(Path file, Set<OpenOption> options)
      throws IOException {
    return opened(file, options, AtOnce.EXECUTOR);
  }

  private static AsynchronousFileChannel opened(
      Path file, Set<OpenOption> options, ExecutorService executor) throws IOException {
    try {
      return AsynchronousFileChannel.open(file, options, executor);
    } catch (FileSystemException e) {
      throw FileErrors.explained(file, e);
    }
  }

  /// Whether a path leads to this file.
  boolean isAt(Path path) throws IOException {
    return key.equals(key(FileErrors.attributes(name, path)));
  }

  /// Whether a key is that of this file.
  ///
  /// @param other as [io.penstock.ffi.LibC#fileKey] writes it
  boolean hasKey(String other) {
    return key.toString().equals(other);
  }

  /// A path that leads to this file at this moment: its name, or, where that has another file or
  /// none by now, a descriptor of this process.
  ///
  /// @throws IOException if there is none
  Path path() throws IOException {
    if (leadsHere(name)) {
      return name;
    }
    try (DirectoryStream<Path> open = Files.newDirectoryStream(DESCRIPTORS)) {
      for (Path descriptor : open) {
        if (leadsHere(descriptor)) {
          return descriptor;
        }
      }
    } catch (IOException | DirectoryIteratorException _) {
      // This system does not list them.
    }
    throw new IOException(name + " leads to another file by now, or to none");
  }

  private boolean leadsHere(Path path) {
    try {
      return isAt(path);
    } catch (IOException _) {
      return false;
    }
  }

  long sizeAtOpening() {
    return sizeAtOpening;
  }

  // ---- transfers -------------------------------------------------------------------------------

  /// Memory that bytes go to or come from: a Java array, or a segment off the heap. A switch over
  /// the type would load a class. A segment may be one thread's alone, which channels for
  /// asynchronous work refuse.
  ///
  /// @param width of an array's elements; 1 for a segment
  /// @param at where it begins, in bytes
  record Memory(Object array, int width, long at) {
    void put(ByteBuffer bytes, long done) {
      int from = (int) ((at + done) / width);
      int count = bytes.remaining() / width;
      if (array instanceof byte[] a) {
        bytes.get(a, from, count);
      } else if (array instanceof short[] a) {
        bytes.asShortBuffer().get(a, from, count);
      } else if (array instanceof char[] a) {
        bytes.asCharBuffer().get(a, from, count);
      } else if (array instanceof int[] a) {
        bytes.asIntBuffer().get(a, from, count);
      } else if (array instanceof long[] a) {
        bytes.asLongBuffer().get(a, from, count);
      } else if (array instanceof float[] a) {
        bytes.asFloatBuffer().get(a, from, count);
      } else if (array instanceof double[] a) {
        bytes.asDoubleBuffer().get(a, from, count);
      } else if (array instanceof MemorySegment segment) {
        segment.asSlice(at + done, bytes.remaining()).copyFrom(MemorySegment.ofBuffer(bytes));
        PageFaults.await(bytes.remaining()); // it may be a mapping that was cut
      }
    }

    void get(long done, ByteBuffer bytes) {
      int from = (int) ((at + done) / width);
      int count = bytes.remaining() / width;
      if (array instanceof byte[] a) {
        bytes.duplicate().put(a, from, count);
      } else if (array instanceof short[] a) {
        bytes.asShortBuffer().put(a, from, count);
      } else if (array instanceof char[] a) {
        bytes.asCharBuffer().put(a, from, count);
      } else if (array instanceof int[] a) {
        bytes.asIntBuffer().put(a, from, count);
      } else if (array instanceof long[] a) {
        bytes.asLongBuffer().put(a, from, count);
      } else if (array instanceof float[] a) {
        bytes.asFloatBuffer().put(a, from, count);
      } else if (array instanceof double[] a) {
        bytes.asDoubleBuffer().put(a, from, count);
      } else if (array instanceof MemorySegment segment) {
        MemorySegment.ofBuffer(bytes).copyFrom(segment.asSlice(at + done, bytes.remaining()));
        PageFaults.await(bytes.remaining());
      }
    }
  }

  /// Fills memory from the file.
  ///
  /// @throws TransferException if the file ends before, or the device fails
  void read(long offset, Memory target, long length) throws IOException {
    ByteBuffer chunk = chunk(length);
    try {
      for (long done = 0; done < length; ) {
        chunk.clear().limit((int) Math.min(chunk.capacity(), length - done));
        fill(offset, length, done, chunk);
        target.put(chunk.flip(), done);
        done += chunk.limit();
      }
    } finally {
      give(chunk);
    }
  }

  private void fill(long offset, long length, long done, ByteBuffer chunk) throws IOException {
    while (chunk.hasRemaining()) {
      long at = done + chunk.position();
      int n = moved("read", offset, length, at, channel.read(chunk, offset + at));
      if (n < 0) {
        throw TransferException.ended(engine, name, offset, length, at, size());
      }
    }
  }

  /// Writes memory to the file, extending it where it ends before.
  ///
  /// @throws TransferException if the device is full or fails
  void write(long offset, Memory source, long length) throws IOException {
    ByteBuffer chunk = chunk(Math.min(WRITE_CHUNK, length));
    try {
      for (long done = 0; done < length; ) {
        chunk.clear().limit((int) Math.min(Math.min(WRITE_CHUNK, chunk.capacity()), length - done));
        source.get(done, chunk);
        drain(offset, length, done, chunk);
        done += chunk.limit();
      }
    } finally {
      give(chunk);
    }
  }

  private void drain(long offset, long length, long done, ByteBuffer chunk) throws IOException {
    int empty = 0;
    while (chunk.hasRemaining()) {
      long at = done + chunk.position();
      int n = moved("write", offset, length, at, channel.write(chunk, offset + at));
      empty = n == 0 ? empty + 1 : 0;
      if (empty == MAX_EMPTY_WRITES) {
        String reason = "the device takes no more bytes and gives no reason";
        throw failure("write", offset, length, at, reason);
      }
    }
  }

  private int moved(String operation, long offset, long length, long done, Future<Integer> result)
      throws IOException {
    try {
      return result.get();
    } catch (ExecutionException e) {
      throw TransferException.of(
          engine, operation, name, offset, length, done, Objects.requireNonNull(e.getCause()));
    } catch (InterruptedException e) {
      throw new IllegalStateException("a transfer at once is never waited for", e);
    }
  }

  private IOException failure(
      String operation, long offset, long length, long done, String reason) {
    return TransferException.of(engine, operation, name, offset, length, done, reason);
  }

  /// Where there is no direct memory for a chunk (`-XX:MaxDirectMemorySize`), a little is enough
  /// from then on, for all files of the process: the JVM collects its whole heap and waits for half
  /// a second before it refuses. Nothing has been moved yet.
  private static ByteBuffer chunk(long bytes) {
    try {
      return take(Math.min(longest, bytes));
    } catch (OutOfMemoryError _) {
      longest = LITTLE;
      return take(Math.min(LITTLE, bytes));
    }
  }

  private static ByteBuffer take(long bytes) {
    WeakReference<ByteBuffer> last;
    synchronized (IDLE) {
      last = IDLE.poll();
    }
    ByteBuffer idle = last == null ? null : last.get();
    if (idle != null && idle.capacity() >= bytes) {
      return idle;
    }
    int pages = ((int) bytes + PAGE - 1) / PAGE * PAGE;
    // At a page's begin: some processors copy slowly to a place a little further.
    return ByteBuffer.allocateDirect(pages + PAGE)
        .alignedSlice(PAGE)
        .limit(pages)
        .slice()
        .order(ByteOrder.nativeOrder());
  }

  private static void give(ByteBuffer chunk) {
    synchronized (IDLE) {
      if (IDLE.size() < MOST_IDLE) {
        IDLE.push(new WeakReference<>(chunk));
      }
    }
  }

  /// Gives memory that no transfer uses to the collector.
  static void trim() {
    synchronized (IDLE) {
      IDLE.clear();
    }
  }

  /// Runs everything at once, on the thread that asks.
  static class AtOnce extends AbstractExecutorService {
    static final AtOnce EXECUTOR = new AtOnce();

    @Override
    public void execute(Runnable task) {
      task.run();
    }

    @Override
    public void shutdown() {}

    @Override
    public List<Runnable> shutdownNow() {
      return List.of();
    }

    @Override
    public boolean isShutdown() {
      return false;
    }

    @Override
    public boolean isTerminated() {
      return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return true;
    }
  }

  // ---- the file --------------------------------------------------------------------------------

  long size() throws IOException {
    try {
      return channel.size();
    } catch (IOException e) {
      throw named("find the size of", e);
    }
  }

  /// Cuts the file, or extends it by writing its last byte, over what others have written there
  /// since the look at the size.
  void resize(long size) throws IOException {
    try {
      if (channel.size() > size) {
        channel.truncate(size);
      } else if (channel.size() < size) {
        int _ = moved("write", size - 1, 1, 0, channel.write(ByteBuffer.allocate(1), size - 1));
      }
    } catch (IOException e) {
      throw named("set a size of " + size + " bytes for", e);
    }
  }

  void sync() throws IOException {
    try {
      channel.force(true);
    } catch (IOException e) {
      throw named("sync", e);
    }
  }

  private IOException named(String what, IOException e) {
    return new IOException(
        name + ": cannot " + what + " the file (engine " + engine + "): " + e.getMessage(), e);
  }

  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } catch (IOException e) {
      throw named("close", e);
    }
  }
}
