package io.penstock.file.posix;

import io.penstock.file.Access;
import io.penstock.file.EngineFile;
import io.penstock.file.Handover;
import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.memory.Confinement;
import io.penstock.memory.PageFaults;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/// A file moved past the page cache.
///
/// Only whole pages at page boundaries go past the cache; the ragged ends of a write go through it.
/// So a page is either written whole by one caller or only ever touched through the cache, and two
/// callers whose ranges meet inside a page cannot undo each other's bytes, as they would if each
/// read, changed and wrote back the page.
final class DirectFile implements EngineFile {
  /// No smaller than the logical block of any common device and the page of x86-64.
  static final long LEAST_PAGE = 4096;

  private final PosixFile buffered;
  private final PosixFile direct;
  private final long page;
  private final String means;

  /// @param means by which the system goes past the cache
  /// @param page what the page cache keeps as one, a power of two: 64 KiB on some AArch64 systems
  DirectFile(PosixFile buffered, PosixFile direct, long page, String means) {
    this.means = means;
    this.buffered = buffered;
    this.direct = direct;
    this.page = page;
  }

  @Override
  public void read(long offset, MemorySegment target, long at, long length) throws IOException {
    if (Handover.isDue()) {
      Handover.read(this, buffered.name(), offset, target, at, length);
    } else {
      readWaiting(offset, target, at, length);
    }
  }

  private void readWaiting(long offset, MemorySegment target, long at, long length)
      throws IOException {
    if (aligned(offset) && aligned(length) && reachable(target.address() + at)) {
      readAligned(offset, target, at, length);
      return;
    }
    Block chunk = BufferPool.shared().take(Access.LARGEST_CHUNK);
    try {
      for (long done = 0; done < length; ) {
        done += readPages(chunk.memory(), offset + done, target, at + done, length - done);
      }
    } finally {
      chunk.release();
    }
  }

  /// The end of a file need not fall on a page boundary: there the kernel returns what is left.
  private void readAligned(long offset, MemorySegment target, long at, long length)
      throws IOException {
    long n = readUpTo(offset, target, at, length);
    if (n < length) {
      throw shortRead(offset, length, n);
    }
  }

  private long readPages(
      MemorySegment pages, long offset, MemorySegment target, long at, long length)
      throws IOException {
    long skipped = offset % page;
    long wanted = Math.min(length, pages.byteSize() - skipped);
    long n = readUpTo(offset - skipped, pages, 0, alignUp(skipped + wanted));
    if (n < skipped + wanted) {
      throw shortRead(offset, length, Math.max(0, n - skipped));
    }
    MemorySegment.copy(pages, skipped, target, at, wanted);
    PageFaults.await(wanted); // the target may be a mapping that was cut
    return wanted;
  }

  /// A read that ends inside a page is at the end of the file, or was cut short: the rest, if any,
  /// comes through the cache, as does what a device with larger blocks refuses. The last page that
  /// a file could have ends behind the last offset: the kernel refuses to read all of it.
  private long readUpTo(long offset, MemorySegment target, long at, long length)
      throws IOException {
    long done = direct.readUpTo(offset, target, at, length, page);
    long last = Math.min(length, Long.MAX_VALUE - offset);
    return done >= last
        ? done
        : done + buffered.readUpTo(offset + done, target, at + done, last - done, 1);
  }

  private IOException shortRead(long offset, long length, long done) throws IOException {
    return buffered.ended(offset, length, done);
  }

  @Override
  public void write(long offset, MemorySegment source, long at, long length) throws IOException {
    if (Handover.isDue()) {
      boolean confined = Confinement.confines(source);
      MemorySegment reachable = confined ? Confinement.lift(source) : source;
      Handover.run(() -> writeWaiting(offset, reachable, at, length));
    } else {
      writeWaiting(offset, source, at, length);
    }
  }

  private void writeWaiting(long offset, MemorySegment source, long at, long length)
      throws IOException {
    long end = offset + length;
    boolean hasNext = offset <= Long.MAX_VALUE - page; // else no page begins behind it
    long first = hasNext ? Math.min(alignUp(offset), end) : end;
    long last = Math.max(first, end / page * page);
    writeBuffered(offset, first, source, at, offset);
    writeWholePages(first, source, at + first - offset, last - first);
    writeBuffered(last, end, source, at, offset);
  }

  private void writeBuffered(long from, long to, MemorySegment source, long at, long offset)
      throws IOException {
    if (from < to) {
      buffered.write(from, source, at + from - offset, to - from);
    }
  }

  private void writeWholePages(long offset, MemorySegment source, long at, long length)
      throws IOException {
    if (reachable(source.address() + at)) {
      writeAligned(offset, source, at, length);
      return;
    }
    Block chunk = BufferPool.shared().take(Access.LARGEST_CHUNK);
    try {
      for (long done = 0; done < length; ) {
        long step = Math.min(Access.LARGEST_CHUNK, length - done);
        MemorySegment.copy(source, at + done, chunk.memory(), 0, step);
        PageFaults.await(step); // before what the chunk held is written
        writeAligned(offset + done, chunk.memory(), 0, step);
        done += step;
      }
    } finally {
      chunk.release();
    }
  }

  private void writeAligned(long offset, MemorySegment source, long at, long length)
      throws IOException {
    long done = direct.writeUpTo(offset, source, at, length, page);
    if (done < length) {
      buffered.write(offset + done, source, at + done, length - done);
    }
  }

  private boolean aligned(long value) {
    return value % page == 0;
  }

  /// The device takes memory at multiples of its blocks, whatever the system's page.
  private static boolean reachable(long address) {
    return address % LEAST_PAGE == 0;
  }

  private long alignUp(long value) {
    return Math.ceilDiv(value, page) * page;
  }

  @Override
  public boolean cached(long offset, long length) {
    return false;
  }

  @Override
  public int preferredBytes() {
    return Access.LARGEST_CHUNK;
  }

  @Override
  public int alignment() {
    return Math.toIntExact(page);
  }

  @Override
  public long size() throws IOException {
    return buffered.size();
  }

  @Override
  public void reserve(long size) throws IOException {
    buffered.reserve(size);
  }

  @Override
  public void resize(long size) throws IOException {
    buffered.resize(size);
  }

  @Override
  public void sync() throws IOException {
    buffered.sync();
  }

  @Override
  public void close() throws IOException {
    try (buffered) {
      direct.close();
    }
  }

  @Override
  public Optional<Path> openPath() {
    return buffered.lasting();
  }

  @Override
  public int ringDescriptor() {
    return direct.ringDescriptor();
  }

  @Override
  public OptionalInt descriptor() {
    return buffered.descriptor();
  }

  @Override
  public String explain() {
    return "posix-direct: whole pages of "
        + page
        + " bytes go past the page cache by "
        + means
        + ", ragged ends of writes through it";
  }
}
