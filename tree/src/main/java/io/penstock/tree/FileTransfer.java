package io.penstock.tree;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.tree.entry.EntryFacts;
import io.penstock.tree.folder.Folder;
import io.penstock.tree.folder.OpenFile;
import io.penstock.tree.folder.OpenFile.Flow;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongPredicate;

/// The transfer of files of one copy, each into a new file with all that it is to have of its
/// source, at the pace and with the progress that the copy has. Safe for any thread.
final class FileTransfer implements Flow {
  static final int PERMISSIONS = 0777;

  private static final int CHUNK = 256 << 10;
  private static final long STEP = 8 << 20;
  private static final long LEAST_STEP = 64 << 10;
  private static final long NANOS = 1_000_000_000;

  /// Steps a second where there is a limit.
  private static final long STEPS = 16;

  private final CopySettings settings;
  private final long began = System.nanoTime();
  private final AtomicLong moved = new AtomicLong();

  FileTransfer(CopySettings settings) {
    this.settings = settings;
  }

  /// The most bytes between two reports.
  @Override
  public long step() {
    return settings.limit() == Long.MAX_VALUE
        ? STEP
        : Math.clamp(settings.limit() / STEPS, LEAST_STEP, STEP);
  }

  /// Bytes that took no time count for the progress alone.
  @Override
  public void passed(long bytes) throws IOException {
    LongPredicate progress = settings.progress();
    if (progress != null && !progress.test(bytes)) {
      throw new CopyCancelledException();
    }
  }

  @Override
  public void moved(long bytes) throws IOException {
    passed(bytes);
    if (settings.limit() != Long.MAX_VALUE) {
      keepPace(moved.addAndGet(bytes));
    }
  }

  private void keepPace(long all) throws IOException {
    long due = began + (long) ((double) all / settings.limit() * NANOS);
    long wait = due - System.nanoTime();
    while (wait > 0) {
      LockSupport.parkNanos(Math.min(wait, NANOS / STEPS));
      passed(0);
      if (Thread.currentThread().isInterrupted()) {
        throw new CopyCancelledException();
      }
      wait = due - System.nanoTime();
    }
  }

  /// Copies into a file that is made; where that fails it is removed again.
  ///
  /// @param replaced the name of the file whose place it will take, if there is one
  /// @param lost gets the attributes that the copy could not keep of the file that it replaces
  /// @return the bytes copied, holes among them
  long fill(
      Folder from, byte[] name, Folder to, byte[] temporary, byte[] replaced, List<String> lost)
      throws IOException {
    boolean made = false;
    try (OpenFile source = from.open(name)) {
      EntryFacts facts = source.openedAs();
      int given = given(facts, to, temporary);
      try (OpenFile target = created(to, temporary, mode(facts), replaced)) {
        made = true;
        long bytes = fill(source, facts, target, given);
        lost.addAll(target.lost());
        return bytes;
      }
    } catch (IOException | RuntimeException | Error e) {
      if (made) {
        discard(new String(temporary, US_ASCII), () -> to.remove(temporary), e);
      }
      throw e;
    }
  }

  /// A removal of what was not completed.
  interface Removal {
    void remove() throws IOException;
  }

  /// Removes what was not completed. Where that fails too, as in a folder to which names can be
  /// added alone, both failures are told: the first one is what has to be mended.
  static void discard(String name, Removal removal, Throwable failure) throws IOException {
    try {
      removal.remove();
    } catch (NoSuchFileException _) {
      // Somebody has removed it already.
    } catch (IOException left) {
      if (!(failure instanceof FileSystemException first)) {
        failure.addSuppressed(left);
      } else if (!Walker.reason(first).contains(name)) {
        String both =
            Walker.reason(first)
                + "; "
                + name
                + " stays in the target and cannot be removed: "
                + Walker.reason(left);
        throw new FileSystemException(first.getFile(), null, both);
      }
    }
  }

  /// Tells what a copy could not keep of the file that it replaced, if that is anything.
  void tell(List<String> lost, Path path) {
    Consumer<EntryException> notices = settings.notices();
    if (notices != null && !lost.isEmpty()) {
      String what =
          "its copy could not keep "
              + String.join(", ", lost)
              + " of the file that it replaced; others may do no more with it than before";
      synchronized (notices) {
        notices.accept(new EntryException(path, what));
      }
    }
  }

  private int mode(EntryFacts facts) {
    boolean later = settings.keeps(Preserved.MODE) || settings.keeps(Preserved.OWNER);
    return later ? OpenFile.PRIVATE : facts.mode() & PERMISSIONS;
  }

  /// The permissions that the system gives to a new file where the copy is kept from others until
  /// it has its owner and group, to whom they apply: those of a file that is removed again. Whoever
  /// opened that one, as this process's group may, has nothing of the copy.
  private int given(EntryFacts facts, Folder to, byte[] temporary) throws IOException {
    if (!settings.keepsOwnerAlone()) {
      return OpenFile.PRIVATE;
    }
    OpenFile probe = created(to, temporary, facts.mode() & PERMISSIONS, temporary);
    try (probe) {
      return probe.facts().mode() & PERMISSIONS;
    } finally {
      to.remove(temporary);
    }
  }

  // No lambda: the first one takes a fresh JVM as long as a small copy.
  private static OpenFile created(Folder to, byte[] name, int mode, byte[] replaced)
      throws IOException {
    try {
      return to.create(name, mode, replaced);
    } catch (FileSystemException e) {
      throw inTarget(e);
    }
  }

  /// Says of a failure that it is the target's.
  static <T> T inTarget(Step<T> step) throws IOException {
    try {
      return step.take();
    } catch (FileSystemException e) {
      throw inTarget(e);
    }
  }

  private static FileSystemException inTarget(FileSystemException e) {
    return new FileSystemException(e.getFile(), null, "in the target: " + Walker.reason(e));
  }

  /// A step that may fail.
  interface Step<T> {
    T take() throws IOException;
  }

  private long fill(OpenFile source, EntryFacts before, OpenFile target, int given)
      throws IOException {
    long copied = source.copyTo(target, this);
    EntryFacts after = source.facts();
    boolean same = after.size() == before.size() && after.modified().equals(before.modified());
    if (!same || (copied != before.size() && !endsAt(source, copied))) {
      throw new FileSystemException("", null, "was changed while it was copied; copy it again");
    }
    if (settings.verified()) {
      verify(source, target);
    }
    takeAttributes(source, before, target, given);
    if (settings.keeps(Preserved.TIMES)) {
      target.setTimes(before.accessed(), before.modified());
    }
    if (settings.durable()) {
      target.sync();
    }
    return copied;
  }

  // A file of another size than it says is whole where it still ends there.
  private static boolean endsAt(OpenFile file, long offset) throws IOException {
    Block block = BufferPool.shared().take(1);
    try {
      return file.read(offset, block.memory(), 1) == 0;
    } finally {
      block.release();
    }
  }

  // The owner first of all: a change takes away set-user-ID and capabilities, which are an
  // attribute.
  private void takeAttributes(OpenFile source, EntryFacts facts, OpenFile target, int given)
      throws IOException {
    if (settings.keeps(Preserved.OWNER)) {
      target.setOwner(facts.owner(), facts.group());
    } else {
      target.keepOwner();
    }
    if (settings.keeps(Preserved.EXTENDED_ATTRIBUTES)) {
      target.takeAttributes(source);
    } else {
      target.keepUserAttributes();
    }
    if (settings.keeps(Preserved.MODE)) {
      boolean withList = settings.keeps(Preserved.EXTENDED_ATTRIBUTES);
      target.setMode(withList ? facts.mode() : source.modeWithoutList(facts.mode()));
    } else if (target.replaces()) {
      target.keepPermissions();
    } else if (settings.keepsOwnerAlone()) {
      target.setMode(given);
    }
  }

  private static void verify(OpenFile source, OpenFile target) throws IOException {
    target.sync();
    target.forget();
    long at = difference(source, target);
    if (at >= 0) {
      throw new FileSystemException(
          "", null, "the copy differs from it at byte " + at + " when it is read back");
    }
  }

  /// The offset of the first difference of two files; -1 if there is none.
  static long difference(OpenFile one, OpenFile other) throws IOException {
    Block both = BufferPool.shared().take(2 * CHUNK);
    try {
      MemorySegment first = both.memory().asSlice(0, CHUNK);
      MemorySegment second = both.memory().asSlice(CHUNK, CHUNK);
      long at = 0;
      while (true) {
        long n = read(one, at, first);
        long m = read(other, at, second);
        long differs = MemorySegment.mismatch(first, 0, n, second, 0, m);
        if (differs >= 0) {
          return at + differs;
        }
        if (n < CHUNK) {
          return -1;
        }
        at += n;
      }
    } finally {
      both.release();
    }
  }

  private static long read(OpenFile file, long at, MemorySegment memory) throws IOException {
    long done = 0;
    long n;
    do {
      n = file.read(at + done, memory.asSlice(done), CHUNK - done);
      done += n;
    } while (n > 0 && done < CHUNK);
    return done;
  }
}
