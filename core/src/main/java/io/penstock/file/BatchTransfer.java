package io.penstock.file;

import io.penstock.array.ElementType;
import io.penstock.ffi.Ring;
import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.memory.Confinement;
import io.penstock.memory.Lease;
import io.penstock.memory.PageFaults;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/// One transfer of a batch, from its place in a file to its place in memory or back, in as many
/// requests as it takes.
///
/// It [begins][#begin], when it enters its file and pins its lease, is moved by requests to a ring
/// or at once by its engine, and [ends][#end]. Whatever a request does not bring about, a short or
/// failed transfer, the engine is asked for once more, which succeeds or says what is wrong.
/// Belongs to one thread at a time.
///
/// Each step tells of a page that is gone from a mapping it copies to or from itself: an error that
/// came up later would end the thread that moves others, and this one would pass for moved.
final class BatchTransfer {
  /// What goes through memory of the pool at a time, where the kernel may not have the target's.
  private static final long MOST_COPIED = 1 << 20;

  /// Linux moves no more than 2 GiB less a page in a request.
  private static final long MOST_REQUESTED = 1 << 30;

  /// Of memory that never ends, as a block's of a pool.
  private static final MemorySegment.Scope EVERLASTING = Arena.global().scope();

  private final TransferDirection direction;
  private final FileHandle handle;
  private final long offset;
  private final MemorySegment memory;
  private final @Nullable Lease lease;
  private final long leaseAt;

  /// The same memory, for any thread where it is a lease's.
  private MemorySegment reachable;

  /// Whether the kernel may have it: it is off the heap, and stays until [#end].
  private boolean direct;

  private @Nullable EngineFile file;

  /// By which a ring moves the file; negative where none does.
  private int descriptor = -1;

  private @Nullable Block block;
  private int index;
  private long done;
  private long requested;
  private long skipped;
  private @Nullable Throwable failure;

  /// The next one that is complete, in a list of such.
  @Nullable BatchTransfer following;

  /// A transfer from or to memory of any kind.
  BatchTransfer(TransferDirection direction, FileHandle handle, long offset, MemorySegment memory) {
    this(direction, handle, offset, memory, null, 0);
  }

  private BatchTransfer(
      TransferDirection direction,
      FileHandle handle,
      long offset,
      MemorySegment memory,
      @Nullable Lease lease,
      long leaseAt) {
    this.direction = direction;
    this.handle = handle;
    this.offset = offset;
    this.memory = memory;
    this.reachable = memory;
    this.lease = lease;
    this.leaseAt = leaseAt;
  }

  /// A transfer from or to a part of a lease, which is not closed before it has ended.
  static BatchTransfer of(
      TransferDirection direction,
      FileHandle handle,
      long offset,
      Lease lease,
      long at,
      long length) {
    MemorySegment memory = usable(lease.segment()).asSlice(at, length);
    return new BatchTransfer(direction, handle, offset, memory, lease, at);
  }

  /// A lease's segment says that it has ended, or is another thread's, to who touches it.
  private static MemorySegment usable(MemorySegment leased) {
    if (!leased.scope().isAlive()) {
      throw new IllegalStateException("the lease was closed or detached");
    }
    if (!leased.isAccessibleBy(Thread.currentThread())) {
      throw new WrongThreadException("the lease belongs to another thread");
    }
    return leased;
  }

  /// Whether the memory is no lease's, and belongs to a thread that may end it while others use it.
  boolean isConfined() {
    return lease == null && !memory.isAccessibleBy(Workers.STRANGER);
  }

  /// Whether the calling thread alone may touch the memory.
  boolean isBound() {
    return !reachable.isAccessibleBy(Workers.STRANGER);
  }

  TransferDirection direction() {
    return direction;
  }

  /// The file that it reads or writes.
  FileHandle handle() {
    return handle;
  }

  /// Whether all of it has been moved.
  boolean isMoved() {
    return failure == null && done == length();
  }

  /// Whether it was ever requested of a ring.
  boolean wasRequested() {
    return requested > 0;
  }

  /// Its place in the batch.
  int index() {
    return index;
  }

  /// Enters the file and pins the lease, so that neither ends before [#end].
  ///
  /// @param number its place in the batch
  /// @param here whether the calling thread waits for the end, so that memory confined to it stays
  /// @return whether that could be done; else the transfer has failed
  boolean begin(int number, boolean here) {
    index = number;
    try {
      handle.enter();
    } catch (IOException | RuntimeException e) {
      failure = e;
      return false;
    }
    try {
      EngineFile entered = handle.engineFile();
      descriptor = entered.ringDescriptor(); // whatever an engine throws, fails this one alone
      file = entered;
      if (lease == null) {
        boolean stays = here && isConfined() && Confinement.canLift();
        direct = memory.isNative() && (stays || memory.scope().equals(EVERLASTING));
        reachable = direct && stays ? Confinement.lift(memory) : memory;
      } else {
        reachable = lease.pin().asSlice(leaseAt, length());
        direct = reachable.isNative();
      }
      return true;
    } catch (RuntimeException | Error e) {
      file = null;
      handle.leave();
      failure = e;
      return false;
    }
  }

  /// Releases what [#begin] has taken; does nothing where it has failed.
  void end() {
    if (file != null) {
      file = null;
      releasePages();
      if (lease != null) {
        lease.unpin();
      }
      reachable = memory;
      handle.leave();
    }
  }

  /// How many bytes it moves.
  long length() {
    return memory.byteSize();
  }

  /// Why it has failed; null if it has not.
  @Nullable Throwable failure() {
    return failure;
  }

  void fail(Throwable reason) {
    failure = reason;
  }

  void cancel() {
    failure = new CancellationException("the batch was cancelled before this transfer began");
  }

  private EngineFile file() {
    EngineFile now = file;
    if (now == null) {
      throw new IllegalStateException("the transfer has not begun");
    }
    return now;
  }

  // ---- without waiting -------------------------------------------------------------------------

  /// Moves what takes no wait for a device.
  ///
  /// @return whether that was all
  boolean moveNow() {
    try {
      if (direction == TransferDirection.READ && direct) {
        done += file().readNow(offset + done, reachable, done, length() - done);
      } else if (direction == TransferDirection.READ) {
        copyNow();
        PageFaults.await(done);
      }
    } catch (IOException | RuntimeException | Error e) {
      failure = e;
    }
    return done == length() || failure != null;
  }

  /// To an array as the engine does it, else by memory of the pool: the target may end while the
  /// kernel writes to it.
  private void copyNow() throws IOException {
    Object array = memory.heapBase().orElse(null);
    if (array != null && isOfElements(array)) {
      done += file().tryReadNow(offset + done, array, memory.address() + done, length() - done);
    }
    if (done < length()) {
      copyPagesNow();
    }
  }

  private boolean isOfElements(Object array) {
    int bytes = ElementType.of(array.getClass()).bytes();
    return ((memory.address() | length()) & (bytes - 1)) == 0;
  }

  private void copyPagesNow() throws IOException {
    MemorySegment pages = pages();
    long n = 1;
    while (done < length() && n > 0) {
      n = file().readNow(offset + done, pages, 0, Math.min(MOST_COPIED, length() - done));
      MemorySegment.copy(pages, 0, reachable, done, n);
      done += n;
    }
    releasePages();
  }

  // ---- by requests -----------------------------------------------------------------------------

  /// Whether requests to a ring may move it.
  boolean isRequestable() {
    return descriptor >= 0
        && (direction == TransferDirection.READ || isPast())
        && Rings.areUsable();
  }

  /// Whether it is a copy to the page cache, which does not wait for a device as a rule.
  boolean isCopy() {
    return direction == TransferDirection.WRITE && file().alignment() == 1;
  }

  /// Whether a write goes past the page cache, entirely.
  private boolean isPast() {
    return file().alignment() > 1 && isAligned();
  }

  private boolean isAligned() {
    long mask = file().alignment() - 1L;
    return ((offset | length() | reachable.address()) & mask) == 0;
  }

  /// Prepares the next request; where that throws, none was prepared.
  ///
  /// @throws io.penstock.memory.PoolExhaustedException if there is no memory to copy by
  void request(Ring ring, long tag) {
    long left = length() - done;
    if (direct && isAligned()) {
      skipped = 0;
      requested = Math.min(left, MOST_REQUESTED);
      long address = reachable.address() + done;
      if (direction == TransferDirection.READ) {
        ring.read(descriptor, offset + done, address, (int) requested, tag);
      } else {
        ring.write(descriptor, offset + done, address, (int) requested, tag);
      }
      return;
    }
    long mask = file().alignment() - 1L;
    MemorySegment pages = pages();
    skipped = (offset + done) & mask;
    requested = (Math.min(left, MOST_COPIED) + skipped + mask) & ~mask;
    if (direction == TransferDirection.WRITE) {
      MemorySegment.copy(reachable, done, pages, 0, requested);
      PageFaults.await(requested);
      ring.write(descriptor, offset + done, pages.address(), (int) requested, tag);
    } else {
      ring.read(descriptor, offset + done - skipped, pages.address(), (int) requested, tag);
    }
  }

  private MemorySegment pages() {
    Block taken = block;
    if (taken == null) {
      long mask = file().alignment() - 1L;
      taken = BufferPool.shared().take(Math.min(length(), MOST_COPIED) + 2 * mask);
      block = taken;
    }
    return taken.memory();
  }

  private void releasePages() {
    Block taken = block;
    block = null;
    if (taken != null) {
      taken.release();
    }
  }

  /// Takes the result of the last request.
  ///
  /// @return whether all is moved; else another request or [#finish] is to follow
  boolean take(int result) {
    long moved = result - skipped;
    if (moved <= 0) {
      return false;
    }
    long n = Math.min(moved, length() - done);
    Block taken = block;
    if (taken != null && direction == TransferDirection.READ) {
      try {
        MemorySegment.copy(taken.memory(), skipped, reachable, done, n);
        PageFaults.await(n);
      } catch (RuntimeException | Error e) { // a mapping that was cut throws an error
        failure = e;
        return true;
      }
    }
    done += n;
    if (done == length()) {
      releasePages();
    }
    return done == length();
  }

  /// Whether a result says that the next request would bring more.
  boolean isFull(int result) {
    return result == requested;
  }

  // ---- by the engine ---------------------------------------------------------------------------

  /// Moves the rest by the engine, which may wait.
  void finish() {
    try {
      if (memory.isNative()) {
        transfer(reachable, done, length() - done);
        done = length();
      } else {
        finishByCopies();
      }
      PageFaults.await(done);
    } catch (IOException | RuntimeException | Error e) {
      failure = e;
    }
  }

  private void transfer(MemorySegment place, long at, long count) throws IOException {
    if (direction == TransferDirection.READ) {
      file().read(offset + done, place, at, count);
    } else {
      file().write(offset + done, place, at, count);
    }
  }

  private void finishByCopies() throws IOException {
    MemorySegment chunk = pages();
    while (done < length()) {
      long n = Math.min(length() - done, MOST_COPIED);
      if (direction == TransferDirection.WRITE) {
        MemorySegment.copy(reachable, done, chunk, 0, n);
      }
      transfer(chunk, 0, n);
      if (direction == TransferDirection.READ) {
        MemorySegment.copy(chunk, 0, reachable, done, n);
      }
      done += n;
    }
    releasePages();
  }
}
