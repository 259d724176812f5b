package io.penstock.tree.folder;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.penstock.ffi.Errno;
import io.penstock.ffi.FolderCalls;
import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.tree.entry.EntryFacts;
import io.penstock.tree.folder.OpenFile.Flow;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.FileSystemException;
import java.util.Locale;
import java.util.Set;

/// One file's bytes into another, by the best of what the system has for these two: shared blocks
/// (FICLONE), copy_file_range(2), sendfile(2), and reads and writes.
///
/// A small file is read and written at once: each of the other ways costs it more than it saves.
final class PosixCopy {
  /// Up to here a file goes by one read and one write.
  private static final long SMALL = 256 << 10;

  private static final long CLONE = 0x40049409; // FICLONE, linux/fs.h (v6.1)
  private static final int SEEK_SET = 0;
  private static final int SEEK_DATA = 3;
  private static final int SEEK_HOLE = 4;
  private static final int MOST_EMPTY_WRITES = 8;

  /// Errors of a way that does not suit these two files, while another may.
  private static final Set<Integer> NOT_THIS_WAY =
      Set.of(
          Errno.EXDEV,
          Errno.EINVAL,
          Errno.ENOSYS,
          Errno.EOPNOTSUPP,
          Errno.EPERM,
          Errno.ENOTTY,
          Errno.ETXTBSY,
          Errno.EBADF);

  /// The ways to copy, the fastest first.
  private static final int COPY_RANGE = 0;

  private static final int SEND = 1;
  private static final int BUFFER = 2;

  private final FolderCalls calls;
  private final int from;
  private final int to;
  private final Flow flow;
  private final EntryFacts facts;
  private int way = COPY_RANGE;

  PosixCopy(PosixOpenFile from, PosixOpenFile to, Flow flow) throws IOException {
    this.calls = from.calls();
    this.from = from.descriptor();
    this.to = to.descriptor();
    this.flow = flow;
    this.facts = from.openedAs();
  }

  /// What is copied ends where a read finds nothing more, whatever the file's size says: those of
  /// `/proc` say 0, those of `/sys` a page, and a file system of a program's own what it likes.
  long all() throws IOException {
    long size = facts.size();
    boolean sparse = facts.allocated() < size;
    long at = 0;
    if (size > SMALL || sparse) {
      if (calls.control(to, CLONE, from) >= 0) {
        flow.passed(size);
        return size;
      }
      at = copyData(size, sparse);
    }
    long end = at == size || at == 0 ? copyRest(at) : at;
    if (sparse) {
      PosixOpenFile.require("cannot set the size", calls.resize(to, end));
    }
    return end;
  }

  /// @return where the file ends, `size` at most
  private long copyData(long size, boolean sparse) throws IOException {
    long at = 0;
    while (at < size) {
      long data = sparse ? seek(at, SEEK_DATA, size) : at;
      if (data > at) {
        flow.passed(data - at);
      }
      long hole = sparse && data < size ? seek(data, SEEK_HOLE, size) : size;
      at = data < size ? copyRange(data, hole) : size;
      if (at < hole) {
        return at;
      }
    }
    return at;
  }

  private long seek(long at, int whence, long size) throws IOException {
    long found = calls.seek(from, at, whence);
    if (found == -Errno.ENXIO) {
      return size;
    }
    if (found == -Errno.EINVAL) {
      return whence == SEEK_DATA ? at : size; // a file system that knows no holes
    }
    PosixOpenFile.require("cannot look for data", found);
    return Math.min(found, size);
  }

  /// @return how far it came, which is less than `end` where the file ends before
  private long copyRange(long begin, long end) throws IOException {
    long at = begin;
    while (at < end) {
      long step = Math.min(flow.step(), end - at);
      long n =
          switch (way) {
            case COPY_RANGE -> byRange(at, step);
            case SEND -> bySend(at, step);
            default -> byBuffer(at, step);
          };
      if (n > 0) {
        at += n;
        flow.moved(n);
      } else if (way == BUFFER && n == 0) {
        return at;
      } else if (way != BUFFER && (n == 0 || NOT_THIS_WAY.contains((int) -n))) {
        way = way == COPY_RANGE ? SEND : BUFFER;
      } else if (n != -Errno.EINTR) {
        throw PosixOpenFile.failure("cannot copy " + step + " bytes at offset " + at, n);
      }
    }
    return at;
  }

  private long byRange(long at, long step) {
    MemorySegment cells = calls.cells();
    cells.set(JAVA_LONG, 0, at);
    cells.set(JAVA_LONG, 8, at);
    return calls.copyRange(from, cells.address(), to, cells.address() + 8, step);
  }

  private long bySend(long at, long step) {
    long moved = calls.seek(to, at, SEEK_SET);
    if (moved < 0) {
      return moved;
    }
    MemorySegment cells = calls.cells();
    cells.set(JAVA_LONG, 0, at);
    return calls.send(to, from, cells.address(), step);
  }

  private long byBuffer(long at, long step) throws IOException {
    Block block = BufferPool.shared().take(SMALL);
    try {
      return throughBuffer(block.memory(), at, Math.min(step, SMALL));
    } finally {
      block.release();
    }
  }

  private long throughBuffer(MemorySegment buffer, long at, long step) throws IOException {
    long n = calls.read(from, buffer.address(), step, at);
    if (n < 0 && n != -Errno.EINTR) {
      throw PosixOpenFile.failure("cannot read " + step + " bytes at offset " + at, n);
    }
    if (n > 0) {
      write(buffer, at, n);
    }
    return n;
  }

  private void write(MemorySegment buffer, long at, long count) throws IOException {
    long done = 0;
    int empty = 0;
    while (done < count) {
      long n = calls.write(to, buffer.address() + done, count - done, at + done);
      if (n > 0) {
        done += n;
        empty = 0;
      } else if (n != -Errno.EINTR && (n < 0 || ++empty == MOST_EMPTY_WRITES)) {
        String what =
            String.format(
                Locale.ROOT, "cannot write %d bytes at offset %d", count - done, at + done);
        throw n < 0
            ? PosixOpenFile.failure(what, n)
            : new FileSystemException(
                "", null, what + ": the device takes no more bytes and gives no reason");
      }
    }
  }

  /// All from `begin` on, until a read finds nothing more: a small file, and what is behind the
  /// size that a file says it has.
  private long copyRest(long begin) throws IOException {
    Block block = BufferPool.shared().take(SMALL);
    try {
      long at = begin;
      while (true) {
        long n = throughBuffer(block.memory(), at, Math.min(SMALL, flow.step()));
        if (n == 0) {
          return at;
        }
        if (n > 0) {
          at += n;
          flow.moved(n);
        }
      }
    } finally {
      block.release();
    }
  }
}
