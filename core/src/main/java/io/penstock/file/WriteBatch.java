package io.penstock.file;

import io.penstock.memory.Lease;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/// Writes to many places of any number of files, given to the system together.
///
/// The counterpart of [ReadBatch], whose rules hold here too. Writes are made in any order, those
/// to places that overlap as well: put those into batches one after the other. A ring of the
/// kernel's is used for whole pages of files that are opened past the page cache (`uring-direct`,
/// `posix-direct`), which wait for the device; through the page cache a write is a copy, which the
/// waiting thread makes itself.
///
/// ```java
/// WriteBatch batch = new WriteBatch();
/// for (Block block : dirty) {
///   batch.add(store, block.place(), block.lease(), 0, Block.BYTES);
/// }
/// batch.awaitSynced();
/// ```
public final class WriteBatch {
  private final int depth;
  private List<BatchTransfer> writes = new ArrayList<>();
  private Set<ByteFile> files = new LinkedHashSet<>();

  /// An empty batch with 64 requests under way at once.
  public WriteBatch() {
    this(BatchRun.USUAL_DEPTH);
  }

  /// An empty batch.
  ///
  /// @param depth how many requests are under way at once at the most
  /// @throws IllegalArgumentException if `depth` is not between 1 and 256
  public WriteBatch(int depth) {
    this.depth = ReadBatch.requireDepth(depth);
  }

  /// Adds a write of a part of a lease from `offset` on. A file that ends before is extended, with
  /// zeros between.
  ///
  /// @param at where in the lease, in bytes
  /// @throws IllegalArgumentException if `offset` is negative
  /// @throws IndexOutOfBoundsException if the part is not all in the lease
  /// @throws IllegalStateException if the file is open for reading only, or file or lease are
  ///   closed
  /// @throws WrongThreadException if the lease is another thread's
  public WriteBatch add(ByteFile file, long offset, Lease source, long at, long length) {
    Objects.checkFromIndexSize(at, length, source.segment().byteSize());
    FileHandle handle = file.requireRange(TransferDirection.WRITE, offset, length);
    writes.add(BatchTransfer.of(TransferDirection.WRITE, handle, offset, source, at, length));
    files.add(file);
    return this;
  }

  /// Adds a write of a segment, of any kind, from `offset` on. A file that ends before is extended,
  /// with zeros between.
  ///
  /// @throws IllegalArgumentException if `offset` is negative
  /// @throws IllegalStateException if the file is closed, or open for reading only
  public WriteBatch add(ByteFile file, long offset, MemorySegment source) {
    FileHandle handle = file.requireRange(TransferDirection.WRITE, offset, source.byteSize());
    writes.add(new BatchTransfer(TransferDirection.WRITE, handle, offset, source));
    files.add(file);
    return this;
  }

  /// Adds a write of `count` bytes of an array from `offset` on.
  ///
  /// @param from the first index of `source` that is written
  /// @throws IllegalArgumentException if `offset` is negative
  /// @throws IndexOutOfBoundsException if the places are not all in `source`
  /// @throws IllegalStateException if the file is closed, or open for reading only
  public WriteBatch add(ByteFile file, long offset, byte[] source, int from, int count) {
    return add(file, offset, MemorySegment.ofArray(source).asSlice(from, count));
  }

  /// How many writes have been added.
  public int size() {
    return writes.size();
  }

  /// Makes the writes that were added, and returns when all have ended. They may not be on the
  /// device yet. An interrupt does not end them, and stays set.
  ///
  /// @throws IOException if writes have failed: what the first of them in the order of adding has
  ///   met, with the others suppressed. All others are complete
  /// @throws IllegalStateException if the first to fail is one whose file or lease was closed
  public void await() throws IOException {
    files = new LinkedHashSet<>();
    BatchRun.awaitTold(taken(), depth, BatchRun.NOBODY);
  }

  /// The same, and has every file that was written [synced][ByteFile#sync]: on return all of it is
  /// on the devices. Nothing is synced if a write has failed.
  ///
  /// @throws IOException as [#await] does, or if a sync fails
  /// @throws IllegalStateException as [#await] does
  public void awaitSynced() throws IOException {
    Set<ByteFile> written = files;
    await();
    for (ByteFile file : written) {
      file.sync();
    }
  }

  /// Begins the writes that were added, and returns at once, as [ReadBatch#start] does.
  ///
  /// @throws IllegalArgumentException if memory of a confined arena is among the sources, which its
  ///   thread could end meanwhile: use a lease
  public CompletableFuture<Void> start() {
    ReadBatch.requireUnconfined(writes);
    files = new LinkedHashSet<>();
    return BatchRun.start(taken(), depth);
  }

  private List<BatchTransfer> taken() {
    List<BatchTransfer> all = writes;
    writes = new ArrayList<>();
    return all;
  }

  /// What this is, in one line.
  @Override
  public String toString() {
    return "batch of " + writes.size() + " writes, " + depth + " under way at most";
  }
}
