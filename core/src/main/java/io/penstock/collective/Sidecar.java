package io.penstock.collective;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileLock;
import java.nio.channels.FileLockInterruptionException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/// A small file beside a shared one that holds the position which the ranks share, and on which
/// they exclude one another. It is made when it is first needed; who makes it removes those that
/// killed jobs have left in the folder.
///
/// Ranks may be threads or processes: the kernel's lock keeps processes apart, and one of this JVM
/// its threads. The latter comes first: closing the file anywhere in a process ends the process's
/// locks on it.
final class Sidecar {
  // Leftovers harm nobody: that they cannot be removed is no failure of what needs the file.
  private static final System.Logger LOG = System.getLogger("io.penstock.collective");

  /// Those that ranks of this JVM use at this moment.
  static final ConcurrentHashMap<Path, Shared> LOCKS = new ConcurrentHashMap<>();

  /// A lock, and how many use it.
  static final class Shared {
    private final ReentrantLock lock = new ReentrantLock();
    private int users;

    private Shared join() {
      users++;
      return this;
    }

    /// @return whether others use it
    private boolean leave() {
      users--;
      return users > 0;
    }
  }

  /// Something done while no other rank does.
  private interface Use {
    long with(RandomAccessFile file) throws IOException;
  }

  private final Path path;
  private Optional<Shared> shared = Optional.empty();
  private volatile boolean used;

  Sidecar(Path path) {
    this.path = path;
  }

  /// Moves the position on.
  ///
  /// @param limit which it may not pass
  /// @return where it was
  /// @throws IndexOutOfBoundsException if it would pass the limit; then it stays
  long advance(long elements, long limit) throws IOException {
    return locked(
        file -> {
          long before = read(file);
          if (before > limit - elements) {
            throw new IndexOutOfBoundsException(
                String.format(
                    Locale.ROOT,
                    "%d elements from the shared position %d on are not all in the file, which has %d",
                    elements,
                    before,
                    limit));
          }
          write(file, before + elements);
          return before;
        });
  }

  long position() throws IOException {
    return locked(Sidecar::read);
  }

  void seek(long position) throws IOException {
    long _ = locked(file -> write(file, position));
  }

  /// Does something while no other rank does.
  void exclusively(Outcome.Step step) throws IOException {
    long _ =
        locked(
            _ -> {
              step.take();
              return 0;
            });
  }

  private long locked(Use use) throws IOException {
    ReentrantLock own = lock();
    boolean interrupted = Thread.interrupted();
    own.lock();
    try {
      prepare();
      while (true) {
        // Not a channel: an interrupt in the middle would leave open what has been written.
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
            FileLock _ = file.getChannel().lock()) {
          used = true;
          return use.with(file);
        } catch (FileLockInterruptionException | ClosedByInterruptException _) {
          interrupted |= Thread.interrupted();
        }
      }
    } finally {
      own.unlock();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private synchronized ReentrantLock lock() {
    if (shared.isEmpty()) {
      shared =
          Optional.of(
              LOCKS.compute(path, (_, used) -> (used == null ? new Shared() : used).join()));
    }
    return shared.get().lock;
  }

  /// Another one would begin at 0.
  private void prepare() throws IOException {
    if (!Files.exists(path)) {
      if (used) {
        throw new NoSuchFileException(
            path.toString(), null, "was removed while ranks share a position by it");
      }
      removeOrphans();
    }
  }

  private void removeOrphans() {
    Path folder = Objects.requireNonNull(path.getParent());
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, SidecarName.GLOB)) {
      for (Path file : files) {
        if (SidecarName.of(file).filter(SidecarName::isOrphaned).isPresent()) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      LOG.log(System.Logger.Level.DEBUG, "leftovers in " + folder + " stay", e);
    }
  }

  private static long read(RandomAccessFile file) throws IOException {
    file.seek(0);
    return file.length() < Long.BYTES ? 0 : file.readLong();
  }

  private static long write(RandomAccessFile file, long position) throws IOException {
    file.seek(0);
    file.writeLong(position);
    return position;
  }

  /// This rank needs it no more.
  synchronized void close() {
    if (shared.isPresent()) {
      shared = Optional.empty();
      LOCKS.computeIfPresent(path, (_, used) -> used.leave() ? used : null);
    }
  }

  /// Once no rank needs it any more.
  void remove() throws IOException {
    Files.deleteIfExists(path);
  }
}
