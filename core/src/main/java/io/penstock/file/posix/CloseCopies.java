package io.penstock.file.posix;

import io.penstock.memory.Chunk;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/// Whether this processor copies slowly to a place that lies a few bytes ahead of its source within
/// a page.
///
/// The kernel copies with `rep movsb`. On some processors (AMD Zen 3 among them) that takes three
/// to five times as long when the target's address, modulo 4096, is 1 to 31 above the source's. A
/// large Java array begins on a page and its elements 16 bytes later, so that reading a file from a
/// page boundary to the start of an array meets just this. It is measured once, on the first range
/// that would meet it.
final class CloseCopies {
  /// Targets this far ahead or further are not affected.
  private static final long NEAR = 32;

  private static final long PAGE = 4096;
  private static final long SAMPLE = 128 << 10;
  private static final int TRIES = 5;
  private static final double SLOW = 1.8;

  private static volatile Finding finding = Finding.UNKNOWN;

  private enum Finding {
    UNKNOWN,
    SLOW,
    HARMLESS
  }

  private CloseCopies() {}

  /// Whether reading a cached range straight to byte `at` of an array would be slow. A hint: the
  /// array may be moved at any time, though a large one hardly ever is.
  static boolean slow(Descriptor file, long offset, Object array, long at, long length)
      throws IOException {
    if (finding == Finding.HARMLESS) {
      return false;
    }
    long ahead = (file.address(array, at) - offset) & (PAGE - 1);
    if (ahead == 0 || ahead >= NEAR) {
      return false;
    }
    if (finding == Finding.UNKNOWN && length >= PAGE) {
      finding = measure(file, offset, ahead, Math.min(length, SAMPLE));
    }
    return finding == Finding.SLOW;
  }

  private static Finding measure(Descriptor file, long offset, long ahead, long length)
      throws IOException {
    MemorySegment target = new Chunk().segment();
    long far = offset % PAGE;
    long near = far + ahead;
    long farNanos = Long.MAX_VALUE;
    long nearNanos = Long.MAX_VALUE;
    for (int i = 0; i < TRIES; i++) {
      farNanos = Math.min(farNanos, nanos(file, offset, length, target, far));
      nearNanos = Math.min(nearNanos, nanos(file, offset, length, target, near));
    }
    return nearNanos > SLOW * farNanos ? Finding.SLOW : Finding.HARMLESS;
  }

  private static long nanos(
      Descriptor file, long offset, long length, MemorySegment target, long at) throws IOException {
    long start = System.nanoTime();
    file.read(offset, target, at, length);
    return System.nanoTime() - start;
  }
}
