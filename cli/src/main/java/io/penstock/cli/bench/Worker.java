package io.penstock.cli.bench;

import io.penstock.file.EngineFile;
import io.penstock.file.OpenMode;
import io.penstock.memory.BufferPool;
import io.penstock.memory.Lease;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.FileSystemException;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/// One thread's part of a job: it opens the file for itself, has buffers of its own, and one
/// request outstanding at a time.
final class Worker {
  private static final int ALL = 100;

  private final Job job;
  private final SplittableRandom random;
  private final Offsets readOffsets;
  private final Offsets writeOffsets;
  private final AtomicLong done = new AtomicLong();
  private Latencies reads = new Latencies();
  private Latencies writes = new Latencies();
  private Latencies syncs = new Latencies();
  private long end;

  /// @param number from 0
  Worker(Job job, int number) {
    this.job = job;
    this.random = new SplittableRandom(job.seed() + number);
    this.readOffsets = Offsets.of(job, number, random.split());
    this.writeOffsets = Offsets.of(job, number, random.split());
  }

  /// Opens the file, waits for the others, makes requests until the clock says that it is time, and
  /// leaves what was measured.
  void work(Clock clock) throws IOException, InterruptedException {
    OpenMode mode = job.hasWrites() ? OpenMode.READ_WRITE : OpenMode.READ;
    try (EngineFile file = job.engine().open(job.file(), mode);
        Lease target = BufferPool.shared().lease(job.hasReads() ? job.block() : 0);
        Lease source = BufferPool.shared().lease(job.hasWrites() ? job.block() : 0)) {
      requireAligned(file);
      fill(source.segment());
      Requests requests = new Requests(file, target.segment(), source.segment());
      clock.awaitStart();
      make(requests, clock, clock.counted());
      reads = new Latencies();
      writes = new Latencies();
      syncs = new Latencies();
      make(requests, clock, clock.deadline());
    }
  }

  private void requireAligned(EngineFile file) throws IOException {
    if (job.block() % file.alignment() != 0) {
      throw new FileSystemException(
          job.file().toString(),
          null,
          "takes blocks of a multiple of "
              + file.alignment()
              + " past the page cache; choose another --block");
    }
  }

  // What is easily compressed may be written faster than what is not.
  private void fill(MemorySegment buffer) {
    for (long at = 0; at < buffer.byteSize(); at += Long.BYTES) {
      if (buffer.byteSize() - at >= Long.BYTES) {
        buffer.set(ValueLayout.JAVA_LONG_UNALIGNED, at, random.nextLong());
      } else {
        buffer.asSlice(at).fill((byte) random.nextInt());
      }
    }
  }

  private void make(Requests requests, Clock clock, long until) throws IOException {
    long now = System.nanoTime();
    while (now - until < 0 && !clock.isStopped()) {
      now = isNextRead() ? requests.read() : requests.write();
      done.lazySet(done.getPlain() + 1);
    }
    end = now;
  }

  private boolean isNextRead() {
    return job.isMixed() ? random.nextInt(ALL) < job.reads() : job.hasReads();
  }

  /// Requests to an open file, each measured. What was read is never written: bytes that compress
  /// well would spread over the file.
  private final class Requests {
    private final EngineFile file;
    private final MemorySegment target;
    private final MemorySegment source;
    private long unsynced;

    Requests(EngineFile file, MemorySegment target, MemorySegment source) {
      this.file = file;
      this.target = target;
      this.source = source;
    }

    /// Makes one.
    ///
    /// @return when it ended
    long read() throws IOException {
      long offset = readOffsets.next();
      long start = System.nanoTime();
      file.read(offset, target, 0, job.block());
      return add(reads, start);
    }

    /// Makes one, and a sync behind it where one is due.
    ///
    /// @return when it ended
    long write() throws IOException {
      long offset = writeOffsets.next();
      long start = System.nanoTime();
      file.write(offset, source, 0, job.block());
      long now = add(writes, start);
      unsynced++;
      return unsynced == job.sync() ? sync() : now;
    }

    private long sync() throws IOException {
      unsynced = 0;
      long start = System.nanoTime();
      file.sync();
      return add(syncs, start);
    }
  }

  private static long add(Latencies to, long start) {
    long now = System.nanoTime();
    to.add(now - start);
    return now;
  }

  /// How many requests it has made so far, those before the count included; for any thread.
  long done() {
    return done.getOpaque();
  }

  /// When its last request ended, once it has.
  long end() {
    return end;
  }

  Latencies reads() {
    return reads;
  }

  Latencies writes() {
    return writes;
  }

  Latencies syncs() {
    return syncs;
  }
}
