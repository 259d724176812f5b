package io.penstock.collective;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.penstock.file.FileErrors;
import io.penstock.file.TemporaryName;
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
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A small file beside a shared one that holds the shared position and the lock of the ranks. The
/// first use creates it, and removes those that killed jobs have left in the folder.
///
/// Ranks may be threads or processes: the kernel's lock excludes processes, and a lock of this JVM
/// its threads. The latter is taken first: closing the file anywhere in a process releases the
/// process's locks on it.
final class SharedPointerFile {
  // A leftover is harmless: that it cannot be removed fails no operation.
  private static final System.Logger LOG = System.getLogger("io.penstock.collective");

  /// The sidecars that ranks of this JVM use at this moment, by name: ranks may spell the folder
  /// differently. The set of those of one file is the lock of its members.
  static final ConcurrentHashMap<String, Set<SharedPointerFile>> USERS = new ConcurrentHashMap<>();

  /// A use of the file while no other rank uses it.
  private interface Use {
    long with(RandomAccessFile file) throws IOException;
  }

  private final Path path;
  private @Nullable Set<SharedPointerFile> shared;
  private volatile boolean used;

  SharedPointerFile(Path path) {
    this.path = path;
  }

  /// The one beside a file, by the name that rank 0 gives it. All ranks call this.
  static SharedPointerFile of(Agreement agreement, Path file) {
    String name = agreement.texts(Name.ofThisProcess().text()).getFirst();
    return new SharedPointerFile(file.resolveSibling(name));
  }

  /// Moves the position forward.
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
                    "%d elements from the shared position %d on are not all in the file, which has"
                        + " %d",
                    elements,
                    before,
                    limit));
          }
          write(file, before + elements);
          return before;
        });
  }

  long position() throws IOException {
    return locked(SharedPointerFile::read);
  }

  void seek(long position) throws IOException {
    long _ = locked(file -> write(file, position));
  }

  /// Runs a step while no other rank holds the lock.
  void exclusively(FirstFailure.Step step) throws IOException {
    FirstFailure failure = new FirstFailure(); // the step's own, which this file has no part in
    FirstFailure lock =
        FirstFailure.of(
            () -> {
              long _ =
                  locked(
                      _ -> {
                        failure.attempt(step);
                        return 0;
                      });
            });
    failure.attempt(lock::rethrow);
    failure.rethrow();
  }

  private long locked(Use use) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      synchronized (join()) {
        prepare();
        while (true) {
          // Not a channel: an interrupt in the middle would leave open what has been written.
          try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
              FileLock _ = file.getChannel().lock()) {
            used = true;
            return use.with(file);
          } catch (FileLockInterruptionException | ClosedByInterruptException _) {
            interrupted |= Thread.interrupted();
          } catch (IOException e) {
            throw new IOException(
                path + ": the ranks' position and lock fail: " + FileErrors.reason(e), e);
          }
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private synchronized Set<SharedPointerFile> join() {
    if (shared == null) {
      shared =
          USERS.compute(
              name(),
              (_, users) -> {
                Set<SharedPointerFile> all = users == null ? new HashSet<>() : users;
                all.add(this);
                return all;
              });
    }
    return shared;
  }

  private String name() {
    return path.getFileName().toString();
  }

  @Override
  public String toString() {
    return path.toString();
  }

  /// A file that vanished while in use is not created again: the new one would begin at 0.
  private void prepare() throws IOException {
    if (!exists()) {
      if (used) {
        throw new NoSuchFileException(
            path.toString(), null, "was removed while ranks share a position by it");
      }
      removeOrphans();
    }
  }

  // The JDK says that there is none also where it cannot look.
  private boolean exists() throws IOException {
    if (Files.exists(path)) {
      return true;
    }
    try {
      BasicFileAttributes _ = Files.readAttributes(path, BasicFileAttributes.class);
      return true;
    } catch (NoSuchFileException _) {
      return false;
    }
  }

  private void removeOrphans() {
    Path folder = Objects.requireNonNullElse(path.getParent(), Path.of(""));
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, Name.GLOB)) {
      for (Path file : files) {
        if (Name.of(file).filter(Name::isOrphaned).isPresent()) {
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

  /// Ends this rank's use.
  synchronized void close() {
    shared = null;
    USERS.computeIfPresent(
        name(), (_, users) -> users.remove(this) && users.isEmpty() ? null : users);
  }

  /// Removes the file, once no rank uses it.
  void remove() throws IOException {
    TemporaryName.delete(path);
  }

  /// The name of a pointer file, which identifies the process that is to remove it: it
  /// distinguishes the leftovers of a killed job from files in use.
  ///
  /// @param machine a hash of the system's boot and its process namespace; 0 where the system has
  ///   neither
  /// @param process the process's number there
  /// @param suffix distinguishes the sidecars of one process
  record Name(long machine, long process, int suffix) {
    /// A pattern that all names match.
    static final String GLOB = ".penstock-*.pos";

    private static final Pattern TEXT =
        Pattern.compile("\\.penstock-([0-9a-f]{16})-([0-9]{1,18})-([0-9a-f]{8})\\.pos");

    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
    private static final Path PROCESSES = Path.of("/proc/self/ns/pid");
    private static final long HERE = here();

    /// A new name, of a file that this process is to remove.
    static Name ofThisProcess() {
      int suffix = ThreadLocalRandom.current().nextInt();
      return new Name(HERE, ProcessHandle.current().pid(), suffix);
    }

    /// The name of a file; empty if it is not a pointer file's.
    static Optional<Name> of(Path file) {
      Matcher parts = TEXT.matcher(file.getFileName().toString());
      return parts.matches()
          ? Optional.of(
              new Name(
                  HexFormat.fromHexDigitsToLong(parts.group(1)),
                  Long.parseLong(parts.group(2)),
                  HexFormat.fromHexDigits(parts.group(3))))
          : Optional.empty();
    }

    private static long here() {
      try {
        String text = Files.readString(BOOT).strip() + " " + Files.readSymbolicLink(PROCESSES);
        return UUID.nameUUIDFromBytes(text.getBytes(UTF_8)).getMostSignificantBits();
      } catch (IOException | UnsupportedOperationException e) {
        return 0;
      }
    }

    String text() {
      HexFormat hex = HexFormat.of();
      return String.format(
          Locale.ROOT,
          ".penstock-%s-%d-%s.pos",
          hex.toHexDigits(machine),
          process,
          hex.toHexDigits(suffix));
    }

    /// Whether the process is known to have ended. Of processes elsewhere it never is.
    boolean isOrphaned() {
      return machine != 0
          && machine == HERE
          && !ProcessHandle.of(process).map(ProcessHandle::isAlive).orElse(false);
    }
  }
}
