package io.penstock.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;

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
  private static final int ENDED = -1;
  private static final VarHandle PINS;

  static {
    try {
      PINS = MethodHandles.lookup().findVarHandle(Lease.class, "pins", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Block block;
  private final Arena view = Arena.ofConfined();
  private final MemorySegment segment;
  private final Thread owner = Thread.currentThread();

  /// How many pins there are, or [#ENDED].
  private volatile int pins;

  Lease(Block block, long bytes) {
    this.block = block;
    this.segment = view(block.memory(), bytes);
  }

  @SuppressWarnings("restricted")
  private MemorySegment view(MemorySegment memory, long bytes) {
    return memory.reinterpret(bytes, view, null);
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
    end();
    return new Detached(block, segment.byteSize());
  }

  /// Keeps the memory from being given back while the kernel, native code or another thread uses
  /// it. [#unpin] as many times as this was called.
  ///
  /// @return the memory, accessible by any thread, until the last [#unpin]
  /// @throws IllegalStateException if the lease was closed or detached
  public MemorySegment pin() {
    int count;
    do {
      count = pins;
      if (count == ENDED) {
        throw new IllegalStateException("the lease was closed or detached");
      }
    } while (!PINS.compareAndSet(this, count, Math.incrementExact(count)));
    return block.memory().asSlice(0, segment.byteSize());
  }

  /// Ends one [#pin]. May be called by any thread.
  ///
  /// @throws IllegalStateException if the lease is not pinned
  public void unpin() {
    int count;
    do {
      count = pins;
      if (count <= 0) {
        throw new IllegalStateException("the lease is not pinned");
      }
    } while (!PINS.compareAndSet(this, count, count - 1));
  }

  /// Gives the memory back.
  ///
  /// @throws IllegalStateException if the lease was closed or detached, or is pinned
  /// @throws WrongThreadException if another thread leased it
  @Override
  public void close() {
    end();
    block.release();
  }

  private void end() {
    if (!owner.equals(Thread.currentThread())) {
      throw new WrongThreadException("the lease belongs to " + owner);
    }
    if (!PINS.compareAndSet(this, 0, ENDED)) {
      throw refusal(pins);
    }
    try {
      view.close();
    } catch (IllegalStateException e) {
      pins = 0;
      throw e;
    }
  }

  private static IllegalStateException refusal(int pins) {
    return new IllegalStateException(
        pins == ENDED
            ? "the lease was closed or detached before"
            : "the lease is pinned " + pins + " times: its memory is in use");
  }

  /// A lease on its way to another thread. Nobody can use its memory meanwhile.
  ///
  /// Safe for any thread; whoever comes first, attaches or closes it.
  public static final class Detached implements AutoCloseable {
    private final Block block;
    private final long bytes;
    private final AtomicBoolean claimed = new AtomicBoolean();

    private Detached(Block block, long bytes) {
      this.block = block;
      this.bytes = bytes;
    }

    /// Makes the memory the calling thread's, with the contents that it had.
    ///
    /// @throws IllegalStateException if it was attached or closed before
    public Lease attach() {
      claim();
      return new Lease(block, bytes);
    }

    /// Gives the memory back without attaching it.
    ///
    /// @throws IllegalStateException if it was attached or closed before
    @Override
    public void close() {
      claim();
      block.release();
    }

    private void claim() {
      if (!claimed.compareAndSet(false, true)) {
        throw new IllegalStateException("the lease was attached or closed before");
      }
    }
  }
}
