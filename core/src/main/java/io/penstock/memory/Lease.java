package io.penstock.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

/// Memory of a pool that is the calling thread's until it is closed.
///
/// The segment dies with the lease: once [#close] or [#detach] has returned, every use of it, of
/// its slices and of its byte buffers throws an [IllegalStateException], whoever has the memory by
/// then. While it lives, it is accessible by the thread that leased it alone; others get a
/// [WrongThreadException]. A lease object is never used again for another lease.
///
/// | | by the owner | by another thread |
/// |---|---|---|
/// | use, close, detach | as below | [WrongThreadException] |
/// | use after close or detach | [IllegalStateException] | [IllegalStateException] or [WrongThreadException] |
/// | second close | [IllegalStateException] | [WrongThreadException] |
/// | close while pinned | [IllegalStateException], the lease lives on | [WrongThreadException] |
///
/// Memory on the heap ([Storage#heap()]) the JDK cannot bind to a lifetime: there all of this holds
/// for the lease itself and [#segment], but a segment or buffer that was kept still reaches the
/// memory when it is somebody else's. A strict pool ([StrictPool]) notices what is written so.
///
/// Where native access is denied, the memory of a lease lies in a nameless file that is mapped for
/// it: as safe, and some thousand times slower.
public final class Lease extends Pins implements AutoCloseable {
  private final Block block;
  private final Arena view = Arena.ofConfined();
  private final MemorySegment segment;
  private final Thread owner = Thread.currentThread();

  /// Takes over a block: if this fails, the block is released.
  Lease(Block block, long bytes) {
    try {
      MemorySegment memory = block.memory();
      if (!memory.isNative()) {
        this.block = block;
        this.segment = memory.asSlice(0, bytes);
      } else if (Confinement.canLift()) {
        this.block = block;
        this.segment = Confinement.rebound(memory, bytes, view);
      } else {
        MappedBlock mapped = MappedBlock.of(block, bytes);
        this.block = mapped;
        this.segment = mapped.view(bytes, view);
      }
    } catch (RuntimeException | Error e) {
      view.close();
      block.release();
      throw e;
    }
    if (this.block instanceof Watched watched) {
      watched.watch(view.scope());
    }
  }

  /// The memory: exactly as many bytes as were leased.
  ///
  /// @throws IllegalStateException for memory on the heap, if the lease was closed or detached
  /// @throws WrongThreadException for memory on the heap, if another thread leased it
  public MemorySegment segment() {
    if (!segment.isNative()) {
      requireOwner();
      requireOpen();
    }
    return segment;
  }

  /// Ends the calling thread's lease and keeps the memory for whoever attaches it.
  ///
  /// @throws IllegalStateException if the lease was closed or detached, or is pinned
  /// @throws WrongThreadException if another thread leased it
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
  /// @throws WrongThreadException if another thread leased it
  public MemorySegment pin() {
    requireOwner();
    addPin();
    return block.memory().asSlice(0, segment.byteSize());
  }

  /// Ends one [#pin]. May be called by any thread.
  ///
  /// @throws IllegalStateException if the lease is not pinned
  public void unpin() {
    removePin();
  }

  /// Gives the memory back.
  ///
  /// @throws IllegalStateException if the lease was closed or detached, or is pinned
  /// @throws WrongThreadException if another thread leased it
  @Override
  public void close() {
    finish();
    try {
      block.release();
    } finally {
      Reference.reachabilityFence(this); // not lost while it is released
    }
  }

  private void finish() {
    requireOwner();
    end();
    try {
      view.close();
    } catch (IllegalStateException e) {
      resume(); // a transfer of the JDK's has the memory
      throw e;
    }
  }

  @SuppressWarnings("ReferenceEquality") // a thread is itself alone
  private void requireOwner() {
    if (Thread.currentThread() != owner) {
      throw new WrongThreadException("the lease belongs to " + owner);
    }
  }

  /// A lease on its way to another thread. Nobody can use its memory meanwhile.
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
        return new Lease(block, bytes);
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
