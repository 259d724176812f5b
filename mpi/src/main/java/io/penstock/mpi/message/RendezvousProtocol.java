package io.penstock.mpi.message;

import io.penstock.memory.BufferPool;
import io.penstock.message.MessageException;
import io.penstock.message.match.ProtocolException;
import io.penstock.message.match.Transfer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/// The rendezvous protocol of a rank: which announced payloads travel, and under which tags.
///
/// A payload follows its announcement at once in messages of its own, which MPI holds back until
/// they are asked for, and then moves from memory to memory. Beyond 64 such payloads that no
/// receive has met, the next are held at their sender until their receiver asks for them: MPI looks
/// through all that it holds back, and has 32,767 tags.
///
/// Belongs to the thread that has the endpoint's pump.
final class RendezvousProtocol {
  private static final long LEAVE_NANOS = 1_000_000_000;

  /// The most payloads that travel before they are asked for. They have the first tags.
  private static final int MOST_PUSHED = 64;

  /// The most payloads that were asked for and are on their way here. They have the next tags.
  private static final int MOST_PULLED = 64;

  /// Keeps memory that MPI has not left from being freed by the collector.
  private static final Collection<Rendezvous> NEVER_LEFT = new ConcurrentLinkedQueue<>();

  private final MpiChannel channel;
  private final BufferPool pool;
  private final OutgoingFrames out;
  private final Peer[] peers;
  private final List<Rendezvous> transfers = new ArrayList<>();

  /// Of payloads from here, those up to [#MOST_PUSHED], and of payloads to here, those above.
  private final BitSet tags = new BitSet();

  /// Payloads that are to be asked for once a tag is free.
  private final ArrayDeque<Wanted> wanted = new ArrayDeque<>();

  private long lastHeld = MpiChannel.HIGHEST_TAG;
  private int heldSends;

  /// A payload that waits to be asked for.
  private record Wanted(Transfer receive, int source, Announcement announcement) {}

  RendezvousProtocol(MpiChannel channel, BufferPool pool, OutgoingFrames out, Peer[] peers) {
    this.channel = channel;
    this.pool = pool;
    this.out = out;
    this.peers = peers;
  }

  /// Whether nothing travels, is held here, or waits to be asked for.
  boolean isQuiet() {
    return transfers.isEmpty() && heldSends == 0 && wanted.isEmpty();
  }

  /// What cannot start at once is tried again by the endpoint's progress: the other rank counts on
  /// the payload already, and whoever calls this would take the message for one that never began.
  private void add(Rendezvous transfer) {
    transfers.add(transfer);
    try {
      transfer.progress();
    } catch (RuntimeException e) {
      // If it fails there too, the job does, and all ranks are told.
    }
  }

  // ---- at the sender ---------------------------------------------------------------------------

  /// Announces the payload of a send, and has it travel or holds it.
  void announce(Transfer send) {
    int tag = tags.nextClearBit(1);
    boolean pushed = tag <= MOST_PUSHED;
    Announcement announcement = Announcement.of(send.payload(), pushed ? tag : ++lastHeld);
    OutgoingFrames.Post post = out.next(MpiFrame.HEADER);
    MpiFrame.put(
        post.frame(), MpiFrame.Type.ANNOUNCEMENT, channel.rank(), send, announcement.bytes());
    MpiFrame.putAnnouncement(post.frame(), announcement);
    out.send(post, MpiFrame.HEADER, send.peer());
    if (pushed) {
      tags.set(tag);
      add(Rendezvous.send(channel, pool, send, announcement));
    } else {
      peers[send.peer()].held.put(announcement.number(), send);
      heldSends++;
    }
  }

  /// The receiver asks for a payload that is held here, or refuses it by tag 0.
  void pulled(Peer peer, long number, int tag) {
    Transfer send = unhold(peer, number);
    if (tag == 0) {
      send.end();
    } else {
      add(Rendezvous.send(channel, pool, send, Announcement.of(send.payload(), tag)));
    }
  }

  /// The receiver leaves the job without receiving a payload.
  void refused(Peer peer, long number, MessageException why) {
    if (number > MpiChannel.HIGHEST_TAG) {
      unhold(peer, number).end(why);
      return;
    }
    for (Rendezvous transfer : transfers) {
      if (transfer.isOutgoing() && transfer.tag() == number && transfer.peer() == peer.rank) {
        transfer.refused(why);
      }
    }
  }

  private Transfer unhold(Peer peer, long number) {
    Transfer send = peer.held.remove(number);
    if (send == null) {
      throw new ProtocolException(
          String.format(
              Locale.ROOT, "rank %d asks for a payload that was not announced to it", peer.rank));
    }
    heldSends--;
    return send;
  }

  // ---- at the receiver -------------------------------------------------------------------------

  /// Receives an announced payload.
  void deliver(Transfer receive, int source, Announcement announcement) {
    if (!announcement.isHeld()) {
      add(Rendezvous.receive(channel, pool, receive, source, announcement));
    } else if (canPull()) {
      pull(receive, source, announcement);
    } else {
      wanted.addLast(new Wanted(receive, source, announcement));
    }
  }

  private boolean canPull() {
    return tags.nextClearBit(MOST_PUSHED + 1) <= MOST_PUSHED + MOST_PULLED;
  }

  private void pull(Transfer receive, int source, Announcement announcement) {
    int tag = tags.nextClearBit(MOST_PUSHED + 1);
    tags.set(tag);
    out.control(source, MpiFrame.Type.PULL, tag, announcement.number());
    add(Rendezvous.receive(channel, pool, receive, source, announcement.under(tag)));
  }

  /// Drains a payload that no receive admits, or refuses it where it is held.
  void dispose(int source, Announcement announcement) {
    if (announcement.isHeld()) {
      out.control(source, MpiFrame.Type.PULL, 0, announcement.number());
    } else {
      add(Rendezvous.receive(channel, pool, null, source, announcement));
    }
  }

  // ---- progress --------------------------------------------------------------------------------

  /// Moves what can be moved.
  ///
  /// @param takeFrames handles the frames that have come, which may refuse a payload that has just
  ///   been taken in
  boolean progress(Runnable takeFrames) {
    boolean moved = false;
    for (int i = 0; i < transfers.size(); i++) {
      Rendezvous transfer = transfers.get(i);
      moved |= transfer.progress();
      if (transfer.isDone()) {
        takeFrames.run();
        if (transfers.remove(transfer)) {
          ended(transfer);
          i--;
        }
      }
    }
    return moved;
  }

  private void ended(Rendezvous transfer) {
    transfer.end();
    if (transfer.isOutgoing() == transfer.tag() <= MOST_PUSHED) { // the tag was given here
      tags.clear(transfer.tag());
      if (!wanted.isEmpty() && canPull()) {
        Wanted next = wanted.pollFirst();
        pull(next.receive(), next.source(), next.announcement());
      }
    }
  }

  // ---- when the job has failed -----------------------------------------------------------------

  /// Ends all transfers, each with a failure of its own. The program may free its memory as soon as
  /// they end, thus MPI has to leave it before.
  void abandon(Supplier<? extends RuntimeException> why) {
    leaveMemory();
    transfers.forEach(transfer -> transfer.abandon(why.get()));
    transfers.clear();
    wanted.forEach(next -> next.receive().end(why.get()));
    wanted.clear();
    for (Peer peer : peers) {
      peer.held.values().forEach(send -> send.end(why.get()));
      peer.held.clear();
    }
    heldSends = 0;
  }

  // Receives that are taken back are done soon, as MPI promises; sends when they are received, if
  // ever: MPI only reads their memory.
  private void leaveMemory() {
    try {
      transfers.forEach(Rendezvous::takeBack);
      long deadline = System.nanoTime() + LEAVE_NANOS;
      while (transfers.stream().anyMatch(transfer -> !transfer.isOutgoing() && !transfer.isLeft())
          && System.nanoTime() < deadline) {
        Thread.onSpinWait();
      }
    } catch (RuntimeException | Error e) { // who waits for a transfer is told all the same
      // MPI itself has failed, or the JVM, which is why this is called.
    } finally {
      transfers.stream()
          .filter(transfer -> !transfer.hasNothingUnderWay())
          .forEach(NEVER_LEFT::add);
    }
  }
}
