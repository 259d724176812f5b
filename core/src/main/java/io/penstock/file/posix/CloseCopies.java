package io.penstock.file.posix;

import io.penstock.file.EngineFile;
import io.penstock.file.OpenMode;
import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/// Whether this processor copies slowly to a place that lies a few bytes ahead of its source within
/// a page.
///
/// The kernel copies with `rep movsb`. On some processors (AMD Zen 3 among them) that takes three
/// to five times as long when the target's address, modulo 4096, is 1 to 31 above the source's. A
/// large Java array begins on a page and its elements 16 bytes later, so that reading a file from a
/// page boundary to the start of an array meets just this.
final class CloseCopies {
  /// Targets this far ahead or further are not affected.
  private static final long NEAR = 32;

  private static final long PAGE = 4096;

  private CloseCopies() {}

  /// Whether reading from `offset` straight to byte `at` of an array would be slow. A hint: the
  /// array may be moved at any time, though a large one hardly ever is.
  static boolean slow(Descriptor file, long offset, Object array, long at) {
    if (!Processor.IS_SLOW) {
      return false;
    }
    long ahead = (file.address(array, at) - offset) & (PAGE - 1);
    return ahead > 0 && ahead < NEAR;
  }

  /// Measured once, on a file that every JVM keeps in the page cache: that of its own classes.
  private static final class Processor {
    private static final int SAMPLE = 128 << 10;
    private static final int TRIES = 8;
    private static final double SLOW = 1.8;
    private static final long HEADER = 16;

    static final boolean IS_SLOW =
        measure(Path.of(System.getProperty("java.home"), "lib", "modules"));

    private static boolean measure(Path classes) {
      Block chunk = BufferPool.shared().take(SAMPLE + HEADER);
      try (var file = new PosixEngine().open(classes, OpenMode.READ)) {
        MemorySegment target = chunk.memory();
        long far = Long.MAX_VALUE;
        long near = Long.MAX_VALUE;
        for (int i = 0; i < TRIES; i++) {
          far = Math.min(far, nanos(file, target, 0));
          near = Math.min(near, nanos(file, target, HEADER));
        }
        return near > SLOW * far;
      } catch (IOException e) {
        return false; // an image of the JDK without that file: nothing is known, nothing is lost
      } finally {
        chunk.release();
      }
    }

    private static long nanos(EngineFile file, MemorySegment target, long at) throws IOException {
      long start = System.nanoTime();
      file.read(0, target, at, SAMPLE);
      return System.nanoTime() - start;
    }
  }
}
