package io.penstock.mpi.message;

import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;

/// Frames that go out. Each lies in memory of its own until MPI has sent it.
///
/// Belongs to the thread that has the endpoint's pump.
final class Outbox {
  private final Lane lane;
  private final BufferPool pool;
  private final ArrayDeque<Post> sent = new ArrayDeque<>();
  private final ArrayDeque<Post> spares = new ArrayDeque<>();

  Outbox(Lane lane, BufferPool pool) {
    this.lane = lane;
    this.pool = pool;
  }

  /// Room for a frame, to be filled and sent.
  Post next() {
    if (spares.isEmpty()) {
      progress();
    }
    Post spare = spares.pollFirst();
    return spare != null ? spare : new Post(pool.take(lane.frameBytes()), lane.takeRequest());
  }

  void send(Post post, long bytes, int rank) {
    lane.send(post.frame(), bytes, rank, Inbox.FRAME_TAG, post.request());
    sent.addLast(post);
  }

  /// Gives back room that was not used.
  void drop(Post post) {
    spares.addFirst(post);
  }

  /// Finds out what MPI has sent.
  ///
  /// @return whether there was anything
  boolean progress() {
    boolean moved = false;
    while (!sent.isEmpty() && lane.isDone(sent.peekFirst().request())) {
      spares.addFirst(sent.pollFirst());
      moved = true;
    }
    return moved;
  }

  boolean isEmpty() {
    return sent.isEmpty();
  }

  void close() {
    spares.forEach(post -> post.block().release());
    spares.clear();
  }

  /// Room for a frame.
  record Post(Block block, MemorySegment frame, MemorySegment request) {
    Post(Block block, MemorySegment request) {
      this(block, block.memory(), request);
    }
  }
}
