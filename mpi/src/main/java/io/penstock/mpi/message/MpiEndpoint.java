package io.penstock.mpi.message;

import io.penstock.memory.BufferPool;
import io.penstock.message.MessageException;
import io.penstock.message.MessageKind;
import io.penstock.message.match.Arrival;
import io.penstock.message.match.Condition;
import io.penstock.message.match.Credit;
import io.penstock.message.match.Endpoint;
import io.penstock.message.match.Helper;
import io.penstock.message.match.IdleStrategy;
import io.penstock.message.match.Incoming;
import io.penstock.message.match.JobFailure;
import io.penstock.message.match.SpinLock;
import io.penstock.message.match.Transfer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;

/// A rank of a job that MPI has started.
///
/// MPI carries bytes; the endpoint matches messages with receives, as between all of Penstock's
/// ranks, because MPI does not know the types of the elements, and because a thread that waits in
/// MPI cannot be interrupted. A short message is one frame. A longer one is announced by a frame,
/// and its payload travels by [RendezvousProtocol].
///
/// No thread waits inside MPI: a thread that waits for something makes progress for all. Thus a
/// garbage collection never waits for a message.
final class MpiEndpoint extends Endpoint {
  private static final int LOOKS = 20;
  private static final int LOOKS_IN_TURN = 2;
  private static final long SHORTEST_NAP_NANOS = 20_000;
  private static final long LONGEST_NAP_NANOS = 1_000_000;
  private static final long LAST_WORDS_NANOS = 1_000_000_000;
  private static final int EXITS = 1;

  /// The number of looks for messages in a row, before others may run.
  private final int looks;

  private final MpiChannel channel;
  private final Peer[] peers;
  private final SpinLock pump = new SpinLock();
  private final IncomingFrames in;
  private final OutgoingFrames out;
  private final RendezvousProtocol rendezvous;
  private final Runnable takeFrames = this::takeFrames;
  private final Incoming incoming = new Incoming();
  private volatile boolean owesCredit;

  /// This rank has said BYE.
  private boolean closing;

  /// This rank's process exits.
  private boolean exiting;

  /// All that is due before the end is done.
  private volatile boolean settled;

  private volatile boolean left;

  /// All ranks call this together.
  MpiEndpoint(MpiChannel channel, BufferPool pool) {
    this(channel, pool, channel.processorsOfRank());
  }

  /// @param processors of each rank; 0 if ranks share one. Programs under MPI count on a processor
  ///   for each rank, and MPI's own calls spin
  private MpiEndpoint(MpiChannel channel, BufferPool pool, int processors) {
    super(
        channel.rank(),
        channel.size(),
        channel.frameBytes() - MpiFrame.HEADER,
        pool,
        IdleStrategy.polling(processors));
    this.channel = channel;
    this.looks = processors == 0 ? LOOKS_IN_TURN : LOOKS;
    this.peers = new Peer[channel.size()];
    Arrays.setAll(peers, Peer::new);
    this.in = new IncomingFrames(channel, pool);
    this.out = new OutgoingFrames(channel, pool);
    this.rendezvous = new RendezvousProtocol(channel, pool, out, peers);
  }

  // ---- sending ---------------------------------------------------------------------------------

  @Override
  protected void transmit(Transfer send) {
    Peer peer = peers[send.peer()];
    pump.lock();
    try {
      requireGoing();
      if (peer.left) {
        throw hasLeft(peer.rank);
      }
      long bytes = send.payload().bytes();
      if (!send.isSynchronous() && bytes <= eagerLimit() && peer.credit.take(bytes)) {
        sendAtOnce(send, bytes, peer.credit);
      } else {
        rendezvous.announce(send);
      }
    } finally {
      pump.unlock();
    }
  }

  private void sendAtOnce(Transfer send, long bytes, Credit credit) {
    OutgoingFrames.Post post;
    try {
      post = filled(send, bytes);
    } catch (RuntimeException | Error e) {
      credit.giveBack(bytes);
      throw e;
    }
    MpiFrame.put(post.frame(), MpiFrame.Type.MESSAGE, rank(), send, bytes);
    out.send(post, MpiFrame.HEADER + bytes, send.peer());
    send.end();
  }

  private OutgoingFrames.Post filled(Transfer send, long bytes) {
    OutgoingFrames.Post post = out.next(MpiFrame.HEADER + bytes);
    try {
      send.payload().copyTo(0, post.frame(), MpiFrame.HEADER, bytes);
      return post;
    } catch (RuntimeException | InternalError e) {
      out.drop(post);
      throw Transfer.inaccessible(e);
    }
  }

  // ---- announced payloads ----------------------------------------------------------------------

  @Override
  protected void request(Arrival arrival, Transfer receive) {
    pump.lock();
    try {
      requireGoing();
      rendezvous.deliver(receive, arrival.source(), claimed(arrival));
    } finally {
      pump.unlock();
    }
  }

  @Override
  protected void refuse(Arrival arrival) {
    pump.lock();
    try {
      if (!isOver()) {
        rendezvous.dispose(arrival.source(), claimed(arrival));
      }
    } finally {
      pump.unlock();
    }
  }

  /// Once the job has failed, nothing ends a transfer that is added.
  private void requireGoing() {
    if (isOver()) {
      throw failureException();
    }
  }

  private Announcement claimed(Arrival arrival) {
    return Objects.requireNonNull(peers[arrival.source()].unclaimed.remove(arrival.number()));
  }

  @Override
  protected void consumed(int source, long bytes) {
    if (source != rank() && peers[source].credit.done(bytes)) {
      peers[source].owesCredit = true;
      owesCredit = true;
    }
  }

  // ---- moving what can be moved ----------------------------------------------------------------

  // A yield between the looks is the idle strategy's. One by the library would be made with the
  // pump held, for which the other threads of this rank wait, and on a busy machine take as long as
  // other programs' time slices.
  @Override
  public boolean progress() {
    if (!(Thread.currentThread() instanceof Helper)) {
      attend();
    }
    if (!pump.tryLock()) {
      return false;
    }
    channel.yieldWhenIdle(false);
    try {
      boolean moved = false;
      for (int look = 0; look < looks && !moved && !isOver(); look++) {
        moved = pump();
      }
      return moved;
    } catch (RuntimeException | Error e) { // else all ranks would wait, an error with one thread
      failJob(rank(), String.format(Locale.ROOT, "rank %d cannot go on: %s", rank(), why(e)), e);
      return true;
    } finally {
      channel.yieldWhenIdle(true);
      pump.unlock();
    }
  }

  private static String why(Throwable e) {
    return e instanceof RuntimeException && e.getMessage() != null ? e.getMessage() : e.toString();
  }

  private boolean isOver() {
    return left || hasFailed();
  }

  // A thread may wait for what came: the rest is left for when nothing comes.
  private boolean pump() {
    boolean came = takeFrame();
    boolean moved = rendezvous.progress(takeFrames);
    if (!came) {
      in.makeRoom();
      moved |= out.progress();
      settled = closing && out.isEmpty() && rendezvous.isQuiet() && allHaveAnswered();
    }
    if (owesCredit) {
      returnCredit();
    }
    return came || moved;
  }

  private boolean takeFrame() {
    if (isOver() || !in.hasNext()) {
      return false;
    }
    handle(in.frame());
    in.advance();
    return true;
  }

  private void takeFrames() {
    while (takeFrame()) {
      // until nothing is left
    }
  }

  private void returnCredit() {
    owesCredit = false;
    for (Peer peer : peers) {
      if (peer.owesCredit) {
        peer.owesCredit = false;
        out.control(peer.rank, MpiFrame.Type.CREDIT, 0, peer.credit.told());
      }
    }
  }

  /// MPI has nothing to wait on without holding up others: the waiting thread looks again and
  /// again, after longer and longer naps.
  @Override
  protected void sleep(Condition condition, long nanos) {
    long begin = System.nanoTime();
    long nap = SHORTEST_NAP_NANOS;
    long woken = begin;
    boolean early = false;
    while (!early && woken - begin < nanos && !progress()) {
      LockSupport.parkNanos(this, nap);
      long now = System.nanoTime();
      early = now - woken < nap; // woken: another thread has made progress
      woken = now;
      nap = Math.min(2 * nap, LONGEST_NAP_NANOS);
    }
  }

  // ---- incoming frames -------------------------------------------------------------------------

  private void handle(MemorySegment frame) {
    Peer peer = peers[MpiFrame.source(frame)];
    switch (MpiFrame.type(frame)) {
      case MESSAGE -> message(peer, frame);
      case ANNOUNCEMENT -> announcement(peer, frame);
      case REFUSAL -> rendezvous.refused(peer, MpiFrame.number(frame), hasLeft(peer.rank));
      case CREDIT -> peer.credit.returned(MpiFrame.number(frame));
      case BYE -> parting(peer, MpiFrame.number(frame) == EXITS);
      case FAREWELL -> peer.parted = true;
      case ABORT -> aborted(frame);
      case PULL -> rendezvous.pulled(peer, MpiFrame.number(frame), MpiFrame.tag(frame));
    }
  }

  private void message(Peer peer, MemorySegment frame) {
    long bytes = MpiFrame.bytes(frame);
    peer.credit.arriving(bytes);
    meet(frame, 0);
    Transfer receive = incoming.receive();
    Arrival arrival = incoming.arrival();
    incoming.clear();
    if (receive == Transfer.NONE) {
      MemorySegment.copy(frame, MpiFrame.HEADER, arrival.memory(), 0, bytes);
      full(arrival);
    } else {
      land(receive, frame, bytes);
      consumed(peer.rank, bytes);
    }
  }

  private static void land(Transfer receive, MemorySegment frame, long bytes) {
    if (admits(receive, frame)) {
      try {
        receive.payload().copyFrom(frame, MpiFrame.HEADER, 0, bytes);
        receive.arrived();
      } catch (RuntimeException | InternalError e) { // its memory was freed meanwhile
        receive.end(Transfer.inaccessible(e));
      }
    }
  }

  private void announcement(Peer peer, MemorySegment frame) {
    Announcement announcement = MpiFrame.announcement(frame);
    meet(frame, announcement.number());
    Transfer receive = incoming.receive();
    incoming.clear();
    if (receive == Transfer.NONE) {
      peer.unclaimed.put(announcement.number(), announcement);
      if (closing && !exiting) {
        refuseAll(peer);
      }
    } else if (admits(receive, frame)) {
      rendezvous.deliver(receive, peer.rank, announcement);
    } else {
      rendezvous.dispose(peer.rank, announcement);
    }
  }

  private void meet(MemorySegment frame, long number) {
    incoming.envelope(
        MpiFrame.source(frame),
        MpiFrame.context(frame),
        MpiFrame.tag(frame),
        MpiFrame.kind(frame),
        MpiFrame.order(frame),
        MpiFrame.bytes(frame));
    if (number != 0) {
      incoming.announcedAs(number);
    }
    meet(incoming);
  }

  private static boolean admits(Transfer receive, MemorySegment frame) {
    try {
      receive.admit(
          MpiFrame.source(frame),
          MpiFrame.tag(frame),
          MpiFrame.kind(frame),
          MpiFrame.order(frame),
          MpiFrame.bytes(frame));
      return true;
    } catch (RuntimeException e) { // it does not fit, or there is no memory for it
      receive.end(e);
      return false;
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
      out.control(peer.rank, MpiFrame.Type.FAREWELL, 0, 0);
    }
  }

  private boolean allHaveAnswered() {
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
          out.control(peer.rank, MpiFrame.Type.REFUSAL, 0, number);
          if (!announcement.isHeld()) {
            rendezvous.dispose(peer.rank, announcement);
          }
        });
    peer.unclaimed.clear();
  }

  /// Says BYE to all other ranks, and takes in what they sent before they received it: then MPI has
  /// nothing left to do here.
  @Override
  public void close() {
    leave(false);
  }

  /// Does the same for a process that exits, but fails no rank that waits for it: the status of the
  /// process may say why the job ends, and would come too late. Thus this waits for all others to
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
        rendezvous.abandon(this::failureException);
        in.close();
        out.close();
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
          out.control(peer.rank, MpiFrame.Type.BYE, 0, exits ? EXITS : 0);
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

  @Override
  public void abort(int status, String why) {
    System.err.println("penstock: " + why);
    channel.abort(status);
  }

  /// Aborts the job, and sends the reason to all other ranks.
  void die(String why) {
    pump.lock();
    try {
      failJob(rank(), why, new MessageException(why));
      long deadline = System.nanoTime() + LAST_WORDS_NANOS;
      while (!out.isEmpty() && System.nanoTime() < deadline) {
        out.progress();
      }
    } finally {
      pump.unlock();
    }
    close();
  }

  /// Called by the thread that has the pump.
  private void failJob(int failed, String how, Throwable cause) {
    if (hasFailed()) {
      return;
    }
    byte[] reason = how.getBytes(StandardCharsets.UTF_8);
    for (Peer peer : peers) {
      // A rank that leaves may still be waiting for what it has sent here.
      if (peer.rank != rank() && peer.rank != failed) {
        tell(peer, failed, reason);
      }
    }
    fail(JobFailure.ofRank(failed, how, cause));
    rendezvous.abandon(this::failureException);
  }

  /// A rank that cannot be told finds out when this process ends: whoever waits here is told now.
  private void tell(Peer peer, int failed, byte[] reason) {
    try {
      abort(peer, failed, reason);
    } catch (RuntimeException | Error e) {
      // MPI itself has failed, or the JVM, which is why this is called.
    }
  }

  private void abort(Peer peer, int failed, byte[] reason) {
    int length = (int) Math.min(reason.length, eagerLimit());
    OutgoingFrames.Post post = out.lastNext(MpiFrame.HEADER + length);
    MpiFrame.put(
        post.frame(), MpiFrame.Type.ABORT, MessageKind.BYTES, rank(), 0, 0, length, failed);
    MemorySegment.copy(reason, 0, post.frame(), ValueLayout.JAVA_BYTE, MpiFrame.HEADER, length);
    out.send(post, MpiFrame.HEADER + length, peer.rank);
  }

  private void aborted(MemorySegment frame) {
    byte[] reason =
        frame.asSlice(MpiFrame.HEADER, MpiFrame.bytes(frame)).toArray(ValueLayout.JAVA_BYTE);
    failJob(
        (int) MpiFrame.number(frame),
        new String(reason, StandardCharsets.UTF_8),
        new MessageException(
            String.format(Locale.ROOT, "reported by rank %d", MpiFrame.source(frame))));
  }
}
