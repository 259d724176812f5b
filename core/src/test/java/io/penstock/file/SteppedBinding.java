package io.penstock.file;

import io.penstock.file.EngineFile.ExtentList;
import io.penstock.testing.SteppedThreads;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;

/// A binding of C functions in steps of a scheduler, and the engine that waits for it: others have
/// their turn before and after every look whether it is done, every transfer by the JDK's channels,
/// every account of one, the change of a file and each of its calls afterwards.
final class SteppedBinding extends Binding {
  /// What goes wrong.
  enum Fault {
    NONE,
    NO_THREAD,
    NOTHING_BOUND,
    ACCESS_DENIED,
    NO_DESCRIPTOR,
    NO_CLASS,
    NO_SIZE,
    OTHER_FILE
  }

  private static final FileEngine POSIX = FileEngines.of(FileEngine.Posix.class);

  private final SteppedThreads threads;
  private final Fault fault;
  private volatile boolean tried;
  private final AtomicInteger started = new AtomicInteger();
  private final AtomicInteger opened = new AtomicInteger();
  private final AtomicInteger closed = new AtomicInteger();
  private volatile boolean closing;

  /// Stands for the lock of a class whose initializer uses files, and which the binding needs.
  final Object initializer = new Object();

  SteppedBinding(SteppedThreads threads, SplittableRandom random) {
    super(1 + random.nextInt(1 << random.nextInt(1, 22)));
    this.threads = threads;
    Fault[] faults = Fault.values();
    this.fault = random.nextBoolean() ? Fault.NONE : faults[random.nextInt(faults.length)];
  }

  // ---- the binding -----------------------------------------------------------------------------

  @Override
  boolean isPending() {
    threads.step();
    boolean pending = !tried;
    threads.step();
    return pending;
  }

  @Override
  void moved(long bytes) {
    threads.step();
    super.moved(bytes);
    threads.step();
  }

  @Override
  void start() {
    int _ = started.incrementAndGet();
    if (fault == Fault.NO_THREAD) {
      throw new OutOfMemoryError("unable to create native thread");
    }
    threads.add("penstock-bind", this::run);
  }

  @Override
  void bind() {
    threads.step();
    synchronized (initializer) {
      threads.step();
      if (fault == Fault.NOTHING_BOUND) {
        throw new NoClassDefFoundError("io/penstock/file/FileEngines");
      }
    }
    tried = true;
    threads.step();
  }

  boolean isDone() {
    return tried;
  }

  /// Why a file cannot change, in the words that it says so by; empty where it can.
  String obstacle() {
    return switch (fault) {
      case NONE, NO_THREAD, NOTHING_BOUND -> "";
      case ACCESS_DENIED -> "native access is denied";
      case NO_DESCRIPTOR -> "Too many open files";
      case NO_CLASS, NO_SIZE -> "the engines cannot be loaded: ";
      case OTHER_FILE -> "its name leads to another file by now";
    };
  }

  /// From now on the file may be closed.
  void closes() {
    closing = true;
  }

  /// What is wrong with how often things were done; empty where nothing is.
  String mistakes() {
    int changes = opened.get();
    return (started.get() > 1 ? "bound " + started + " times; " : "")
        + (changes > 1 ? "changed " + changes + " times; " : "")
        + (closed.get() != changes ? changes + " opened, " + closed + " closed; " : "");
  }

  // ---- the engine ------------------------------------------------------------------------------

  AutoEngine engine() {
    return new AutoEngine(this) {
      @Override
      ExecutorService executor() {
        return new ArrayChannel.AtOnce() {
          @Override
          public void execute(Runnable task) {
            threads.step();
            super.execute(task);
            threads.step();
          }
        };
      }

      @Override
      List<FileEngine> engines() {
        threads.step();
        if (fault == Fault.NO_CLASS) {
          throw new NoClassDefFoundError("io/penstock/file/posix/PosixEngine");
        }
        return List.of(
            new Faulty(),
            FileEngines.of(FileEngine.Mapped.class),
            FileEngines.of(FileEngine.Channel.class));
      }
    };
  }

  /// The engine of calls, with a fault.
  private final class Faulty implements FileEngine.Posix {
    @Override
    public String name() {
      return POSIX.name();
    }

    @Override
    public Optional<String> obstacle() {
      return fault == Fault.ACCESS_DENIED
          ? Optional.of("native access is denied")
          : Optional.empty();
    }

    @Override
    public EngineFile open(Path file, OpenMode mode) throws IOException {
      return reopen(file, file, mode);
    }

    @Override
    public EngineFile reopen(Path file, Path name, OpenMode mode) throws IOException {
      threads.step();
      if (fault == Fault.NO_DESCRIPTOR) {
        throw new FileSystemException(file.toString(), null, "Too many open files");
      }
      EngineFile made = POSIX.reopen(file, name, mode);
      int _ = opened.incrementAndGet();
      threads.step();
      return new Calls(made);
    }

    @Override
    public EngineFile create(Path file) {
      throw new AssertionError("a file is opened first by the JDK");
    }
  }

  /// A file of that engine.
  private final class Calls implements EngineFile {
    private final EngineFile file;

    Calls(EngineFile file) {
      this.file = file;
    }

    private EngineFile stepped() {
      threads.step();
      return file;
    }

    @Override
    public void read(long offset, MemorySegment target, long at, long length) throws IOException {
      stepped().read(offset, target, at, length);
      threads.step();
    }

    @Override
    public boolean cached(long offset, long length) {
      return stepped().cached(offset, length);
    }

    @Override
    public boolean fillsHoles() {
      return file.fillsHoles();
    }

    @Override
    public long tryRead(long offset, Object array, long at, long length) throws IOException {
      long read = stepped().tryRead(offset, array, at, length);
      threads.step();
      return read;
    }

    @Override
    public boolean tryReadList(ExtentList extents, Object array, long at) throws IOException {
      return stepped().tryReadList(extents, array, at);
    }

    @Override
    public void write(long offset, MemorySegment source, long at, long length) throws IOException {
      stepped().write(offset, source, at, length);
      threads.step();
    }

    @Override
    public long tryWrite(long offset, Object array, long at, long length) throws IOException {
      return stepped().tryWrite(offset, array, at, length);
    }

    @Override
    public void writeList(ExtentList extents, MemorySegment source, long at) throws IOException {
      stepped().writeList(extents, source, at);
      threads.step();
    }

    @Override
    public boolean tryWriteList(ExtentList extents, Object array, long at) throws IOException {
      return stepped().tryWriteList(extents, array, at);
    }

    @Override
    public int preferredBytes() {
      return file.preferredBytes();
    }

    @Override
    public int alignment() {
      return file.alignment();
    }

    @Override
    public long size() throws IOException {
      if (fault == Fault.NO_SIZE) {
        throw new NoClassDefFoundError("io/penstock/file/AutoFile");
      }
      return stepped().size();
    }

    @Override
    public void reserve(long size) throws IOException {
      stepped().reserve(size);
      threads.step();
    }

    @Override
    public void resize(long size) throws IOException {
      stepped().resize(size);
      threads.step();
    }

    @Override
    public void sync() {
      throw new AssertionError("the first descriptor syncs");
    }

    @Override
    public void advise(long offset, long length, Advice advice) {
      stepped().advise(offset, length, advice);
    }

    @Override
    public void populate(long offset, long length) {
      file.populate(offset, length);
    }

    @Override
    public void release(long offset, long length) {
      file.release(offset, length);
    }

    @Override
    public MemorySegment map(long offset, long length, Arena arena) throws IOException {
      return stepped().map(offset, length, arena);
    }

    @Override
    public Optional<Path> openPath() {
      return fault == Fault.OTHER_FILE ? Optional.of(Path.of("/")) : stepped().openPath();
    }

    @Override
    public OptionalInt descriptor() {
      return stepped().descriptor();
    }

    @Override
    public String explain() {
      return file.explain();
    }

    @Override
    public void close() throws IOException {
      threads.step();
      if (!closing) {
        throw new AssertionError("the second descriptor is closed before the file");
      }
      int _ = closed.incrementAndGet();
      file.close();
      threads.step();
    }
  }
}
