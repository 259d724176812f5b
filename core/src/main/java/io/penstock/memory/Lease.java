package io.penstock.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

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
public final class Lease implements AutoCloseable {
  private final Block block;
  private final Arena view = Arena.ofConfined();
  private final MemorySegment segment;
  private int pins;

  Lease(Block block, long bytes) {
    this.block = block;
    this.segment = view(block.memory(), bytes);
  }

  @SuppressWarnings("restricted")
  private MemorySegment view(MemorySegment memory, long bytes) {
    return memory.asSlice(0, bytes).reinterpret(view, null);
  }

  /// The memory: exactly as many bytes as were leased.
  public MemorySegment segment() {
    return segment;
  }

  /// Ends the calling thread's lease and keeps the memory for whoever attaches it.
  ///
  /// @throws IllegalStateException if the lease was closed or detached, or is pinned
  /// @throws WrongThreadException if another thread leased it
  public Detached detach() {
    requireUnpinned();
    view.close();
    return new Detached(block, segment.byteSize());
  }

  /// Keeps the memory from being given back while the kernel, native code or another thread uses
  /// it. [#unpin] as many times as this was called.
  ///
  /// @return the memory, accessible by any thread, until the last [#unpin]
  /// @throws IllegalStateException if the lease was closed or detached
  public synchronized MemorySegment pin() {
    requireOpen();
    pins++;
    return block.memory().asSlice(0, segment.byteSize());
  }

  /// Ends one [#pin]. May be called by any thread.
  ///
  /// @throws IllegalStateException if the lease is not pinned
  public synchronized void unpin() {
    if (pins == 0) {
      throw new IllegalStateException("the lease is not pinned");
    }
    pins--;
  }

  private void requireOpen() {
    if (!segment.scope().isAlive()) {
      throw new IllegalStateException("the lease was closed or detached");
    }
  }

  private synchronized void requireUnpinned() {
    if (pins > 0) {
      throw new IllegalStateException("the lease is pinned " + pins + " times: memory in use");
    }
  }

  /// Gives the memory back.
  ///
  /// @throws IllegalStateException if the lease was closed or detached, or is pinned
  /// @throws WrongThreadException if another thread leased it
  @Override
  public void close() {
    requireUnpinned();
    view.close();
    block.release();
  }

  /// A lease on its way to another thread. Nobody can use its memory meanwhile.
  ///
  /// Safe for any thread; whoever comes first, attaches or closes it.
  public static final class Detached implements AutoCloseable {
    private final Block block;
    private final long bytes;

    private Detached(Block block, long bytes) {
      this.block = block;
      this.bytes = bytes;
    }

    /// Makes the memory the calling thread's, with the contents that it had.
    ///
    /// @throws IllegalStateException if it was attached or closed before
    public Lease attach() {
      return new Lease(block, bytes);
    }

    /// Gives the memory back without attaching it.
    ///
    /// @throws IllegalStateException if it was attached or closed before
    @Override
    public void close() {
      block.release();
    }
  }
}
