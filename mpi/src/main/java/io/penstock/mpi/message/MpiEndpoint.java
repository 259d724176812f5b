package io.penstock.mpi.message;

import io.penstock.memory.BufferPool;
import io.penstock.message.MessageException;
import io.penstock.message.MessageKind;
import io.penstock.message.match.Arrival;
import io.penstock.message.match.Endpoint;
import io.penstock.message.match.Failure;
import io.penstock.message.match.Incoming;
import io.penstock.message.match.Patience;
import io.penstock.message.match.ProtocolException;
import io.penstock.message.match.SpinLock;
import io.penstock.message.match.SpinningPatience;
import io.penstock.message.match.Transfer;
import io.penstock.message.match.TurnTakingPatience;
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
  private static final Collection<Freight> NEVER_LEFT = new ConcurrentLinkedQueue<>();

  private final Lane lane;

  /// At one go, before others may run.
  private final int looks;

  private final Peer[] peers;
  private final SpinLock pump = new SpinLock();
  private final Inbox inbox;
  private final Outbox outbox;
  private final List<Freight> freights = new ArrayList<>();
  private final Incoming incoming = new Incoming();
  private volatile boolean owesCredit;

  /// Of payloads from here, those below [#MOST_PUSHED], and of payloads to here, those above.
  private final BitSet tags = new BitSet();

  /// What was asked for while no tag was free.
  private final ArrayDeque<Wanted> wanted = new ArrayDeque<>();

  private long lastHeld = Lane.HIGHEST_TAG;
  private int heldSends;

  /// This rank has said BYE.
  private boolean closing;

  /// This rank's process exits.
  private boolean exiting;

  /// All that was to be said and done before the end is.
  private volatile boolean settled;

  private volatile boolean left;

  /// A payload that waits to be asked for.
  private record Wanted(Transfer receive, int source, Cargo cargo) {}

  /// All ranks call this together.
  MpiEndpoint(Lane lane, BufferPool pool) {
    this(lane, pool, lane.neighbourhood());
  }

  private MpiEndpoint(Lane lane, BufferPool pool, Neighbourhood neighbourhood) {
    super(lane.rank(), lane.size(), lane.frameBytes() - Head.BYTES, pool, patience(neighbourhood));
    this.lane = lane;
    this.looks = neighbourhood.isCrowded() ? LOOKS_IN_TURN : LOOKS;
    this.peers = new Peer[lane.size()];
    Arrays.setAll(peers, Peer::new);
    this.inbox = new Inbox(lane, pool);
    this.outbox = new Outbox(lane, pool);
  }

  /// Programs under MPI count on a processor for each rank, and MPI's own calls spin.
  private static Patience patience(Neighbourhood neighbourhood) {
    return neighbourhood.isCrowded() ? new TurnTakingPatience() : new SpinningPatience();
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
    Outbox.Post post = outbox.next(Head.BYTES + bytes);
    try {
      send.payload().copyTo(0, post.frame(), Head.BYTES, bytes);
    } catch (RuntimeException e) {
      outbox.drop(post);
      throw e;
    }
    fill(post, FrameType.MESSAGE, send, bytes);
    outbox.send(post, Head.BYTES + bytes, send.peer());
    send.end();
  }

  private void announce(Transfer send) {
    int tag = tags.nextClearBit(1);
    boolean pushed = tag <= MOST_PUSHED;
    Cargo cargo = Cargo.of(send.payload(), pushed ? tag : ++lastHeld);
    Outbox.Post post = outbox.next(Head.BYTES);
    fill(post, FrameType.ANNOUNCEMENT, send, cargo.bytes());
    Head.putCargo(post.frame(), cargo);
    outbox.send(post, Head.BYTES, send.peer());
    if (pushed) {
      tags.set(tag);
      add(new Shipment(lane, pool(), send, cargo));
    } else {
      peers[send.peer()].held.put(cargo.number(), send);
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
      add(new Shipment(lane, pool(), send, Cargo.of(send.payload(), tag)));
    }
  }

  private void fill(Outbox.Post post, FrameType type, Transfer send, long bytes) {
    Head.put(
        post.frame(), type, send.payload().kind(), rank(), send.context(), send.tag(), bytes, 0);
  }

  private void add(Freight freight) {
    freights.add(freight);
    freight.progress();
  }

  private void tell(int rank, FrameType type, long number) {
    tell(rank, type, 0, number);
  }

  private void tell(int rank, FrameType type, int tag, long number) {
    Outbox.Post post = outbox.next(Head.BYTES);
    Head.put(post.frame(), type, MessageKind.BYTES, rank(), 0, tag, 0, number);
    outbox.send(post, Head.BYTES, rank);
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

  private Cargo claimed(Arrival arrival) {
    return Objects.requireNonNull(peers[arrival.source()].unclaimed.remove(arrival.number()));
  }

  private void deliver(Transfer receive, int source, Cargo cargo) {
    if (!cargo.isHeld()) {
      add(new Delivery(lane, pool(), receive, source, cargo));
    } else if (tags.nextClearBit(MOST_PUSHED + 1) <= MOST_PUSHED + MOST_PULLED) {
      pull(receive, source, cargo);
    } else {
      wanted.addLast(new Wanted(receive, source, cargo));
    }
  }

  private void pull(Transfer receive, int source, Cargo cargo) {
    int tag = tags.nextClearBit(MOST_PUSHED + 1);
    tags.set(tag);
    tell(source, FrameType.PULL, tag, cargo.number());
    add(new Delivery(lane, pool(), receive, source, cargo.under(tag)));
  }

  /// Takes in a payload that no receive admits.
  private void dispose(int source, Cargo cargo) {
    if (cargo.isHeld()) {
      tell(source, FrameType.PULL, cargo.number());
    } else {
      add(new Disposal(lane, pool(), source, cargo));
    }
  }

  private void ended(Freight freight) {
    freight.end();
    if (isOutgoing(freight) == freight.tag() <= MOST_PUSHED) { // the tag was given here
      tags.clear(freight.tag());
      pullNext();
    }
  }

  private void pullNext() {
    if (!wanted.isEmpty() && tags.nextClearBit(MOST_PUSHED + 1) <= MOST_PUSHED + MOST_PULLED) {
      Wanted next = wanted.pollFirst();
      pull(next.receive(), next.source(), next.cargo());
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
    return outbox.isEmpty() && freights.isEmpty() && heldSends == 0 && wanted.isEmpty();
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
    for (int i = 0; i < freights.size(); i++) {
      Freight freight = freights.get(i);
      moved |= freight.progress();
      if (freight.isDone()) {
        takeFrames(); // among them may be the refusal of what was taken in just now
        if (freights.remove(freight)) {
          ended(freight);
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
    Peer peer = peers[Head.source(frame)];
    switch (Head.type(frame)) {
      case MESSAGE -> message(peer, frame);
      case ANNOUNCEMENT -> announcement(peer, frame);
      case REFUSAL -> refused(peer, Head.number(frame));
      case CREDIT -> peer.credit.returned(Head.number(frame));
      case BYE -> parting(peer, Head.number(frame) == EXITS);
      case FAREWELL -> peer.parted = true;
      case ABORT -> aborted(frame);
      case PULL -> pulled(peer, Head.number(frame), Head.tag(frame));
    }
  }

  private void message(Peer peer, MemorySegment frame) {
    long bytes = Head.bytes(frame);
    peer.credit.arriving(bytes);
    meet(frame, 0);
    Transfer receive = incoming.receive();
    Arrival arrival = incoming.arrival();
    incoming.clear();
    if (receive == Transfer.NONE) {
      MemorySegment.copy(frame, Head.BYTES, arrival.memory(), 0, bytes);
      full(arrival);
    } else {
      land(receive, frame, bytes);
      consumed(peer.rank, bytes);
    }
  }

  private static void land(Transfer receive, MemorySegment frame, long bytes) {
    if (admits(receive, frame)) {
      try {
        receive.payload().copyFrom(frame, Head.BYTES, 0, bytes);
        receive.arrived();
      } catch (RuntimeException e) { // its memory was freed meanwhile
        receive.end(e);
      }
    }
  }

  private void announcement(Peer peer, MemorySegment frame) {
    Cargo cargo = Head.cargo(frame);
    meet(frame, cargo.number());
    Transfer receive = incoming.receive();
    incoming.clear();
    if (receive == Transfer.NONE) {
      peer.unclaimed.put(cargo.number(), cargo);
      if (closing && !exiting) {
        refuseAll(peer);
      }
    } else if (admits(receive, frame)) {
      deliver(receive, peer.rank, cargo);
    } else {
      dispose(peer.rank, cargo);
    }
  }

  private void meet(MemorySegment frame, long number) {
    incoming.envelope(
        Head.source(frame),
        Head.context(frame),
        Head.tag(frame),
        Head.kind(frame),
        Head.order(frame),
        Head.bytes(frame));
    if (number != 0) {
      incoming.announcedAs(number);
    }
    meet(incoming);
  }

  private static boolean admits(Transfer receive, MemorySegment frame) {
    try {
      receive.admit(
          Head.source(frame),
          Head.tag(frame),
          Head.kind(frame),
          Head.order(frame),
          Head.bytes(frame));
      return true;
    } catch (RuntimeException e) { // it does not fit, or there is no memory for it
      receive.end(e);
      return false;
    }
  }

  private void refused(Peer peer, long number) {
    if (number > Lane.HIGHEST_TAG) {
      unhold(peer, number).end(hasLeft(peer.rank));
      return;
    }
    for (Freight freight : freights) {
      if (freight.isOutgoing(number) && freight.peer() == peer.rank) {
        freight.refused(hasLeft(peer.rank));
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
        (number, cargo) -> {
          tell(peer.rank, FrameType.REFUSAL, number);
          if (!cargo.isHeld()) {
            dispose(peer.rank, cargo);
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
        fail(Failure.CLOSED);
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
    fail(Failure.ofRank(failed, how, cause));
    abandon();
  }

  private void abort(Peer peer, int failed, byte[] reason) {
    int length = (int) Math.min(reason.length, eagerLimit());
    Outbox.Post post = outbox.next(Head.BYTES + length);
    Head.put(post.frame(), FrameType.ABORT, MessageKind.BYTES, rank(), 0, 0, length, failed);
    MemorySegment.copy(reason, 0, post.frame(), ValueLayout.JAVA_BYTE, Head.BYTES, length);
    outbox.send(post, Head.BYTES + length, peer.rank);
  }

  private void aborted(MemorySegment frame) {
    byte[] reason = frame.asSlice(Head.BYTES, Head.bytes(frame)).toArray(ValueLayout.JAVA_BYTE);
    failJob(
        (int) Head.number(frame),
        new String(reason, StandardCharsets.UTF_8),
        new MessageException(String.format(Locale.ROOT, "told by rank %d", Head.source(frame))));
  }

  // The program may free its memory as soon as it is told, so MPI has to leave that before.
  private void abandon() {
    leaveMemory();
    freights.forEach(freight -> freight.abandon(failureException()));
    freights.clear();
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
      freights.forEach(Freight::takeBack);
      long deadline = System.nanoTime() + LAST_WORDS_NANOS;
      while (freights.stream().anyMatch(freight -> !isOutgoing(freight) && !freight.isLeft())
          && System.nanoTime() < deadline) {
        Thread.onSpinWait();
      }
    } catch (RuntimeException e) {
      // MPI itself has failed, which is why this is called.
    } finally {
      freights.stream().filter(freight -> !freight.hasNothingUnderWay()).forEach(NEVER_LEFT::add);
    }
  }

  private static boolean isOutgoing(Freight freight) {
    return freight.isOutgoing(freight.tag());
  }
}
