package io.penstock.message.ranks;

import io.penstock.message.SharedWindow;
import io.penstock.message.Shares;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;

/// Memory that ranks share, with a communicator of its own.
final class RankSharedWindow implements SharedWindow {
  private final RankCommunicator ranks;
  private final Arena arena;
  private final MemorySegment memory;
  private final Shares parts;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Runnable left = this::leave;

  /// @param arena whose end is the window's
  RankSharedWindow(RankCommunicator ranks, Arena arena, MemorySegment memory, Shares parts) {
    this.ranks = ranks;
    this.arena = arena;
    this.memory = memory;
    this.parts = parts;
  }

  void open() {
    ranks.world().atEnd(left);
  }

  @Override
  public MemorySegment memory() {
    return memory;
  }

  @Override
  public MemorySegment part(int rank) {
    int _ = ranks.pointToPoint().members().inWorld(rank);
    return memory.asSlice(parts.displacement(rank), parts.count(rank));
  }

  @Override
  public void fence() {
    if (closed.get()) {
      throw new IllegalStateException("the shared window was closed");
    }
    VarHandle.fullFence();
    barrier(CollectiveOperation.FENCE);
    VarHandle.fullFence();
  }

  private void barrier(CollectiveOperation operation) {
    ranks.run(CollectiveCall.of(operation, 0, call -> () -> new DataMovement(call).barrier()));
  }

  @Override
  public void sync() {
    VarHandle.fullFence();
  }

  @Override
  public String toString() {
    return "shared window of " + ranks;
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      ranks.world().forget(left);
      try {
        barrier(CollectiveOperation.CLOSE_WINDOW);
        ranks.close();
      } finally {
        arena.close();
      }
    }
  }

  /// This rank leaves the job.
  private void leave() {
    if (closed.compareAndSet(false, true)) {
      arena.close();
    }
  }
}
