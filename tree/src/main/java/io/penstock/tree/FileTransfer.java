package io.penstock.tree;

import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.tree.entry.EntryFacts;
import io.penstock.tree.folder.Folder;
import io.penstock.tree.folder.OpenFile;
import io.penstock.tree.folder.OpenFile.Replaced;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Fills a new file with all that a copy is to have of its source.
///
/// @param flow for all files of one copy
record FileTransfer(CopySettings settings, CopyFlow flow) {
  private static final int CHUNK = 256 << 10;
  static final int PERMISSIONS = 0777;

  /// For the owner alone until owner and permissions are set.
  static final int PRIVATE = 0600;

  /// The bytes copied, holes among them, and the attributes that the copy could not keep of the
  /// file that it replaces.
  record Filled(long bytes, List<String> lost) {
    /// Says so.
    void tell(Consumer<EntryException> notices, Path path) {
      String what =
          "its copy could not keep "
              + String.join(", ", lost)
              + " of the file that it replaced; others may do no more with it than before";
      synchronized (notices) {
        notices.accept(new EntryException(path, what));
      }
    }
  }

  /// Copies into a file that is made; where that fails it is removed again.
  ///
  /// @param replaced the name of the file whose place it will take, if there is one
  Filled fill(Folder from, byte[] name, Folder to, byte[] temporary, byte[] replaced)
      throws IOException {
    boolean made = false;
    try (OpenFile source = from.open(name)) {
      EntryFacts facts = source.openedAs();
      Optional<Replaced> old = replaced(to, replaced);
      int mode = old.isPresent() ? PRIVATE : mode(facts);
      try (OpenFile target = created(to, temporary, mode)) {
        made = true;
        long bytes = fill(source, facts, target, old);
        return new Filled(bytes, old.isPresent() ? old.get().lost() : List.of());
      }
    } catch (IOException | RuntimeException | Error e) {
      if (made) {
        to.remove(temporary);
      }
      throw e;
    }
  }

  private int mode(EntryFacts facts) {
    boolean later = settings.keeps(Preserved.MODE) || settings.keeps(Preserved.OWNER);
    return later ? PRIVATE : facts.mode() & PERMISSIONS;
  }

  // No lambdas: the first one takes a fresh JVM as long as a small copy.

  private static Optional<Replaced> replaced(Folder to, byte[] name) throws IOException {
    try {
      return to.replaced(name);
    } catch (FileSystemException e) {
      throw inTarget(e);
    }
  }

  private static OpenFile created(Folder to, byte[] name, int mode) throws IOException {
    try {
      return to.create(name, mode);
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

  private long fill(
      OpenFile source, EntryFacts before, OpenFile target, Optional<Replaced> replaced)
      throws IOException {
    long copied = source.copyTo(target, flow);
    EntryFacts after = source.facts();
    boolean same = after.size() == before.size() && after.modified().equals(before.modified());
    if (!same || (copied != before.size() && !endsAt(source, copied))) {
      throw new FileSystemException("", null, "was changed while it was copied; copy it again");
    }
    if (settings.verified()) {
      verify(source, target);
    }
    takeOwner(before, target, replaced);
    takeAttributes(source, target, replaced);
    takeMode(before, target, replaced);
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

  // First of all: a change of owner takes away set-user-ID and capabilities, which are an
  // attribute.
  private void takeOwner(EntryFacts facts, OpenFile target, Optional<Replaced> replaced)
      throws IOException {
    if (settings.keeps(Preserved.OWNER)) {
      target.setOwner(facts.owner(), facts.group());
    } else if (replaced.isPresent()) {
      replaced.get().giveOwner(target);
    }
  }

  private void takeAttributes(OpenFile source, OpenFile target, Optional<Replaced> replaced)
      throws IOException {
    if (settings.keeps(Preserved.EXTENDED_ATTRIBUTES)) {
      target.takeAttributes(source);
    } else if (replaced.isPresent()) {
      replaced.get().giveUserAttributes(target);
    }
  }

  private void takeMode(EntryFacts facts, OpenFile target, Optional<Replaced> replaced)
      throws IOException {
    if (settings.keeps(Preserved.MODE)) {
      target.setMode(facts.mode());
    } else if (replaced.isPresent()) {
      replaced.get().givePermissions(target);
    } else if (settings.keeps(Preserved.OWNER)) {
      target.setMode(facts.mode() & PERMISSIONS);
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
