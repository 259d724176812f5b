package io.penstock.mpi.message;

import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import java.lang.foreign.MemorySegment;

/// The incoming frames: receives that are started beforehand, and that MPI fills in their order.
///
/// A receive whose frame was read is started anew when there is time, not before the frame is
/// handled.
///
/// Belongs to the thread that has the endpoint's pump.
final class IncomingFrames {
  private static final int FRAMES = 32;
  private static final int MOST_OWED = FRAMES / 2;
  static final int FRAME_TAG = 0;

  private final MpiChannel channel;
  private final Block block;
  private final MemorySegment[] frames = new MemorySegment[FRAMES];
  private final MemorySegment[] requests = new MemorySegment[FRAMES];
  private int next;

  /// The receives before [#next] that are to be started.
  private int owed;

  IncomingFrames(MpiChannel channel, BufferPool pool) {
    this.channel = channel;
    long frameBytes = channel.frameBytes();
    this.block = pool.take(FRAMES * frameBytes);
    for (int i = 0; i < FRAMES; i++) {
      frames[i] = block.memory().asSlice(i * frameBytes, frameBytes);
      requests[i] = channel.takeRequest();
      channel.prepareReceiveAny(frames[i], FRAME_TAG, requests[i]);
      channel.start(requests[i]);
    }
  }

  /// Whether another frame has come: [#frame].
  boolean hasNext() {
    return channel.isDone(requests[next]);
  }

  MemorySegment frame() {
    return frames[next];
  }

  /// Leaves a frame that was read.
  void advance() {
    next = (next + 1) % FRAMES;
    owed++;
    if (owed == MOST_OWED) {
      makeRoom();
    }
  }

  /// Makes room for other frames in the places of those that were read.
  void makeRoom() {
    for (; owed > 0; owed--) {
      channel.start(requests[Math.floorMod(next - owed, FRAMES)]);
    }
  }

  /// Takes the receives back.
  void close() {
    makeRoom();
    for (int i = 0; i < FRAMES; i++) {
      channel.cancel(requests[i]);
    }
    block.release();
  }
}
