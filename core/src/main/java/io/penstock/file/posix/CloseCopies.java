package io.penstock.file.posix;

import io.penstock.file.EngineFile;
import io.penstock.file.OpenMode;
import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.memory.PoolExhaustedException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
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

  private static final Processor PROCESSOR =
      new Processor(Path.of(System.getProperty("java.home"), "lib", "modules"));

  private CloseCopies() {}

  /// Whether reading from `offset` straight to byte `at` of an array would be slow. A hint: the
  /// array may be moved at any time, though a large one hardly ever is.
  static boolean slow(Descriptor file, long offset, Object array, long at) {
    if (!PROCESSOR.isSlow(BufferPool.shared())) {
      return false;
    }
    long ahead = (file.address(array, at) - offset) & (PAGE - 1);
    return ahead > 0 && ahead < NEAR;
  }

  /// Measured once, on a file that every JVM keeps in the page cache: that of its own classes.
  /// While there is no memory or no descriptor for it, nothing is known, and it is tried again when
  /// it is asked for next.
  static final class Processor {
    private static final int SAMPLE = 128 << 10;
    private static final int TRIES = 8;
    private static final double SLOW = 1.8;
    private static final long HEADER = 16;

    private final Path classes;
    private volatile boolean known;
    private volatile boolean slow;

    Processor(Path classes) {
      this.classes = classes;
    }

    boolean isSlow(BufferPool pool) {
      if (!known) {
        measureOnce(pool);
      }
      return slow;
    }

    boolean isKnown() {
      return known;
    }

    private synchronized void measureOnce(BufferPool pool) {
      if (known) {
        return;
      }
      try {
        slow = measure(pool);
        known = true;
      } catch (PoolExhaustedException e) {
        slow = false; // until there is memory
      } catch (IOException e) {
        known = !Files.exists(classes); // an image of the JDK without that file loses nothing
      }
    }

    private boolean measure(BufferPool pool) throws IOException {
      Block chunk = pool.take(SAMPLE + HEADER);
      try (var file = new PosixEngine().open(classes, OpenMode.READ)) {
        MemorySegment target = chunk.memory();
        long far = Long.MAX_VALUE;
        long near = Long.MAX_VALUE;
        for (int i = 0; i < TRIES; i++) {
          far = Math.min(far, nanos(file, target, 0));
          near = Math.min(near, nanos(file, target, HEADER));
        }
        return near > SLOW * far;
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
