package io.penstock.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

/// Memory of a pool, lent until the lease is closed.
///
/// A lease is confined or shared. A confined one ([BufferPool#lease]) belongs to the thread that
/// leased it: no other thread may use or close it. A shared one ([BufferPool#leaseShared]) may be
/// used, closed, detached and pinned by any thread, as what other threads read into needs it; to
/// close it costs some microseconds more, because all threads have to learn of it.
///
/// The segment dies with the lease: once [#close] or [#detach] has returned, every use of it, of
/// its slices and of its byte buffers throws an [IllegalStateException], whoever has the memory by
/// then. Close a lease once: a second close is an error, since whoever closes twice is mistaken
/// about who owns the memory. Of several threads that close a shared lease at once, one succeeds. A
/// lease object is never used again for another lease, so that an error harms nobody else.
///
/// | | by the owner, or by any thread where shared | by another thread where confined |
/// |---|---|---|
/// | use, close, detach, pin | as below | [WrongThreadException] |
/// | use after close or detach | [IllegalStateException] | [IllegalStateException] or [WrongThreadException] |
/// | second close, close after detach | [IllegalStateException] | [WrongThreadException] |
/// | close while pinned, or while a channel moves its bytes | [IllegalStateException], the lease lives on | [WrongThreadException] |
///
/// A byte buffer over confined memory is confined too. Channels that leave the transfer to another
/// thread do not all say so: the JDK's [java.nio.channels.AsynchronousFileChannel] loses the
/// exception and never answers. Give them a shared lease, and keep it open until the answer.
///
/// Memory on the heap ([Storage#heap()]) the JDK cannot bind to a lifetime: there all of this holds
/// for the lease itself and [#segment], but a segment or buffer that was kept still reaches the
/// memory when it is somebody else's. A strict pool ([StrictPool]) notices what is written so.
///
/// Where native access is denied, the memory of a lease lies in a nameless file that is mapped for
/// it: as safe, and some thousand times slower.
public final class Lease extends Pins implements AutoCloseable {
  /// Stands for the owner of a shared lease.
  private static final Thread ANYONE = Confinement.STRANGER;

  private final Block block;
  private final Arena view;
  private final MemorySegment segment;
  private final Thread owner;

  /// Takes over a block for the calling thread: if this fails, the block is released.
  static Lease confined(Block block, long bytes) {
    return new Lease(block, bytes, Arena.ofConfined(), Thread.currentThread());
  }

  /// Takes over a block for any thread: if this fails, the block is released.
  static Lease shared(Block block, long bytes) {
    return new Lease(block, bytes, Arena.ofShared(), ANYONE);
  }

  private Lease(Block block, long bytes, Arena view, Thread owner) {
    this.view = view;
    this.owner = owner;
    Block held = block;
    try {
      MemorySegment memory = block.memory();
      if (!memory.isNative()) {
        this.segment = memory.asSlice(0, bytes);
      } else if (Rebinding.ALLOWED) {
        this.segment = Rebinding.rebound(memory, bytes, view);
      } else {
        MappedBlock mapped = MappedBlock.of(block, bytes);
        held = mapped;
        this.segment = mapped.view(bytes, view);
      }
    } catch (RuntimeException | Error e) {
      view.close();
      held.release();
      throw e;
    }
    this.block = held;
    if (this.block instanceof Watched watched) {
      watched.watch(view.scope());
    }
  }

  /// The memory: exactly as many bytes as were leased.
  ///
  /// @throws IllegalStateException for memory on the heap, if the lease was closed or detached
  /// @throws WrongThreadException for memory on the heap, if it is another thread's
  public MemorySegment segment() {
    if (!segment.isNative()) {
      requireOwner();
      requireOpen();
    }
    return segment;
  }

  /// Ends the lease and keeps the memory for whoever attaches it.
  ///
  /// @throws IllegalStateException if the lease was closed or detached, is pinned, or a channel
  ///   moves its bytes at this moment
  /// @throws WrongThreadException if the lease is another thread's
  public Detached detach() {
    finish();
    try {
      return new Detached(block, segment.byteSize());
    } finally {
      Reference.reachabilityFence(this); // not lost before the other one is watched
    }
  }

  /// Keeps the memory from being given back while the kernel, native code or another thread uses
  /// it. [#unpin] as many times as this was called.
  ///
  /// @return the memory, accessible by any thread, until the last [#unpin]
  /// @throws IllegalStateException if the lease was closed or detached
  /// @throws WrongThreadException if the lease is another thread's
  public MemorySegment pin() {
    requireOwner();
    if (isShared()) {
      pinShared();
    } else {
      addPin();
    }
    return block.memory().asSlice(0, segment.byteSize());
  }

  private synchronized void pinShared() {
    addPin();
  }

  /// Ends one [#pin]. May be called by any thread.
  ///
  /// @throws IllegalStateException if the lease is not pinned
  public void unpin() {
    removePin();
  }

  /// Gives the memory back.
  ///
  /// @throws IllegalStateException if the lease was closed or detached before; or if it is pinned,
  ///   or a channel moves its bytes at this moment, and then it stays open
  /// @throws WrongThreadException if the lease is another thread's
  @Override
  public void close() {
    finish();
    try {
      block.release();
    } finally {
      Reference.reachabilityFence(this); // not lost while it is released
    }
  }

  /// What this is, in one line, for any thread.
  @Override
  public String toString() {
    String whose = isShared() ? "shared" : "confined to " + owner;
    return "lease of " + segment.byteSize() + " bytes, " + (hasEnded() ? "closed" : whose);
  }

  private void finish() {
    requireOwner();
    if (isShared()) {
      finishShared();
    } else {
      finishAlone();
    }
  }

  /// Threads pin and end one after the other: none sees an end that is taken back.
  private synchronized void finishShared() {
    finishAlone();
  }

  private void finishAlone() {
    end();
    try {
      view.close();
    } catch (IllegalStateException e) {
      resume(); // a transfer of the JDK's has the memory
      throw e;
    }
  }

  @SuppressWarnings("ReferenceEquality") // a thread is itself alone
  private boolean isShared() {
    return owner == ANYONE;
  }

  @SuppressWarnings("ReferenceEquality") // a thread is itself alone
  private void requireOwner() {
    if (Thread.currentThread() != owner && owner != ANYONE) {
      throw new WrongThreadException("the lease belongs to " + owner);
    }
  }

  /// A lease on its way to another thread, or from confined to shared. Nobody can use its memory
  /// meanwhile.
  ///
  /// Safe for any thread; whoever comes first, attaches or closes it.
  public static final class Detached extends Pins implements AutoCloseable {
    private static final String LATE = "the lease was attached or closed before";

    private final Block block;
    private final long bytes;

    private Detached(Block block, long bytes) {
      this.block = block;
      this.bytes = bytes;
      if (block instanceof Watched watched) {
        watched.watch(this);
      }
    }

    /// Makes the memory the calling thread's, with the contents that it had.
    ///
    /// @throws IllegalStateException if it was attached or closed before
    public Lease attach() {
      claim(LATE);
      try {
        return confined(block, bytes);
      } finally {
        Reference.reachabilityFence(this);
      }
    }

    /// Makes the memory that of all threads, with the contents that it had.
    ///
    /// @throws IllegalStateException if it was attached or closed before
    public Lease attachShared() {
      claim(LATE);
      try {
        return shared(block, bytes);
      } finally {
        Reference.reachabilityFence(this);
      }
    }

    /// Gives the memory back without attaching it.
    ///
    /// @throws IllegalStateException if it was attached or closed before
    @Override
    public void close() {
      claim(LATE);
      try {
        block.release();
      } finally {
        Reference.reachabilityFence(this);
      }
    }
  }

  /// A block whose user may be lost.
  interface Watched {
    /// Names what its user reaches the memory by, in place of what was named before. Once that is
    /// unreachable, nobody can release the block any more.
    void watch(Object holder);
  }
}
