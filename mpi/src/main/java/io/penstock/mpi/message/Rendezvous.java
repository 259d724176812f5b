package io.penstock.mpi.message;

import io.penstock.memory.BufferPool;
import io.penstock.message.match.Transfer;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// The data transfer of a rendezvous: a payload between two ranks, in fragments that follow each
/// other under one tag. Belongs to the thread that has the endpoint's pump.
abstract class Rendezvous {
  /// How many fragments are under way at a time.
  static final int WINDOW = 4;

  private final MpiChannel channel;
  private final int peer;
  private final Announcement announcement;
  private final MemorySegment[] requests;
  private long started;
  private long finished;

  Rendezvous(MpiChannel channel, int peer, Announcement announcement) {
    this.channel = channel;
    this.peer = peer;
    this.announcement = announcement;
    this.requests = new MemorySegment[(int) Math.min(WINDOW, announcement.fragments())];
    Arrays.setAll(requests, _ -> channel.takeRequest());
  }

  final MpiChannel channel() {
    return channel;
  }

  final int peer() {
    return peer;
  }

  /// Of all fragments.
  final int tag() {
    return announcement.tag();
  }

  /// Starts and finishes what fragments can be.
  ///
  /// @return whether there were any
  final boolean progress() {
    long before = started + finished;
    while (finished < started && channel.isDone(request(finished))) {
      finish(slot(finished), announcement.start(finished), announcement.length(finished));
      finished++;
    }
    while (started < announcement.fragments() && started - finished < WINDOW) {
      boolean last = started == announcement.fragments() - 1;
      start(
          slot(started),
          announcement.start(started),
          announcement.length(started),
          last,
          request(started));
      started++;
    }
    return started + finished > before;
  }

  final boolean isDone() {
    return finished == announcement.fragments();
  }

  private static int slot(long fragment) {
    return (int) (fragment % WINDOW);
  }

  private MemorySegment request(long fragment) {
    return requests[slot(fragment)];
  }

  /// Has a fragment travel.
  abstract void start(int slot, long at, long length, boolean last, MemorySegment request);

  /// A fragment has travelled.
  abstract void finish(int slot, long at, long length);

  /// All fragments have travelled.
  void end() {
    for (MemorySegment request : requests) {
      channel.giveRequest(request);
    }
  }

  /// The job has failed: MPI is to leave the memory of the fragments that travel.
  final void takeBack() {
    for (long fragment = finished; fragment < started; fragment++) {
      if (!channel.isDone(request(fragment))) {
        takeBack(request(fragment));
      }
    }
  }

  /// Has MPI leave the memory of a fragment, where it can.
  abstract void takeBack(MemorySegment request);

  /// Finds out whether MPI has left the memory of all fragments.
  final boolean isLeft() {
    for (; finished < started && channel.isDone(request(finished)); finished++) {
      release(slot(finished));
    }
    return hasNothingUnderWay();
  }

  /// Whether MPI was found to have left the memory of all fragments.
  final boolean hasNothingUnderWay() {
    return finished == started;
  }

  /// MPI has left the memory of a fragment.
  abstract void release(int slot);

  /// The job has failed: no more will travel.
  abstract void abandon(RuntimeException why);

  /// Whether it goes from here under a tag.
  boolean isOutgoing(long under) {
    return false;
  }

  /// The receiver leaves without receiving it.
  void refused(RuntimeException why) {}

  /// The payload of a send, in one or several fragments.
  ///
  /// The last fragment is done only when its receive has begun, and with it those of all others:
  /// its tag is free for other payloads then, and what nobody receives is not kept by MPI at the
  /// receiver.
  static final class Send extends Rendezvous {
    private final Transfer send;
    private final Fragments fragments;

    Send(MpiChannel channel, BufferPool pool, Transfer send, Announcement announcement) {
      super(channel, send.peer(), announcement);
      this.send = send;
      this.fragments = new Fragments(send.payload(), pool);
    }

    @Override
    void start(int slot, long at, long length, boolean last, MemorySegment request) {
      MemorySegment data = fragments.outgoing(slot, at, length);
      if (last) {
        channel().synchronousSend(data, length, peer(), tag(), request);
      } else {
        channel().send(data, length, peer(), tag(), request);
      }
    }

    @Override
    void finish(int slot, long at, long length) {
      fragments.release(slot);
    }

    @Override
    boolean isOutgoing(long under) {
      return tag() == under;
    }

    // A send cannot be taken back in all libraries.
    @Override
    void takeBack(MemorySegment request) {}

    @Override
    void release(int slot) {
      fragments.release(slot);
    }

    @Override
    void refused(RuntimeException why) {
      send.spoil(why);
    }

    @Override
    void end() {
      super.end();
      send.end();
    }

    @Override
    void abandon(RuntimeException why) {
      send.end(why);
    }
  }

  /// The matched payload of a receive.
  static final class Receive extends Rendezvous {
    private final Transfer receive;
    private final Fragments fragments;

    /// @param receive has admitted the message
    Receive(
        MpiChannel channel,
        BufferPool pool,
        Transfer receive,
        int source,
        Announcement announcement) {
      super(channel, source, announcement);
      this.receive = receive;
      this.fragments = new Fragments(receive.payload(), pool);
    }

    @Override
    void start(int slot, long at, long length, boolean last, MemorySegment request) {
      channel().receive(fragments.incoming(slot, at, length), length, peer(), tag(), request);
    }

    @Override
    void finish(int slot, long at, long length) {
      try {
        fragments.bring(slot, at, length);
      } catch (RuntimeException e) { // the rest comes nonetheless
        receive.spoil(e);
      } finally {
        fragments.release(slot);
      }
    }

    @Override
    void end() {
      super.end();
      if (receive.isSpoilt()) {
        receive.end();
      } else {
        receive.arrived();
      }
    }

    @Override
    void takeBack(MemorySegment request) {
      channel().takeBack(request);
    }

    @Override
    void release(int slot) {
      fragments.release(slot);
    }

    @Override
    void abandon(RuntimeException why) {
      receive.end(why);
    }
  }

  /// A payload that the receiver refused and must drain, since its sender cannot take it back.
  static final class Drain extends Rendezvous {
    private final Blocks blocks;

    Drain(MpiChannel channel, BufferPool pool, int source, Announcement announcement) {
      super(channel, source, announcement);
      this.blocks = new Blocks(pool, WINDOW);
    }

    @Override
    void start(int slot, long at, long length, boolean last, MemorySegment request) {
      channel().receive(blocks.take(slot, length), length, peer(), tag(), request);
    }

    @Override
    void finish(int slot, long at, long length) {
      blocks.release(slot);
    }

    @Override
    void takeBack(MemorySegment request) {
      channel().takeBack(request);
    }

    @Override
    void release(int slot) {
      blocks.release(slot);
    }

    @Override
    void abandon(RuntimeException why) {}
  }
}
