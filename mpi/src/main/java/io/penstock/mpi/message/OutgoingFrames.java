package io.penstock.mpi.message;

import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.memory.PoolExhaustedException;
import io.penstock.message.MessageKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/// The outgoing frames, in order to each rank. Each lies in memory of its own until MPI has sent
/// it.
///
/// Up to 64 posts with room for the longest frame are kept and reused; further frames get as much
/// memory as they need, which is given back. MPI, which keeps memory for each operation too, gets
/// no more than 128 frames for a rank at a time.
///
/// Belongs to the thread that has the endpoint's pump.
final class OutgoingFrames {
  /// The most posts that are kept.
  private static final int MOST_KEPT = 64;

  /// The most frames for one rank that MPI has at a time.
  private static final int MOST_UNDERWAY = 128;

  /// The most ranks that are looked at in one go.
  private static final int LOOKS = 32;

  private final MpiChannel channel;
  private final BufferPool pool;
  private final Queue[] queues;
  private final List<Queue> busy = new ArrayList<>();
  private final ArrayDeque<Post> spares = new ArrayDeque<>();
  private int kept;
  private int nextLook;

  OutgoingFrames(MpiChannel channel, BufferPool pool) {
    this.channel = channel;
    this.pool = pool;
    this.queues = new Queue[channel.size()];
    for (int rank = 0; rank < queues.length; rank++) {
      queues[rank] = new Queue(rank);
    }
  }

  /// Sends a frame without a payload.
  void control(int rank, MpiFrame.Type type, int tag, long number) {
    Post post = next(MpiFrame.HEADER);
    MpiFrame.put(post.frame, type, MessageKind.BYTES, channel.rank(), 0, tag, 0, number);
    send(post, MpiFrame.HEADER, rank);
  }

  /// Room for a frame of so many bytes, to be filled and sent.
  Post next(long bytes) {
    if (spares.isEmpty()) {
      progress();
    }
    Post spare = spares.pollFirst();
    if (spare != null) {
      return spare;
    }
    if (kept == MOST_KEPT) {
      return new Post(pool.take(Post.REQUEST_BYTES + bytes), false);
    }
    Post post = new Post(pool.take(Post.REQUEST_BYTES + channel.frameBytes()), true);
    kept++;
    return post;
  }

  /// The same for a frame that must go out where the pool has no memory left.
  Post lastNext(long bytes) {
    try {
      return next(bytes);
    } catch (PoolExhaustedException e) {
      return new Post(new CollectedBlock(Post.REQUEST_BYTES + bytes), false);
    }
  }

  void send(Post post, long bytes, int rank) {
    post.bytes = bytes;
    Queue queue = queues[rank];
    if (queue.isEmpty()) {
      busy.add(queue);
    }
    queue.add(post);
  }

  /// Gives back room that was not used.
  void drop(Post post) {
    if (post.kept) {
      spares.addFirst(post);
    } else {
      post.block.release();
    }
  }

  /// Finds out which frames MPI has sent, and gives it more.
  ///
  /// @return whether there was anything
  boolean progress() {
    boolean moved = false;
    for (int look = Math.min(LOOKS, busy.size()); look > 0; look--) {
      nextLook = nextLook < busy.size() ? nextLook : 0;
      Queue queue = busy.get(nextLook);
      moved |= queue.progress();
      if (queue.isEmpty()) {
        Queue last = busy.removeLast();
        if (last != queue) {
          busy.set(nextLook, last);
        }
      } else {
        nextLook++;
      }
    }
    return moved;
  }

  boolean isEmpty() {
    return busy.isEmpty();
  }

  void close() {
    spares.forEach(post -> post.block.release());
    spares.clear();
  }

  /// Frames for one rank.
  private final class Queue {
    private final int rank;
    private final ArrayDeque<Post> sent = new ArrayDeque<>(2);
    private final ArrayDeque<Post> waiting = new ArrayDeque<>(2);

    Queue(int rank) {
      this.rank = rank;
    }

    boolean isEmpty() {
      return sent.isEmpty() && waiting.isEmpty();
    }

    void add(Post post) {
      waiting.addLast(post);
      start();
    }

    private void start() {
      while (sent.size() < MOST_UNDERWAY && !waiting.isEmpty()) {
        Post post = waiting.pollFirst();
        channel.send(post.frame, post.bytes, rank, IncomingFrames.FRAME_TAG, post.request);
        sent.addLast(post);
      }
    }

    boolean progress() {
      boolean moved = false;
      while (!sent.isEmpty() && channel.isDone(sent.peekFirst().request)) {
        drop(sent.pollFirst());
        moved = true;
      }
      start();
      return moved;
    }
  }

  /// A block of no pool, which the collector takes back.
  private record CollectedBlock(MemorySegment memory) implements Block {
    CollectedBlock(long bytes) {
      this(Arena.ofAuto().allocate(bytes, Long.BYTES));
    }

    @Override
    public ByteBuffer buffer() {
      return memory.asByteBuffer();
    }

    @Override
    public void release() {}
  }

  /// Room for a frame, and for MPI's request in front of it.
  static final class Post {
    private static final long REQUEST_BYTES = Long.BYTES;

    private final Block block;
    private final boolean kept;
    private final MemorySegment request;
    private final MemorySegment frame;
    private long bytes;

    private Post(Block block, boolean kept) {
      this.block = block;
      this.kept = kept;
      this.request = block.memory().asSlice(0, REQUEST_BYTES);
      this.frame = block.memory().asSlice(REQUEST_BYTES);
    }

    MemorySegment frame() {
      return frame;
    }
  }
}
