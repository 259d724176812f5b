package io.penstock.file.posix;

import io.penstock.ffi.Errno;
import io.penstock.ffi.LibC;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/// The regions of a file that were found in the page cache a moment ago.
///
/// Asking the kernel costs about as much as a small read, so an answer is taken as good for a
/// while. Where a region is met for the first time the kernel is asked for the range alone, then
/// for all of the region, which takes longer the smaller the folios are; if that is not all cached,
/// for each range again. The kernel drops pages that were just used only when memory is short; then
/// a read may wait for the device once. Takes at most 8 KiB however large the file; safe for any
/// thread.
final class Residency {
  private static final int REGION_SHIFT = 21; // 2 MiB
  private static final int MOST_SLOTS = 1024;

  /// An answer is good for this tick of the clock and the next, 67 milliseconds each.
  private static final int TICK_SHIFT = 26;

  private static final int TICK_BITS = 24;

  /// After so many questions the coarse clock pays.
  private static final int OFTEN = 10_000;

  /// A region was asked for in part.
  private static final int ASKED = 0;

  /// All of a region was cached.
  private static final int CACHED = 1;

  /// Not all of a region was: it is not worth asking again, which takes longer than a short read.
  private static final int PARTIAL = 2;

  private static final int ANSWER_BITS = 2;

  /// Who wants as much of a region may ask for all of it.
  private static final long MUCH = 512 << 10;

  private static final long TICKS = (1L << TICK_BITS) - 1;

  private final Kernel kernel;
  private final @Nullable String untold;

  /// By region, modulo the number of slots: which region and when.
  private final AtomicLongArray found;

  private volatile long size;

  /// Roughly: threads may count over each other.
  private int asked;

  Residency(LibC libc, int descriptor) {
    this(new Kernel.OfFile(libc, descriptor));
  }

  Residency(Kernel kernel) {
    this.kernel = kernel;
    this.untold = whyUntold().orElse(null);
    this.size = sizeOrZero();
    long regions = (size >> REGION_SHIFT) + 1;
    this.found =
        new AtomicLongArray(
            regions >= MOST_SLOTS ? MOST_SLOTS : Integer.highestOneBit((int) regions * 2 - 1));
  }

  /// Why nobody can say what is cached; empty where somebody can.
  Optional<String> untold() {
    return Optional.ofNullable(untold);
  }

  /// Whether all of a range inside the file was cached when last asked.
  boolean has(long offset, long length) {
    return untold == null && isFound(offset, length);
  }

  private boolean isFound(long offset, long length) {
    long end = offset + length;
    if (end > size) {
      size = sizeOrZero();
    }
    if (end > size) {
      return false;
    }
    long last = (end - 1) >> REGION_SHIFT;
    for (long region = offset >> REGION_SHIFT; region <= last; region++) {
      long from = Math.max(offset, region << REGION_SHIFT);
      long to = Math.min(end, (region + 1) << REGION_SHIFT);
      if (!has(region, from, to - from)) {
        return false;
      }
    }
    return true;
  }

  private boolean has(long region, long offset, long length) {
    int slot = (int) region & (found.length() - 1);
    long tick = nanos() >> TICK_SHIFT;
    long seen = found.getOpaque(slot);
    if (isRecent(seen, stamp(region, tick, CACHED))) {
      return true;
    }
    boolean partial = isRecent(seen, stamp(region, tick, PARTIAL));
    boolean again = isRecent(seen, stamp(region, tick, ASKED));
    if (!partial && (again || length >= MUCH)) {
      boolean all = isCached(region);
      found.setOpaque(slot, stamp(region, tick, all ? CACHED : PARTIAL));
      return all || ask(offset, length);
    }
    if (!partial) {
      found.setOpaque(slot, stamp(region, tick, ASKED));
    }
    return ask(offset, length);
  }

  /// The coarse clock has to be bound, which takes milliseconds.
  private long nanos() {
    if (asked < OFTEN) {
      asked++;
      return kernel.fineNanos();
    }
    return kernel.coarseNanos();
  }

  private boolean isCached(long region) {
    long start = region << REGION_SHIFT;
    return ask(start, Math.min(1L << REGION_SHIFT, size - start));
  }

  private static long stamp(long region, long tick, int answer) {
    return ((region << ANSWER_BITS | answer) + 1) << TICK_BITS | (tick & TICKS);
  }

  /// Whether an answer was seen in this tick or in the one before.
  private static boolean isRecent(long seen, long stamp) {
    return seen == stamp || seen == ((stamp & ~TICKS) | ((stamp - 1) & TICKS));
  }

  /// Whether every page of a range is in the page cache, as far as the kernel says.
  ///
  /// Of files that a process neither owns nor may write the kernel says nothing; then the range is
  /// read without waiting, and dropped. Pages that are still being read in count as cached: where
  /// that is so the last of them is the last to be readable.
  private boolean ask(long offset, long length) {
    int page = kernel.pageBytes();
    long pages = (offset + length - 1) / page - offset / page + 1;
    long cached = kernel.cachedPages(offset, length);
    if (cached == -Errno.EPERM) {
      return kernel.readNow(offset, length) == length;
    }
    if (cached < pages) {
      return false;
    }
    long last = kernel.readNow(offset + length - 1, 1);
    return last != -Errno.EAGAIN && last != 0; // 0 where the file has been cut within its last page
  }

  /// Why nobody can say what is cached; empty where the kernel does, or a read that does not wait.
  ///
  /// What is cached of a server's file may be old by now: a read asks the server, which takes its
  /// time, and a mapping never asks.
  private Optional<String> whyUntold() {
    long kind = kernel.fileSystem();
    if (kind == -Errno.ENOSYS) {
      return Optional.of("this system has no such call");
    }
    if (!isOfThisMachine(kind)) {
      return Optional.of(
          String.format(Locale.ROOT, "a file system of type 0x%x may have to ask a server", kind));
    }
    long cached = kernel.cachedPages(0, 1);
    if (cached >= 0) {
      return Optional.empty();
    }
    if (cached != -Errno.EPERM) {
      return Optional.of("cachestat(2) needs Linux 6.5");
    }
    long read = kernel.readNow(0, 1);
    return read >= 0 || read == -Errno.EAGAIN
        ? Optional.empty()
        : Optional.of(
            "it tells only who owns the file or may write it, and no read goes without waiting: "
                + Errno.describe((int) -read));
  }

  /// Whether a file system is known to keep its files on devices of this machine alone, or in
  /// memory: linux/magic.h and the file systems' own headers (v6.12).
  private static boolean isOfThisMachine(long kind) {
    return switch ((int) kind) {
      case 0xEF53, // ext2, ext3, ext4
          0x58465342, // XFS
          0x9123683E, // btrfs
          0x01021994, // tmpfs
          0x858458F6, // ramfs
          0xF2F52010, // F2FS
          0xCA451A4E, // bcachefs
          0x3153464A, // JFS
          0x3434, // NILFS2
          0x52654973, // ReiserFS
          0x5346544E, // NTFS
          0x7366746E, // ntfs3
          0x2011BAB0, // exFAT
          0x4D44, // FAT
          0x482B, // HFS+
          0x15013346, // UDF
          0x9660, // ISO 9660
          0x73717368, // SquashFS
          0xE0F5E1E2 // EROFS
          ->
          true;
      default -> false;
    };
  }

  /// The size, or 0 where it cannot be had.
  private long sizeOrZero() {
    return Math.max(0, kernel.size());
  }

  /// What is asked of the kernel about one file: see [LibC].
  interface Kernel {
    long fileSystem();

    long cachedPages(long offset, long length);

    long readNow(long offset, long length);

    long size();

    int pageBytes();

    long coarseNanos();

    default long fineNanos() {
      return System.nanoTime();
    }

    /// By a descriptor that stays open.
    record OfFile(LibC libc, int descriptor) implements Kernel {
      @Override
      public long fileSystem() {
        return libc.fileSystem(descriptor);
      }

      @Override
      public long cachedPages(long offset, long length) {
        return libc.cachedPages(descriptor, offset, length);
      }

      @Override
      public long readNow(long offset, long length) {
        return libc.readNow(descriptor, offset, length);
      }

      @Override
      public long size() {
        return libc.size(descriptor);
      }

      @Override
      public int pageBytes() {
        return libc.pageBytes();
      }

      @Override
      public long coarseNanos() {
        return libc.coarseNanos();
      }
    }
  }
}
