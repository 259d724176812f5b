package io.penstock.file;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// An engine's file with what no engine needs to know: which way it may be used, that nobody is
/// inside when it is closed, and that a failed sync is final.
final class FileHandle implements Closeable {
  /// Whether a batch has ever had a consumer: most processes need no class of batches.
  private static volatile boolean consumers;

  private final Path path;
  private final Access access;
  private final int chunkBytes;
  private final EngineFile engineFile;
  private final Gate gate = new Gate();
  private @Nullable MappedViews views;
  private volatile @Nullable IOException lost;

  FileHandle(Path path, Access access, EngineFile engineFile) {
    this.path = path;
    this.access = access;
    this.chunkBytes = chunkBytes(access.chunkBytes(), engineFile);
    this.engineFile = engineFile;
  }

  /// A device that is met without the page cache is asked for no less than its engine prefers: what
  /// suits the processor's cache would cost it a request for each piece.
  private static int chunkBytes(int asked, EngineFile engineFile) {
    int preferred = Math.min(engineFile.preferredBytes(), Access.LARGEST_CHUNK);
    boolean device = engineFile.alignment() > 1;
    return asked == 0 ? preferred : device ? Math.max(asked, preferred) : asked;
  }

  /// Its name, as it was given.
  Path path() {
    return path;
  }

  /// How it was opened.
  Access access() {
    return access;
  }

  /// Checks that the file was opened for this.
  ///
  /// @throws IllegalStateException if it was not, or is closed
  void require(TransferDirection direction) {
    if (isClosed()) {
      throw new IllegalStateException(path + " is closed");
    }
    OpenMode mode = access.mode();
    boolean allowed = direction == TransferDirection.READ ? mode.reads() : mode.writes();
    if (!allowed) {
      throw new IllegalStateException(
          String.format(
              Locale.ROOT,
              "%s is open for %s only; open it with OpenMode.READ_WRITE",
              path,
              mode == OpenMode.READ ? "reading" : "writing"));
    }
  }

  /// Comes in to use [#engineFile()]; [#leave] must follow.
  ///
  /// @throws IllegalStateException if the file is closed
  /// @throws IOException if an earlier sync failed
  void enter() throws IOException {
    if (!gate.enter()) {
      throw new IllegalStateException(path + " is closed");
    }
    boolean kept = false;
    try {
      requireKept();
      kept = true;
    } finally {
      if (!kept) {
        gate.leave();
      }
    }
  }

  void leave() {
    gate.leave();
  }

  /// Where a piece that begins at `offset` should end: at a multiple of the size that the caller or
  /// the engine prefers.
  long pieceEnd(long offset) {
    return offset - offset % chunkBytes + chunkBytes;
  }

  /// How much of a chunk is used at a time.
  int chunkBytes() {
    return chunkBytes;
  }

  /// What moves the file at this moment.
  EngineFile engineFile() {
    return engineFile instanceof BootstrapFile early ? early.current() : engineFile;
  }

  /// What the user has mapped of the file; made when it is asked for.
  private synchronized MappedViews views() {
    MappedViews made = views;
    if (made == null) {
      made = new MappedViews(path, access);
      views = made;
    }
    return made;
  }

  /// Maps a range that the file has; see [MappedViews].
  MemorySegment map(long offset, long length, Arena arena) throws IOException {
    enter();
    try {
      return views().map(engineFile(), offset, length, arena);
    } finally {
      leave();
    }
  }

  /// Advises on a range, for transfers and for what is mapped of it.
  void advise(long offset, long length, Advice advice) throws IOException {
    enter();
    try {
      views().advise(offset, length, advice);
      engineFile().advise(offset, length, advice);
    } finally {
      leave();
    }
  }

  /// Which engine moves the file, in what way and why, in one line; and the user's profile where
  /// that has chosen it.
  String explain() throws IOException {
    enter();
    try {
      return engineFile().explain()
          + Profile.origin(access.engine()).map(origin -> "; " + origin).orElse("");
    } finally {
      leave();
    }
  }

  /// How the file is open, to follow its name.
  String described() {
    String use =
        switch (access.mode()) {
          case READ -> "reading";
          case WRITE -> "writing";
          case READ_WRITE -> "reading and writing";
        };
    return isClosed() ? ", closed" : ", open for " + use + " by engine " + access.engine().name();
  }

  /// See [EngineFile#sync()]; after a failure every later call fails too, because the kernel
  /// forgets what it could not write.
  void sync() throws IOException {
    enter();
    try {
      syncAlone();
    } finally {
      leave();
    }
  }

  /// The kernel tells a failure once, to one of those who ask at the same time: they ask one after
  /// the other.
  private synchronized void syncAlone() throws IOException {
    requireKept();
    try {
      if (views != null) {
        views.sync();
      }
      engineFile.sync();
    } catch (IOException e) {
      lost = e;
      throw e;
    }
  }

  private void requireKept() throws IOException {
    IOException cause = lost;
    if (cause != null) {
      throw new IOException(
          path + ": an earlier sync failed, what was written before it may be lost", cause);
    }
  }

  /// Waits for operations in progress and closes; later calls do nothing.
  ///
  /// @throws IllegalStateException if the consumer of a batch that moves the file calls it
  /// @throws IOException if the system fails, or an earlier sync failed: what was written before it
  ///   may be lost
  @Override
  public void close() throws IOException {
    if (isShut()) {
      try (engineFile) {
        requireKept();
      }
    }
  }

  /// Lets nobody in any more, waits for operations in progress, completes a new one unless an
  /// earlier sync failed, and closes. Later calls do nothing.
  ///
  /// @throws IllegalStateException as [#close()]
  /// @throws IOException what that throws, or as [#close()]
  void close(Completion completion) throws IOException {
    if (isShut()) {
      try {
        requireKept();
        completion.complete(engineFile);
      } catch (IOException | RuntimeException | Error e) {
        Failures failures = new Failures();
        failures.add(e);
        failures.of(engineFile::close);
        throw e;
      }
      engineFile.close();
    }
  }

  /// From now on files may be closed by consumers of batches.
  static void hasConsumers() {
    consumers = true;
  }

  /// Lets nobody in any more, and waits for those inside.
  ///
  /// @return false if the file was closed before
  private boolean isShut() {
    if (consumers && !gate.isClosed() && BatchRun.isAwaitedHere(this)) {
      throw new IllegalStateException(
          path + ": a batch that moves it goes on; close it when that has ended");
    }
    return gate.close();
  }

  boolean isClosed() {
    return gate.isClosed();
  }
}
