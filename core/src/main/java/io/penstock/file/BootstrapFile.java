package io.penstock.file;

import io.penstock.array.ElementType;
import io.penstock.ffi.LibC;
import io.penstock.ffi.NativeAccess;
import io.penstock.file.EngineFile.ExtentList;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.ServiceConfigurationError;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A file that a channel of the JDK's moves ([ArrayChannel]) until C functions are bound
/// ([Binding]), and [AutoFile] from then on.
///
/// The change is not seen by any caller. The file is opened once more by its name, or by a
/// descriptor of the process where another file or none has the name by now, and is the same if its
/// key says so; where it is not, the JDK goes on. Both descriptors are closed together, so that no
/// lock of this process on the file ends before, and the first one syncs: the kernel tells a failed
/// write to those who had the file open by then.
final class BootstrapFile implements EngineFile {
  /// For messages.
  private static final String ENGINE = "auto";

  private static final Set<OpenOption> READ = Set.of(StandardOpenOption.READ);
  private static final Set<OpenOption> READ_WRITE =
      Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE);

  private static final int PREFERRED = 256 << 10;

  /// What it costs to go without lists, beside the transfers themselves.
  private static final long LIST_BYTES = 1 << 20;

  /// Who reads a file again will do so many times more, as far as anybody can tell: bytes beyond
  /// its size count for so many.
  private static final int AGAIN = 8;

  /// Up to here zeros reserve blocks as well as fallocate(2) does.
  private static final long MOST_ZEROS = 1 << 20;

  private final Path name;
  private final OpenMode mode;
  private final ArrayChannel channel;
  private final Binding binding;
  private final AutoEngine engine;

  /// A size that the file is known to have.
  private volatile long settled;

  /// Roughly: threads may count over each other.
  private long moved;

  private volatile @Nullable EngineFile bound;

  /// The same, or what turned out to be another file, or could not be told from one: to close it
  /// before the first descriptor might end locks of this process (fcntl(2)).
  private @Nullable EngineFile second;

  /// What maps the file where the JDK goes on. It is closed with the others, for the same reason.
  private @Nullable SteadyChannel mapping;

  /// What extends it then, for the same reason.
  private @Nullable SteadyChannel extending;

  /// Why the JDK goes on to the end, where it does.
  private volatile String alone = "";

  private BootstrapFile(
      Path name, OpenMode mode, ArrayChannel channel, Binding binding, AutoEngine engine) {
    this.name = name;
    this.mode = mode;
    this.channel = channel;
    this.settled = channel.sizeAtOpening();
    this.binding = binding;
    this.engine = engine;
  }

  /// Opens an existing regular file.
  ///
  /// @throws java.nio.file.FileSystemException if there is none of this name, it is not regular, or
  ///   may not be opened so
  static BootstrapFile open(Path file, OpenMode mode, Binding binding, AutoEngine engine)
      throws IOException {
    ArrayChannel channel = ArrayChannel.open(file, mode, ENGINE, engine.executor());
    binding.opened();
    return new BootstrapFile(file, mode, channel, binding, engine);
  }

  /// Makes a new, empty file and opens it for reading and writing.
  ///
  /// @throws java.nio.file.FileAlreadyExistsException if there is one of this name
  static BootstrapFile create(Path file, Binding binding, AutoEngine engine) throws IOException {
    ArrayChannel channel = ArrayChannel.create(file, ENGINE, engine.executor());
    return new BootstrapFile(file, OpenMode.READ_WRITE, channel, binding, engine);
  }

  // ---- the change ------------------------------------------------------------------------------

  /// What moves the file at this moment: another file since C functions are bound, unless they
  /// cannot have it.
  EngineFile current() {
    EngineFile found = successor();
    return found == null ? this : found;
  }

  private @Nullable EngineFile successor() {
    EngineFile found = bound;
    return found != null || isAlone() || binding.isPending() ? found : changed();
  }

  /// The same, and binds them for it: for what the JDK has not got.
  private Optional<EngineFile> required() {
    EngineFile found = bound;
    return Optional.ofNullable(found != null || isAlone() ? found : changed());
  }

  private boolean isAlone() {
    return !alone.isEmpty();
  }

  /// Where classes cannot be loaded any more, since no descriptor is left for them or their loader
  /// was closed, the JDK goes on too: it moves the file already.
  private synchronized @Nullable EngineFile changed() {
    if (bound == null && !isAlone()) {
      try {
        bound = opened();
        ArrayChannel.trim();
      } catch (IOException e) {
        alone = FileErrors.reason(e);
      } catch (LinkageError
          | RuntimeException
          | ServiceConfigurationError
          | VirtualMachineError e) {
        alone = "the engines cannot be loaded: " + e;
      }
    }
    return bound;
  }

  private EngineFile opened() throws IOException {
    EngineFile other = engine.succeed(name, channel.path(), mode);
    second = other;
    if (!isSame(other)) {
      throw new IOException("its name leads to another file by now");
    }
    EngineFile watched = engine.watched(name, other, mode);
    second = watched;
    return watched;
  }

  private boolean isSame(EngineFile other) throws IOException {
    Optional<Path> path = other.openPath();
    return path.isPresent() ? channel.isAt(path.get()) : hasKeyOf(other);
  }

  /// By the descriptor, where no path leads to what it has open.
  private boolean hasKeyOf(EngineFile other) {
    OptionalInt descriptor = other.descriptor();
    Optional<LibC> libc = NativeAccess.libc();
    if (descriptor.isEmpty() || libc.isEmpty()) {
      return false;
    }
    Optional<String> key = libc.get().fileKey(descriptor.getAsInt());
    return key.isPresent() && channel.hasKey(key.get());
  }

  // ---- transfers -------------------------------------------------------------------------------

  @Override
  public void read(long offset, MemorySegment target, long at, long length) throws IOException {
    EngineFile now = successor();
    if (now == null) {
      readAll(offset, new ArrayChannel.Memory(target, 1, at), length);
    } else {
      now.read(offset, target, at, length);
    }
  }

  @Override
  public long tryRead(long offset, Object array, long at, long length) throws IOException {
    EngineFile now = successor();
    if (now != null) {
      return now.tryRead(offset, array, at, length);
    }
    readAll(offset, ofArray(array, at), length);
    return length;
  }

  @Override
  public boolean tryReadList(ExtentList extents, Object array, long at) throws IOException {
    EngineFile now = successor();
    if (now == null) {
      binding.moved(LIST_BYTES);
      return false;
    }
    return now.tryReadList(extents, array, at);
  }

  @Override
  public void write(long offset, MemorySegment source, long at, long length) throws IOException {
    EngineFile now = successor();
    if (now == null) {
      writeAll(offset, new ArrayChannel.Memory(source, 1, at), length);
    } else {
      now.write(offset, source, at, length);
    }
  }

  @Override
  public long tryWrite(long offset, Object array, long at, long length) throws IOException {
    EngineFile now = successor();
    if (now != null) {
      return now.tryWrite(offset, array, at, length);
    }
    writeAll(offset, ofArray(array, at), length);
    return length;
  }

  @Override
  public void writeList(ExtentList extents, MemorySegment source, long at) throws IOException {
    EngineFile now = successor();
    if (now == null) {
      EngineFile.super.writeList(extents, source, at);
    } else {
      now.writeList(extents, source, at);
    }
  }

  @Override
  public boolean tryWriteList(ExtentList extents, Object array, long at) throws IOException {
    EngineFile now = successor();
    if (now == null) {
      binding.moved(LIST_BYTES);
      return false;
    }
    return now.tryWriteList(extents, array, at);
  }

  private static ArrayChannel.Memory ofArray(Object array, long at) {
    return new ArrayChannel.Memory(array, ElementType.of(array.getClass()).bytes(), at);
  }

  private void readAll(long offset, ArrayChannel.Memory target, long length) throws IOException {
    channel.read(offset, target, length);
    account(length);
  }

  /// The JDK looks at the size before it sets a greater one, which must not cut off what another
  /// thread adds meanwhile: whatever may extend the file is done by one thread at a time.
  private void writeAll(long offset, ArrayChannel.Memory source, long length) throws IOException {
    if (offset + length <= settled || length == 0) {
      channel.write(offset, source, length);
    } else {
      extendBy(offset, source, length);
    }
    account(length);
  }

  private void account(long length) {
    moved += length;
    binding.moved(moved > settled ? AGAIN * length : length);
  }

  private synchronized void extendBy(long offset, ArrayChannel.Memory source, long length)
      throws IOException {
    channel.write(offset, source, length);
    settled = Math.max(settled, offset + length);
  }

  // ---- the file --------------------------------------------------------------------------------

  @Override
  public boolean cached(long offset, long length) {
    EngineFile now = bound;
    return now != null && now.cached(offset, length);
  }

  @Override
  public int preferredBytes() {
    return PREFERRED;
  }

  @Override
  public int alignment() {
    return 1;
  }

  @Override
  public long size() throws IOException {
    return channel.size();
  }

  /// A file that has bytes may have holes too, which zeros would be written over and fallocate(2)
  /// fills.
  @Override
  public void reserve(long size) throws IOException {
    if (size > MOST_ZEROS || size() > 0) {
      Optional<EngineFile> _ = required();
    }
    long zeros = extend(size);
    if (zeros > 0) {
      account(zeros);
    }
  }

  /// Under the lock that the change takes too: what the file is extended by must not undo what
  /// another thread writes there. Binding, which an account may begin, is done under no lock. Zeros
  /// are written to empty files alone: in others they might come over what another process has
  /// added meanwhile.
  ///
  /// @return how many zeros were written
  private synchronized long extend(long size) throws IOException {
    EngineFile now = successor();
    long old = size();
    if (now != null) {
      now.reserve(size);
    } else if (old == 0 && size > 0 && size <= MOST_ZEROS) {
      extendByZeros((int) size);
      return size;
    } else if (old < size) {
      extendAlone(size);
    }
    return 0;
  }

  private synchronized void extendByZeros(int size) throws IOException {
    try {
      extendBy(0, ofArray(new byte[size], 0), size);
    } catch (IOException e) {
      giveBack(size, e);
      throw e;
    }
  }

  /// Makes the file empty again, unless another process or handle has written to it meanwhile.
  private void giveBack(int size, IOException reason) {
    try {
      int found = (int) Math.min(channel.size(), size + 1L);
      if (found > 0 && found <= size && mode.reads()) {
        byte[] bytes = new byte[found];
        channel.read(0, ofArray(bytes, 0), found);
        if (Arrays.equals(bytes, new byte[found])) {
          channel.resize(0);
        }
      }
    } catch (IOException e) {
      reason.addSuppressed(e);
    }
  }

  @Override
  public synchronized void resize(long size) throws IOException {
    EngineFile now = successor();
    if (now != null) {
      now.resize(size);
      return;
    }
    if (channel.size() < size) {
      extendAlone(size);
    } else {
      channel.resize(size);
    }
    settled = size;
  }

  private void extendAlone(long size) throws IOException {
    SteadyChannel own = extending();
    if (own == null) {
      channel.resize(size);
    } else {
      FileChannel _ =
          own.run(
              ENGINE,
              "set a size of " + size + " bytes for",
              open -> SteadyChannel.extend(open, size));
    }
    settled = Math.max(settled, size);
  }

  /// A channel of its own, since those for asynchronous work extend a file by its last byte alone;
  /// null where there can be none.
  private synchronized @Nullable SteadyChannel extending() {
    if (extending == null && mode.reads()) {
      try {
        extending = another(READ_WRITE);
      } catch (IOException _) { // it may not be opened any more, or nothing leads to it
        return null;
      }
    }
    return extending;
  }

  /// By the channel: see above.
  @Override
  public void sync() throws IOException {
    channel.sync();
  }

  @Override
  public void advise(long offset, long length, Advice advice) {
    required().ifPresent(now -> now.advise(offset, length, advice));
  }

  @Override
  public MemorySegment map(long offset, long length, Arena arena) throws IOException {
    Optional<EngineFile> now = required();
    return now.isPresent() ? now.get().map(offset, length, arena) : mapAlone(offset, length, arena);
  }

  /// By a channel of its own, since those for asynchronous work map nothing.
  private MemorySegment mapAlone(long offset, long length, Arena arena) throws IOException {
    return mapping().map(offset, length, arena);
  }

  private synchronized SteadyChannel mapping() throws IOException {
    SteadyChannel made = mapping;
    if (made == null) {
      made = another(READ);
      mapping = made;
    }
    return made;
  }

  /// One more channel of the file.
  private SteadyChannel another(Set<OpenOption> options) throws IOException {
    Path path = channel.path();
    SteadyChannel made =
        path.equals(name)
            ? new SteadyChannel(name, options)
            : new SteadyChannel(name, path, options);
    try {
      if (channel.isAt(path)) {
        return made;
      }
      throw new IOException(name + " was replaced by another file while open; open it again");
    } catch (IOException e) {
      throw Failures.closing(made, e);
    }
  }

  @Override
  public Optional<Path> openPath() {
    return required().flatMap(EngineFile::openPath);
  }

  @Override
  public OptionalInt descriptor() {
    Optional<EngineFile> now = required();
    return now.isPresent() ? now.get().descriptor() : OptionalInt.empty();
  }

  @Override
  public void close() throws IOException {
    try (channel) {
      closeSecond();
    }
  }

  /// Who asks for [#current] at the same time must not open what nobody will close.
  private synchronized void closeSecond() throws IOException {
    alone = "it is closed";
    try (SteadyChannel _ = mapping;
        SteadyChannel _ = extending) {
      if (second != null) {
        second.close();
      }
    }
  }

  @Override
  public String explain() {
    EngineFile now = bound;
    return now != null
        ? now.explain()
        : "auto: channel: java.nio's, through chunks of "
            + (ArrayChannel.READ_CHUNK >> 10)
            + " KiB"
            + explainChange(isAlone() ? alone : binding.failure());
  }

  private static String explainChange(String obstacle) {
    return obstacle.isEmpty()
        ? ", until so much has been moved that binding C functions pays"
        : "; not posix: " + obstacle;
  }
}
