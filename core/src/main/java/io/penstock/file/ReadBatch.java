package io.penstock.file;

import io.penstock.memory.Lease;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;

/// Reads of many places of any number of files, given to the system together.
///
/// A device serves many requests at once and one after the other in about the same time: a search
/// that wants a thousand places and asks for them in turn waits a thousand times. Reads are added,
/// and then all are made by [#await] or [#start], which leave the batch empty. They complete in any
/// order.
///
/// ```java
/// ReadBatch batch = new ReadBatch();
/// for (int i = 0; i < candidates.length; i++) {
///   batch.add(vectors, candidates[i] * 3072L, lease, i * 3072L, 3072);
/// }
/// batch.await();
/// ```
///
/// What is in the page cache is copied at once. The rest goes to a ring of the kernel's,
/// io_uring(7), if the file's engine is `auto`, `uring` or `uring-direct` and the system has such
/// rings, else to threads. A platform thread that waits drives its own ring. A virtual thread
/// parks: one thread of the process drives a ring for all of them.
///
/// A batch belongs to one thread at a time. While its reads are under way their files cannot be
/// closed, [ByteFile#close()] waits, or throws where the batch's own consumer calls it, and their
/// leases cannot either, [Lease#close()] throws. A read whose file was closed before fails with an
/// [IllegalStateException] that names the file.
///
/// Into a lease the device moves the bytes itself, and into memory of a confined arena if the
/// thread waits; to every other memory they are copied from the pool's.
public final class ReadBatch {
  private final int depth;
  private List<BatchTransfer> reads = new ArrayList<>();

  /// An empty batch with 64 requests under way at once.
  public ReadBatch() {
    this(BatchRun.USUAL_DEPTH);
  }

  /// An empty batch.
  ///
  /// @param depth how many requests are under way at once at the most; threads, where those make
  ///   them, are at most 16
  /// @throws IllegalArgumentException if `depth` is not between 1 and 256
  public ReadBatch(int depth) {
    this.depth = requireDepth(depth);
  }

  static int requireDepth(int depth) {
    if (depth < 1 || depth > BatchRun.MOST_DEPTH) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "depth %d must be between 1 and %d", depth, BatchRun.MOST_DEPTH));
    }
    return depth;
  }

  /// Adds a read of `length` bytes from `offset` on to a part of a lease.
  ///
  /// @param at where in the lease, in bytes
  /// @throws IllegalArgumentException if `offset` is negative
  /// @throws IndexOutOfBoundsException if the part is not all in the lease
  /// @throws IllegalStateException if the file is open for writing only, or file or lease are
  ///   closed
  /// @throws WrongThreadException if the lease is another thread's
  public ReadBatch add(ByteFile file, long offset, Lease target, long at, long length) {
    Objects.checkFromIndexSize(at, length, target.segment().byteSize());
    FileHandle handle = file.requireRange(TransferDirection.READ, offset, length);
    reads.add(BatchTransfer.of(TransferDirection.READ, handle, offset, target, at, length));
    return this;
  }

  /// Adds a read that fills a segment, of any kind, with the bytes from `offset` on.
  ///
  /// @throws IllegalArgumentException if `offset` is negative, or the segment is read-only
  /// @throws IllegalStateException if the file is closed, or open for writing only
  public ReadBatch add(ByteFile file, long offset, MemorySegment target) {
    ByteFile.requireFillable(target.isReadOnly());
    FileHandle handle = file.requireRange(TransferDirection.READ, offset, target.byteSize());
    reads.add(new BatchTransfer(TransferDirection.READ, handle, offset, target));
    return this;
  }

  /// Adds a read that fills `count` bytes of an array with those from `offset` on.
  ///
  /// @param from the first index of `target` that is filled
  /// @throws IllegalArgumentException if `offset` is negative
  /// @throws IndexOutOfBoundsException if the places are not all in `target`
  /// @throws IllegalStateException if the file is closed, or open for writing only
  public ReadBatch add(ByteFile file, long offset, byte[] target, int from, int count) {
    return add(file, offset, MemorySegment.ofArray(target).asSlice(from, count));
  }

  /// How many reads have been added.
  public int size() {
    return reads.size();
  }

  /// Makes the reads that were added, and returns when all have ended. An interrupt does not end
  /// them, and stays set.
  ///
  /// @throws IOException if reads have failed: what the first of them in the order of adding has
  ///   met, with the others suppressed. All others are complete
  /// @throws IllegalStateException if the first to fail is one whose file or lease was closed
  public void await() throws IOException {
    await(BatchRun.NOBODY);
  }

  /// Makes the reads that were added, tells of each as it completes, and returns when all have
  /// ended.
  ///
  /// @param completed takes the number of a read, counted from 0 in the order of adding, on the
  ///   calling thread; what it throws ends the batch when no read is under way any more
  /// @throws IOException as [#await()] does
  /// @throws IllegalStateException as [#await()] does
  public void await(IntConsumer completed) throws IOException {
    BatchRun.awaitTold(taken(), depth, completed);
  }

  /// Begins the reads that were added, and returns at once.
  ///
  /// The future completes when all have ended, with the first failure if there is one. To cancel it
  /// keeps those from being made that have not begun; the future completes, as cancelled if there
  /// were such, when those under way have ended. Until it is complete leases cannot be closed.
  ///
  /// It completes on one of a few threads that all files of the process share: what follows it
  /// there ([CompletableFuture#thenRun] and its like) must not wait for another batch; the forms
  /// that end in `Async` have other threads.
  ///
  /// @throws IllegalArgumentException if memory of a confined arena is among the targets, which its
  ///   thread could end meanwhile: use a lease
  public CompletableFuture<Void> start() {
    requireUnconfined(reads);
    return BatchRun.start(taken(), depth);
  }

  static void requireUnconfined(List<BatchTransfer> transfers) {
    if (transfers.stream().anyMatch(BatchTransfer::isConfined)) {
      throw new IllegalArgumentException(
          "memory of a confined arena cannot be moved while its thread goes on; use a lease");
    }
  }

  private List<BatchTransfer> taken() {
    List<BatchTransfer> all = reads;
    reads = new ArrayList<>();
    return all;
  }

  /// What this is, in one line.
  @Override
  public String toString() {
    return "batch of " + reads.size() + " reads, " + depth + " under way at most";
  }
}
