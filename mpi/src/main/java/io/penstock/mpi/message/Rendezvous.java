package io.penstock.mpi.message;

import io.penstock.memory.BufferPool;
import io.penstock.message.match.Transfer;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The data transfer of a rendezvous: a payload between two ranks, in fragments that follow each
/// other under one tag. Belongs to the thread that has the endpoint's pump.
///
/// The last fragment of a send is done only when its receive has begun, and with it those of all
/// others: its tag is free for other payloads then, and MPI keeps no payload at a receiver that
/// never receives it.
final class Rendezvous {
  /// The most fragments that are under way at a time.
  private static final int WINDOW = 4;

  private final MpiChannel channel;
  private final boolean outgoing;
  private final int peer;
  private final Announcement announcement;

  /// Null where the receiver refused the payload and must drain it, because its sender cannot take
  /// it back.
  private final @Nullable Transfer transfer;

  private final Fragments fragments;
  private final MemorySegment[] requests;
  private long started;
  private long finished;

  private Rendezvous(
      MpiChannel channel,
      BufferPool pool,
      boolean outgoing,
      int peer,
      Announcement announcement,
      @Nullable Transfer transfer) {
    this.channel = channel;
    this.outgoing = outgoing;
    this.peer = peer;
    this.announcement = announcement;
    this.transfer = transfer;
    this.fragments = new Fragments(transfer == null ? null : transfer.payload(), pool, WINDOW);
    this.requests = new MemorySegment[(int) Math.min(WINDOW, announcement.fragments())];
    Arrays.setAll(requests, _ -> channel.takeRequest());
  }

  /// The payload of a send.
  static Rendezvous send(
      MpiChannel channel, BufferPool pool, Transfer send, Announcement announcement) {
    return new Rendezvous(channel, pool, true, send.peer(), announcement, send);
  }

  /// The payload of a receive that has admitted the message; null for one that is drained.
  static Rendezvous receive(
      MpiChannel channel,
      BufferPool pool,
      @Nullable Transfer receive,
      int source,
      Announcement announcement) {
    return new Rendezvous(channel, pool, false, source, announcement, receive);
  }

  int peer() {
    return peer;
  }

  /// Whether this rank sends the payload.
  boolean isOutgoing() {
    return outgoing;
  }

  /// The tag of all fragments.
  int tag() {
    return announcement.tag();
  }

  /// Starts and finishes fragments as far as possible.
  ///
  /// @return whether there were any
  boolean progress() {
    long before = started + finished;
    while (finished < started && channel.isDone(request(finished))) {
      finish(finished);
      finished++;
    }
    while (started < announcement.fragments() && started - finished < WINDOW) {
      start(started);
      started++;
    }
    return started + finished > before;
  }

  boolean isDone() {
    return finished == announcement.fragments();
  }

  private static int slot(long fragment) {
    return (int) (fragment % WINDOW);
  }

  private MemorySegment request(long fragment) {
    return requests[slot(fragment)];
  }

  private void start(long fragment) {
    int slot = slot(fragment);
    long at = announcement.start(fragment);
    long length = announcement.length(fragment);
    if (!outgoing) {
      MemorySegment room = fragments.incoming(slot, at, length);
      channel.receive(room, length, peer, tag(), requests[slot]);
    } else if (fragment == announcement.fragments() - 1) {
      MemorySegment data = fragments.outgoing(slot, at, length);
      channel.synchronousSend(data, length, peer, tag(), requests[slot]);
    } else {
      MemorySegment data = fragments.outgoing(slot, at, length);
      channel.send(data, length, peer, tag(), requests[slot]);
    }
  }

  private void finish(long fragment) {
    int slot = slot(fragment);
    try {
      if (!outgoing) {
        fragments.bring(slot, announcement.start(fragment), announcement.length(fragment));
      }
    } catch (RuntimeException | InternalError e) { // the rest comes nonetheless
      if (transfer != null) {
        transfer.spoil(Transfer.inaccessible(e));
      }
    } finally {
      fragments.release(slot);
    }
  }

  /// Ends the transfer: all fragments have travelled.
  void end() {
    for (MemorySegment request : requests) {
      channel.giveRequest(request);
    }
    if (transfer == null) {
      return;
    }
    if (outgoing || transfer.isSpoilt()) {
      transfer.end();
    } else {
      transfer.arrived();
    }
  }

  /// The receiver leaves without receiving the payload.
  void refused(RuntimeException why) {
    if (transfer != null) {
      transfer.spoil(why);
    }
  }

  // ---- when the job has failed -----------------------------------------------------------------

  /// Has MPI leave the memory of the fragments that travel. A send cannot be taken back in all
  /// libraries.
  void takeBack() {
    for (long fragment = finished; !outgoing && fragment < started; fragment++) {
      if (!channel.isDone(request(fragment))) {
        channel.takeBack(request(fragment));
      }
    }
  }

  /// Finds out whether MPI has left the memory of all fragments.
  boolean isLeft() {
    for (; finished < started && channel.isDone(request(finished)); finished++) {
      fragments.release(slot(finished));
    }
    return hasNothingUnderWay();
  }

  /// Whether MPI was found to have left the memory of all fragments.
  boolean hasNothingUnderWay() {
    return finished == started;
  }

  /// Ends the transfer without the fragments that have not travelled.
  void abandon(RuntimeException why) {
    if (transfer != null) {
      transfer.end(why);
    }
  }
}
