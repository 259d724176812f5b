package io.penstock.tree.folder;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.penstock.ffi.Errno;
import io.penstock.ffi.FolderCalls;
import io.penstock.ffi.InodeAttributes;
import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.tree.entry.EntryFacts;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A file by its descriptor.
final class PosixOpenFile implements OpenFile {
  private static final byte[] NONE = {};
  private static final Set<String> LISTS =
      Set.of("system.posix_acl_access", "system.posix_acl_default");
  private static final int DONT_NEED = 4; // POSIX_FADV_DONTNEED, linux/fadvise.h (v6.1)
  private static final int LARGEST_ATTRIBUTE = 64 << 10; // XATTR_SIZE_MAX, linux/limits.h (v6.1)

  private final FolderCalls calls;
  private final int descriptor;
  private final @Nullable InodeAttributes replaced;
  private @Nullable EntryFacts opened;
  private boolean closed;

  PosixOpenFile(FolderCalls calls, int descriptor) {
    this.calls = calls;
    this.descriptor = descriptor;
    this.replaced = null;
  }

  PosixOpenFile(FolderCalls calls, int descriptor, InodeAttributes replaced) {
    this.calls = calls;
    this.descriptor = descriptor;
    this.replaced = replaced;
  }

  @Override
  public EntryFacts openedAs() throws IOException {
    EntryFacts known = opened;
    if (known == null) {
      known = facts(0); // opening has asked already
      opened = known;
    }
    return known;
  }

  FolderCalls calls() {
    return calls;
  }

  int descriptor() {
    return descriptor;
  }

  /// A failure of a call on a file whose name is not known here.
  static FileSystemException failure(String what, long result) {
    return new FileSystemException("", null, what + ": " + Errno.describe((int) -result));
  }

  static void require(String what, long result) throws IOException {
    if (result < 0) {
      throw failure(what, result);
    }
  }

  @Override
  public EntryFacts facts() throws IOException {
    return facts(FolderCalls.FORCE_SYNC);
  }

  private EntryFacts facts(int sync) throws IOException {
    MemorySegment cells = calls.cells();
    int result =
        calls.statx(
            descriptor,
            calls.name(NONE),
            FolderCalls.EMPTY_PATH | sync,
            PosixFolder.BASIC,
            cells.address());
    require("cannot be looked at", result);
    return PosixFolder.facts(cells);
  }

  @Override
  public long copyTo(OpenFile target, Flow flow) throws IOException {
    return new PosixCopy(this, (PosixOpenFile) target, flow).all();
  }

  @Override
  public long read(long offset, MemorySegment target, long count) throws IOException {
    while (true) {
      long n = calls.read(descriptor, target.address(), count, offset);
      if (n >= 0) {
        return n;
      }
      if (n != -Errno.EINTR) {
        throw failure("cannot read at offset " + offset, n);
      }
    }
  }

  @Override
  public void setMode(int mode) throws IOException {
    require("cannot set the permissions", calls.setMode(descriptor, mode));
  }

  @Override
  public int modeWithoutList(int mode) throws IOException {
    return AccessList.modeWithout(calls, descriptor, mode);
  }

  @Override
  public void setOwner(int owner, int group) throws IOException {
    require(
        "cannot set the owner",
        calls.setOwner(descriptor, calls.name(NONE), owner, group, FolderCalls.EMPTY_PATH));
  }

  @Override
  public void setTimes(Instant accessed, Instant modified) throws IOException {
    long times = times(calls, accessed, modified);
    require("cannot set the times", calls.setTimes(descriptor, times));
  }

  /// A place for two of struct timespec.
  static long times(FolderCalls calls, Instant accessed, Instant modified) {
    MemorySegment cells = calls.cells();
    cells.set(JAVA_LONG, 0, accessed.getEpochSecond());
    cells.set(JAVA_LONG, 8, accessed.getNano());
    cells.set(JAVA_LONG, 16, modified.getEpochSecond());
    cells.set(JAVA_LONG, 24, modified.getNano());
    return cells.address();
  }

  @Override
  public void takeAttributes(OpenFile from) throws IOException {
    takeAttributes(calls, ((PosixOpenFile) from).descriptor, descriptor);
  }

  static void takeAttributes(FolderCalls calls, int from, int to) throws IOException {
    Block block = BufferPool.shared().take(2L * LARGEST_ATTRIBUTE);
    try {
      MemorySegment names = block.memory();
      MemorySegment value = names.asSlice(LARGEST_ATTRIBUTE);
      Set<String> lists = new HashSet<>(LISTS);
      long bytes = calls.attributes(from, names.address(), LARGEST_ATTRIBUTE);
      if (bytes != -Errno.EOPNOTSUPP) {
        require("cannot list the extended attributes", bytes);
      }
      for (long at = 0; at < bytes; at = after(names, at)) {
        String name = names.getString(at);
        boolean _ = lists.remove(name);
        String what = "extended attribute " + name;
        long length =
            calls.attribute(from, names.address() + at, value.address(), LARGEST_ATTRIBUTE);
        require("cannot read " + what, length);
        require(
            "cannot set " + what,
            calls.setAttribute(to, names.address() + at, value.address(), length));
      }
      for (String list : lists) {
        removeList(calls, to, list);
      }
    } finally {
      block.release();
    }
  }

  /// Removes an access control list, if there is one: the folder above may have given it to a file
  /// whose source has none.
  private static void removeList(FolderCalls calls, int to, String name) throws IOException {
    int result = calls.removeAttribute(to, calls.name(name.getBytes(StandardCharsets.US_ASCII)));
    if (result != -Errno.ENODATA && !Errno.saysUnsupported(-result)) {
      require("cannot remove extended attribute " + name, result);
    }
  }

  private static long after(MemorySegment names, long at) {
    long end = at;
    while (names.get(JAVA_BYTE, end) != 0) {
      end++;
    }
    return end + 1;
  }

  @Override
  public boolean replaces() {
    return replaced != null;
  }

  @Override
  public void keepOwner() throws IOException {
    if (replaced != null) {
      replaced.giveOwner(descriptor);
    }
  }

  @Override
  public void keepUserAttributes() {
    if (replaced != null) {
      replaced.giveUserAttributes(descriptor);
    }
  }

  @Override
  public void keepPermissions() throws IOException {
    if (replaced != null) {
      replaced.givePermissions(descriptor);
    }
  }

  @Override
  public List<String> lost() {
    return replaced == null ? List.of() : replaced.lost();
  }

  @Override
  public void sync() throws IOException {
    int result;
    do {
      result = calls.sync(descriptor);
    } while (result == -Errno.EINTR);
    require("cannot sync", result);
  }

  @Override
  public void forget() {
    int _ = calls.advise(descriptor, 0, 0, DONT_NEED); // a hint
  }

  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      require("cannot close", calls.close(descriptor));
    }
  }
}
