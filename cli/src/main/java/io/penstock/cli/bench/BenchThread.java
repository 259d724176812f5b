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

/// A thread of a job: it opens the file for itself, has buffers of its own, and has one request
/// outstanding at a time.
final class BenchThread {
  private static final int ALL = 100;

  private final BenchJob job;
  private final SplittableRandom random;
  private final Offsets readOffsets;
  private final Offsets writeOffsets;
  private final AtomicLong done = new AtomicLong();
  private Latencies reads = new Latencies();
  private Latencies writes = new Latencies();
  private Latencies syncs = new Latencies();
  private long unsynced;
  private long end;

  /// @param number from 0
  BenchThread(BenchJob job, int number) {
    this.job = job;
    this.random = new SplittableRandom(job.seed() + number);
    this.readOffsets = new Offsets(job, number, random.split());
    this.writeOffsets = new Offsets(job, number, random.split());
  }

  /// Opens the file, waits for the other threads, and makes requests until the run is over.
  void work(JobRun run) throws IOException, InterruptedException {
    OpenMode mode = job.hasWrites() ? OpenMode.READ_WRITE : OpenMode.READ;
    try (EngineFile file = job.engine().open(job.file(), mode);
        Lease target = BufferPool.shared().lease(job.hasReads() ? job.block() : 0);
        Lease source = BufferPool.shared().lease(job.hasWrites() ? job.block() : 0)) {
      requireAligned(file);
      fill(source.segment());
      run.awaitStart();
      make(file, target.segment(), source.segment(), run, run.counted());
      reads = new Latencies();
      writes = new Latencies();
      syncs = new Latencies();
      make(file, target.segment(), source.segment(), run, run.deadline());
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

  // Random bytes, since some devices write compressible ones faster.
  private void fill(MemorySegment buffer) {
    for (long at = 0; at < buffer.byteSize(); at += Long.BYTES) {
      if (buffer.byteSize() - at >= Long.BYTES) {
        buffer.set(ValueLayout.JAVA_LONG_UNALIGNED, at, random.nextLong());
      } else {
        buffer.asSlice(at).fill((byte) random.nextInt());
      }
    }
  }

  // What was read is never written: bytes that compress well would spread over the file.
  private void make(
      EngineFile file, MemorySegment target, MemorySegment source, JobRun run, long until)
      throws IOException {
    long now = System.nanoTime();
    while (now - until < 0 && !run.isStopped()) {
      now = isNextRead() ? read(file, target) : write(file, source);
      done.lazySet(done.getPlain() + 1);
    }
    end = now;
  }

  private boolean isNextRead() {
    return job.isMixed() ? random.nextInt(ALL) < job.reads() : job.hasReads();
  }

  private long read(EngineFile file, MemorySegment target) throws IOException {
    long offset = readOffsets.next();
    long start = System.nanoTime();
    file.read(offset, target, 0, job.block());
    return add(reads, start);
  }

  private long write(EngineFile file, MemorySegment source) throws IOException {
    long offset = writeOffsets.next();
    long start = System.nanoTime();
    file.write(offset, source, 0, job.block());
    long now = add(writes, start);
    unsynced++;
    return unsynced == job.sync() ? sync(file) : now;
  }

  private long sync(EngineFile file) throws IOException {
    unsynced = 0;
    long start = System.nanoTime();
    file.sync();
    return add(syncs, start);
  }

  // Returns the end of the request.
  private static long add(Latencies to, long start) {
    long now = System.nanoTime();
    to.add(now - start);
    return now;
  }

  /// The number of requests so far, including those that were not counted. For any thread.
  long done() {
    return done.getOpaque();
  }

  /// The end of its last request, as [System#nanoTime] has it.
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

  /// The offsets of one thread's requests: multiples of the block, each followed by a whole block.
  /// In sequential order they go through the thread's region from its beginning to its end, again
  /// and again; in random order every block is equally likely.
  static final class Offsets {
    private final BenchJob job;
    private final SplittableRandom random;
    private final long first;
    private final long end;
    private long next;

    /// @param number of the thread, from 0
    /// @param random draws the offsets in random order
    Offsets(BenchJob job, int number, SplittableRandom random) {
      this.job = job;
      this.random = random;
      this.first = job.regionStart(number) * job.block();
      this.end = job.regionStart(number + 1) * job.block();
      this.next = first;
    }

    /// The offset of the next request, in bytes.
    long next() {
      if (job.pattern() == BenchJob.Pattern.RANDOM) {
        return random.nextLong(job.blocks()) * job.block();
      }
      long offset = next;
      next = offset + job.block() == end ? first : offset + job.block();
      return offset;
    }
  }
}
