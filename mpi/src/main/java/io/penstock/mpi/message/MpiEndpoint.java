package io.penstock.mpi.message;

import io.penstock.memory.BufferPool;
import io.penstock.message.MessageException;
import io.penstock.message.MessageKind;
import io.penstock.message.match.Arrival;
import io.penstock.message.match.Endpoint;
import io.penstock.message.match.IdleStrategy;
import io.penstock.message.match.Incoming;
import io.penstock.message.match.JobFailure;
import io.penstock.message.match.ProtocolException;
import io.penstock.message.match.SpinLock;
import io.penstock.message.match.Transfer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/// A rank of a job that MPI has started.
///
/// MPI carries bytes; which message meets which receive is decided here, as between all of
/// Penstock's ranks, because MPI does not know the types of what it carries, and because a program
/// that waits in MPI cannot be told anything. A short message is one frame. A longer one is
/// announced by a frame, and its payload follows at once in messages of its own, which MPI holds
/// back until they are asked for, and then moves from memory to memory. Beyond 64 such payloads
/// that nobody has received, the next stay here until their receiver asks for them: MPI looks
/// through all that it holds back, and has 32,767 tags.
///
/// Nothing waits inside MPI: a thread that waits for something looks, for everybody, whatever has
/// come. So a collection of garbage never waits for a message.
final class MpiEndpoint extends Endpoint {
  private static final int LOOKS = 20;
  private static final int LOOKS_IN_TURN = 2;
  private static final long SHORTEST_NAP_NANOS = 20_000;
  private static final long LONGEST_NAP_NANOS = 1_000_000;
  private static final long LAST_WORDS_NANOS = 1_000_000_000;
  private static final int EXITS = 1;

  /// Payloads that travel before they are asked for, at most. They have the first tags.
  private static final int MOST_PUSHED = 64;

  /// Payloads that were asked for and are on their way here, at most. They have the tags behind.
  private static final int MOST_PULLED = 64;

  /// Keeps memory that MPI has not left from being freed by the collector.
  private static final Collection<Rendezvous> NEVER_LEFT = new ConcurrentLinkedQueue<>();

  private final MpiChannel channel;

  /// At one go, before others may run.
  private final int looks;

  private final Peer[] peers;
  private final SpinLock pump = new SpinLock();
  private final Inbox inbox;
  private final Outbox outbox;
  private final List<Rendezvous> transfers = new ArrayList<>();
  private final Incoming incoming = new Incoming();
  private volatile boolean owesCredit;

  /// Of payloads from here, those below [#MOST_PUSHED], and of payloads to here, those above.
  private final BitSet tags = new BitSet();

  /// What was asked for while no tag was free.
  private final ArrayDeque<Wanted> wanted = new ArrayDeque<>();

  private long lastHeld = MpiChannel.HIGHEST_TAG;
  private int heldSends;

  /// This rank has said BYE.
  private boolean closing;

  /// This rank's process exits.
  private boolean exiting;

  /// All that was to be said and done before the end is.
  private volatile boolean settled;

  private volatile boolean left;

  /// A payload that waits to be asked for.
  private record Wanted(Transfer receive, int source, Announcement announcement) {}

  /// All ranks call this together.
  MpiEndpoint(MpiChannel channel, BufferPool pool) {
    this(channel, pool, channel.neighbourhood());
  }

  private MpiEndpoint(MpiChannel channel, BufferPool pool, MpiChannel.Neighbourhood neighbourhood) {
    super(
        channel.rank(),
        channel.size(),
        channel.frameBytes() - FrameHeader.BYTES,
        pool,
        patience(neighbourhood));
    this.channel = channel;
    this.looks = neighbourhood.isCrowded() ? LOOKS_IN_TURN : LOOKS;
    this.peers = new Peer[channel.size()];
    Arrays.setAll(peers, Peer::new);
    this.inbox = new Inbox(channel, pool);
    this.outbox = new Outbox(channel, pool);
  }

  /// Programs under MPI count on a processor for each rank, and MPI's own calls spin.
  private static IdleStrategy patience(MpiChannel.Neighbourhood neighbourhood) {
    return neighbourhood.isCrowded() ? IdleStrategy.takingTurns() : IdleStrategy.spinning();
  }

  // ---- sending ---------------------------------------------------------------------------------

  @Override
  protected void transmit(Transfer send) {
    Peer peer = peers[send.peer()];
    pump.lock();
    try {
      if (peer.left) {
        throw hasLeft(peer.rank);
      }
      long bytes = send.payload().bytes();
      if (!send.isSynchronous() && bytes <= eagerLimit() && peer.credit.take(bytes)) {
        sendAtOnce(send, bytes);
      } else {
        announce(send);
      }
    } finally {
      pump.unlock();
    }
  }

  private void sendAtOnce(Transfer send, long bytes) {
    Outbox.Post post = outbox.next(FrameHeader.BYTES + bytes);
    try {
      send.payload().copyTo(0, post.frame(), FrameHeader.BYTES, bytes);
    } catch (RuntimeException e) {
      outbox.drop(post);
      throw e;
    }
    fill(post, FrameType.MESSAGE, send, bytes);
    outbox.send(post, FrameHeader.BYTES + bytes, send.peer());
    send.end();
  }

  private void announce(Transfer send) {
    int tag = tags.nextClearBit(1);
    boolean pushed = tag <= MOST_PUSHED;
    Announcement announcement = Announcement.of(send.payload(), pushed ? tag : ++lastHeld);
    Outbox.Post post = outbox.next(FrameHeader.BYTES);
    fill(post, FrameType.ANNOUNCEMENT, send, announcement.bytes());
    FrameHeader.putAnnouncement(post.frame(), announcement);
    outbox.send(post, FrameHeader.BYTES, send.peer());
    if (pushed) {
      tags.set(tag);
      add(new Rendezvous.Send(channel, pool(), send, announcement));
    } else {
      peers[send.peer()].held.put(announcement.number(), send);
      heldSends++;
    }
  }

  private Transfer unhold(Peer peer, long number) {
    Transfer send = peer.held.remove(number);
    if (send == null) {
      throw new ProtocolException(
          String.format(Locale.ROOT, "rank %d asks for what it was not told of", peer.rank));
    }
    heldSends--;
    return send;
  }

  private void pulled(Peer peer, long number, int tag) {
    Transfer send = unhold(peer, number);
    if (tag == 0) {
      send.end();
    } else {
      add(new Rendezvous.Send(channel, pool(), send, Announcement.of(send.payload(), tag)));
    }
  }

  private void fill(Outbox.Post post, FrameType type, Transfer send, long bytes) {
    FrameHeader.put(
        post.frame(), type, send.payload().kind(), rank(), send.context(), send.tag(), bytes, 0);
  }

  private void add(Rendezvous transfer) {
    transfers.add(transfer);
    transfer.progress();
  }

  private void tell(int rank, FrameType type, long number) {
    tell(rank, type, 0, number);
  }

  private void tell(int rank, FrameType type, int tag, long number) {
    Outbox.Post post = outbox.next(FrameHeader.BYTES);
    FrameHeader.put(post.frame(), type, MessageKind.BYTES, rank(), 0, tag, 0, number);
    outbox.send(post, FrameHeader.BYTES, rank);
  }

  // ---- what was announced ----------------------------------------------------------------------

  @Override
  protected void request(Arrival arrival, Transfer receive) {
    pump.lock();
    try {
      deliver(receive, arrival.source(), claimed(arrival));
    } finally {
      pump.unlock();
    }
  }

  @Override
  protected void refuse(Arrival arrival) {
    pump.lock();
    try {
      dispose(arrival.source(), claimed(arrival));
    } finally {
      pump.unlock();
    }
  }

  private Announcement claimed(Arrival arrival) {
    return Objects.requireNonNull(peers[arrival.source()].unclaimed.remove(arrival.number()));
  }

  private void deliver(Transfer receive, int source, Announcement announcement) {
    if (!announcement.isHeld()) {
      add(new Rendezvous.Receive(channel, pool(), receive, source, announcement));
    } else if (tags.nextClearBit(MOST_PUSHED + 1) <= MOST_PUSHED + MOST_PULLED) {
      pull(receive, source, announcement);
    } else {
      wanted.addLast(new Wanted(receive, source, announcement));
    }
  }

  private void pull(Transfer receive, int source, Announcement announcement) {
    int tag = tags.nextClearBit(MOST_PUSHED + 1);
    tags.set(tag);
    tell(source, FrameType.PULL, tag, announcement.number());
    add(new Rendezvous.Receive(channel, pool(), receive, source, announcement.under(tag)));
  }

  /// Takes in a payload that no receive admits.
  private void dispose(int source, Announcement announcement) {
    if (announcement.isHeld()) {
      tell(source, FrameType.PULL, announcement.number());
    } else {
      add(new Rendezvous.Drain(channel, pool(), source, announcement));
    }
  }

  private void ended(Rendezvous transfer) {
    transfer.end();
    if (isOutgoing(transfer) == transfer.tag() <= MOST_PUSHED) { // the tag was given here
      tags.clear(transfer.tag());
      pullNext();
    }
  }

  private void pullNext() {
    if (!wanted.isEmpty() && tags.nextClearBit(MOST_PUSHED + 1) <= MOST_PUSHED + MOST_PULLED) {
      Wanted next = wanted.pollFirst();
      pull(next.receive(), next.source(), next.announcement());
    }
  }

  @Override
  protected void consumed(int source, long bytes) {
    if (source != rank() && peers[source].credit.done(bytes)) {
      peers[source].owesCredit = true;
      owesCredit = true;
    }
  }

  // ---- moving what can be moved ----------------------------------------------------------------

  @Override
  public boolean progress() {
    if (!pump.tryLock()) {
      return false;
    }
    try {
      boolean moved = false;
      for (int look = 0; look < looks && !moved && !isOver(); look++) {
        moved = pump();
      }
      return moved;
    } catch (RuntimeException e) {
      failJob(
          rank(),
          String.format(Locale.ROOT, "rank %d cannot go on: %s", rank(), e.getMessage()),
          e);
      return true;
    } finally {
      pump.unlock();
    }
  }

  private boolean isOver() {
    return left || hasFailed();
  }

  // Somebody waits for what came: all that can wait is left for when nothing comes.
  private boolean pump() {
    boolean came = takeFrame();
    boolean moved = moveFreights();
    if (!came) {
      inbox.makeRoom();
      moved |= outbox.progress();
      settled = closing && isQuiet() && everybodyKnows();
    }
    if (owesCredit) {
      tellCredit();
    }
    return came || moved;
  }

  private boolean isQuiet() {
    return outbox.isEmpty() && transfers.isEmpty() && heldSends == 0 && wanted.isEmpty();
  }

  private boolean takeFrame() {
    if (isOver() || !inbox.hasNext()) {
      return false;
    }
    handle(inbox.frame());
    inbox.advance();
    return true;
  }

  private void takeFrames() {
    while (takeFrame()) {
      // until nothing is left
    }
  }

  private boolean moveFreights() {
    boolean moved = false;
    for (int i = 0; i < transfers.size(); i++) {
      Rendezvous transfer = transfers.get(i);
      moved |= transfer.progress();
      if (transfer.isDone()) {
        takeFrames(); // among them may be the refusal of what was taken in just now
        if (transfers.remove(transfer)) {
          ended(transfer);
          i--;
        }
      }
    }
    return moved;
  }

  private void tellCredit() {
    owesCredit = false;
    for (Peer peer : peers) {
      if (peer.owesCredit) {
        peer.owesCredit = false;
        tell(peer.rank, FrameType.CREDIT, peer.credit.told());
      }
    }
  }

  /// There is nothing that MPI would wait on for us: who waits looks again and again, after longer
  /// and longer naps.
  @Override
  protected void sleep(long nanos) {
    long begin = System.nanoTime();
    long nap = SHORTEST_NAP_NANOS;
    long woken = begin;
    boolean early = false;
    while (!early && woken - begin < nanos && !progress()) {
      LockSupport.parkNanos(this, nap);
      long now = System.nanoTime();
      early = now - woken < nap; // somebody did something for all
      woken = now;
      nap = Math.min(2 * nap, LONGEST_NAP_NANOS);
    }
  }

  // ---- what comes in ---------------------------------------------------------------------------

  private void handle(MemorySegment frame) {
    Peer peer = peers[FrameHeader.source(frame)];
    switch (FrameHeader.type(frame)) {
      case MESSAGE -> message(peer, frame);
      case ANNOUNCEMENT -> announcement(peer, frame);
      case REFUSAL -> refused(peer, FrameHeader.number(frame));
      case CREDIT -> peer.credit.returned(FrameHeader.number(frame));
      case BYE -> parting(peer, FrameHeader.number(frame) == EXITS);
      case FAREWELL -> peer.parted = true;
      case ABORT -> aborted(frame);
      case PULL -> pulled(peer, FrameHeader.number(frame), FrameHeader.tag(frame));
    }
  }

  private void message(Peer peer, MemorySegment frame) {
    long bytes = FrameHeader.bytes(frame);
    peer.credit.arriving(bytes);
    meet(frame, 0);
    Transfer receive = incoming.receive();
    Arrival arrival = incoming.arrival();
    incoming.clear();
    if (receive == Transfer.NONE) {
      MemorySegment.copy(frame, FrameHeader.BYTES, arrival.memory(), 0, bytes);
      full(arrival);
    } else {
      land(receive, frame, bytes);
      consumed(peer.rank, bytes);
    }
  }

  private static void land(Transfer receive, MemorySegment frame, long bytes) {
    if (admits(receive, frame)) {
      try {
        receive.payload().copyFrom(frame, FrameHeader.BYTES, 0, bytes);
        receive.arrived();
      } catch (RuntimeException e) { // its memory was freed meanwhile
        receive.end(e);
      }
    }
  }

  private void announcement(Peer peer, MemorySegment frame) {
    Announcement announcement = FrameHeader.announcement(frame);
    meet(frame, announcement.number());
    Transfer receive = incoming.receive();
    incoming.clear();
    if (receive == Transfer.NONE) {
      peer.unclaimed.put(announcement.number(), announcement);
      if (closing && !exiting) {
        refuseAll(peer);
      }
    } else if (admits(receive, frame)) {
      deliver(receive, peer.rank, announcement);
    } else {
      dispose(peer.rank, announcement);
    }
  }

  private void meet(MemorySegment frame, long number) {
    incoming.envelope(
        FrameHeader.source(frame),
        FrameHeader.context(frame),
        FrameHeader.tag(frame),
        FrameHeader.kind(frame),
        FrameHeader.order(frame),
        FrameHeader.bytes(frame));
    if (number != 0) {
      incoming.announcedAs(number);
    }
    meet(incoming);
  }

  private static boolean admits(Transfer receive, MemorySegment frame) {
    try {
      receive.admit(
          FrameHeader.source(frame),
          FrameHeader.tag(frame),
          FrameHeader.kind(frame),
          FrameHeader.order(frame),
          FrameHeader.bytes(frame));
      return true;
    } catch (RuntimeException e) { // it does not fit, or there is no memory for it
      receive.end(e);
      return false;
    }
  }

  private void refused(Peer peer, long number) {
    if (number > MpiChannel.HIGHEST_TAG) {
      unhold(peer, number).end(hasLeft(peer.rank));
      return;
    }
    for (Rendezvous transfer : transfers) {
      if (transfer.isOutgoing(number) && transfer.peer() == peer.rank) {
        transfer.refused(hasLeft(peer.rank));
      }
    }
  }

  // ---- ends ------------------------------------------------------------------------------------

  private static MessageException hasLeft(int rank) {
    return new MessageException(
        String.format(Locale.ROOT, "rank %d has left the job and receives nothing", rank));
  }

  private void parting(Peer peer, boolean exits) {
    if (exits) {
      peer.exits = true;
      return;
    }
    peer.left = true;
    departed(peer.rank);
    if (!closing) {
      tell(peer.rank, FrameType.FAREWELL, 0);
    }
  }

  private boolean everybodyKnows() {
    for (Peer peer : peers) {
      if (peer.rank != rank() && !peer.left && !peer.exits && !peer.parted) {
        return false;
      }
    }
    return true;
  }

  private void refuseAll(Peer peer) {
    peer.unclaimed.forEach(
        (number, announcement) -> {
          tell(peer.rank, FrameType.REFUSAL, number);
          if (!announcement.isHeld()) {
            dispose(peer.rank, announcement);
          }
        });
    peer.unclaimed.clear();
  }

  /// Tells all other ranks, and takes in what they have sent before they heard it: then MPI has
  /// nothing left to do here.
  @Override
  public void close() {
    leave(false);
  }

  /// Does the same for a process that exits, but lets none fail who waits for it: the status of the
  /// process may tell why the job ends, and would come too late. So this waits for all others to
  /// leave.
  void exit() {
    leave(true);
  }

  private void leave(boolean exits) {
    if (!isOver()) {
      sayBye(exits);
      await(() -> settled || hasFailed());
    }
    pump.lock();
    try {
      if (!left) {
        left = true;
        fail(JobFailure.CLOSED);
        abandon();
        inbox.close();
        outbox.close();
      }
    } finally {
      pump.unlock();
    }
  }

  private void sayBye(boolean exits) {
    pump.lock();
    try {
      closing = true;
      exiting = exits;
      for (Peer peer : peers) {
        if (peer.rank != rank() && !peer.left) {
          tell(peer.rank, FrameType.BYE, exits ? EXITS : 0);
        }
        if (!exits) {
          refuseAll(peer);
        }
      }
    } finally {
      pump.unlock();
    }
  }

  /// Whether [#close] was called.
  boolean hasLeft() {
    return left;
  }

  /// Breaks the job off: all other ranks are told why.
  void die(String why) {
    pump.lock();
    try {
      failJob(rank(), why, new MessageException(why));
      long deadline = System.nanoTime() + LAST_WORDS_NANOS;
      while (!outbox.isEmpty() && System.nanoTime() < deadline) {
        outbox.progress();
      }
    } finally {
      pump.unlock();
    }
    close();
  }

  /// By the thread that has the pump.
  private void failJob(int failed, String how, Exception cause) {
    if (hasFailed()) {
      return;
    }
    byte[] reason = how.getBytes(StandardCharsets.UTF_8);
    for (Peer peer : peers) {
      // One that leaves may still be waiting for what it has sent here.
      if (peer.rank != rank() && peer.rank != failed) {
        abort(peer, failed, reason);
      }
    }
    fail(JobFailure.ofRank(failed, how, cause));
    abandon();
  }

  private void abort(Peer peer, int failed, byte[] reason) {
    int length = (int) Math.min(reason.length, eagerLimit());
    Outbox.Post post = outbox.next(FrameHeader.BYTES + length);
    FrameHeader.put(post.frame(), FrameType.ABORT, MessageKind.BYTES, rank(), 0, 0, length, failed);
    MemorySegment.copy(reason, 0, post.frame(), ValueLayout.JAVA_BYTE, FrameHeader.BYTES, length);
    outbox.send(post, FrameHeader.BYTES + length, peer.rank);
  }

  private void aborted(MemorySegment frame) {
    byte[] reason =
        frame.asSlice(FrameHeader.BYTES, FrameHeader.bytes(frame)).toArray(ValueLayout.JAVA_BYTE);
    failJob(
        (int) FrameHeader.number(frame),
        new String(reason, StandardCharsets.UTF_8),
        new MessageException(
            String.format(Locale.ROOT, "told by rank %d", FrameHeader.source(frame))));
  }

  // The program may free its memory as soon as it is told, so MPI has to leave that before.
  private void abandon() {
    leaveMemory();
    transfers.forEach(transfer -> transfer.abandon(failureException()));
    transfers.clear();
    wanted.forEach(next -> next.receive().end(failureException()));
    wanted.clear();
    for (Peer peer : peers) {
      peer.held.values().forEach(send -> send.end(failureException()));
      peer.held.clear();
    }
    heldSends = 0;
  }

  // Receives that are taken back are done soon, as MPI promises; sends when they are received, if
  // ever: theirs is read at most.
  private void leaveMemory() {
    try {
      transfers.forEach(Rendezvous::takeBack);
      long deadline = System.nanoTime() + LAST_WORDS_NANOS;
      while (transfers.stream().anyMatch(transfer -> !isOutgoing(transfer) && !transfer.isLeft())
          && System.nanoTime() < deadline) {
        Thread.onSpinWait();
      }
    } catch (RuntimeException e) {
      // MPI itself has failed, which is why this is called.
    } finally {
      transfers.stream()
          .filter(transfer -> !transfer.hasNothingUnderWay())
          .forEach(NEVER_LEFT::add);
    }
  }

  private static boolean isOutgoing(Rendezvous transfer) {
    return transfer.isOutgoing(transfer.tag());
  }
}
