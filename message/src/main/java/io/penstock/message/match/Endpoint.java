package io.penstock.message.match;

import io.penstock.memory.BufferPool;
import io.penstock.memory.Stash;
import io.penstock.message.MessageException;
import io.penstock.message.MessageKind;
import java.nio.ByteOrder;
import java.util.concurrent.locks.LockSupport;

/// One rank's side of a job: its sends and receives between ranks of the world.
///
/// Messages from one rank in one context are matched in the order in which they were sent. A
/// message up to the eager limit is taken over at once, as far as the budget for unexpected
/// messages goes; a longer one, a synchronous one, or one beyond the budget stays at its sender
/// until its receive begins.
///
/// Safe for any thread. Once warm, sending and receiving allocate nothing.
public abstract class Endpoint implements AutoCloseable {
  /// Stands for the receive of a message that was under way when the job failed.
  private static final Transfer ABANDONED = new Transfer(new Sleepers(() -> {}));

  private static final long NAP_NANOS = 50_000_000;

  private final int rank;
  private final int size;
  private final long eagerLimit;
  private final BufferPool pool;
  private final IdleStrategy idle;

  @SuppressWarnings("this-escape") // nobody is woken before somebody sleeps
  private final Sleepers sleepers = new Sleepers(this::alarm);

  private final Stash<Transfer> transfers = new Stash<>(64, () -> new Transfer(sleepers));
  private final Matcher matcher;

  /// The thread that has used this last; 0 at first.
  private volatile long user;

  private volatile boolean severalUsers;

  /// Whether a thread of the program has looked for messages since [#isAttended] was asked.
  private volatile boolean attended;

  /// @param rank this rank in the world
  /// @param size of the world
  /// @param eagerLimit the longest payload that is taken over before its receive
  /// @param pool where staged payloads lie
  /// @param idle what a waiting thread does, and how long, before it sleeps
  protected Endpoint(int rank, int size, long eagerLimit, BufferPool pool, IdleStrategy idle) {
    this.rank = rank;
    this.size = size;
    this.eagerLimit = eagerLimit;
    this.pool = pool;
    this.idle = idle;
    this.matcher = new Matcher(rank, size, eagerLimit, pool);
  }

  public final int rank() {
    return rank;
  }

  public final int size() {
    return size;
  }

  public final long eagerLimit() {
    return eagerLimit;
  }

  public final BufferPool pool() {
    return pool;
  }

  /// Throws why nothing can be sent or received any more; does nothing if it can.
  ///
  /// @throws MessageException if the job has failed
  /// @throws IllegalStateException if this rank has left it
  public final void check() {
    matcher.failure().check();
  }

  /// Whether another rank of the job is one of this process, and accesses what it is told of
  /// itself.
  ///
  /// @param worldRank which
  public boolean sharesMemoryWith(int worldRank) {
    return worldRank == rank;
  }

  /// Whether a thread of the program has looked for messages since this was asked last: then a
  /// [Helper] that waits need not, and would only hold it up.
  public final boolean isAttended() {
    boolean was = attended;
    if (was) {
      attended = false;
    }
    return was;
  }

  /// Notes that a thread of the program looks for messages itself.
  protected final void attend() {
    if (!attended) {
      attended = true;
    }
  }

  /// Notes that a [Helper] has something to do for other ranks, until [#helperEnds]: it needs a
  /// processor meanwhile, though threads of the program look for messages.
  public final void helperBegins() {
    idle.addHelper();
  }

  /// Ends what [#helperBegins] began.
  public final void helperEnds() {
    idle.removeHelper();
  }

  /// A transfer to fill in.
  public final Transfer take() {
    return transfers.take();
  }

  /// Gives back a transfer that is done, or was never started. One that is still under way, because
  /// waiting for it failed, is not used again.
  public final void give(Transfer transfer) {
    if (transfer.met()) {
      transfer.release();
      transfers.give(transfer);
    }
  }

  /// Starts a send.
  ///
  /// @throws MessageException if the job has failed, or the other rank has left it
  public final void send(Transfer send) {
    noteUser();
    matcher.failure().check();
    send.begin();
    if (send.peer() == Transfer.NOBODY) {
      endWithNothing(send);
    } else if (send.peer() == rank) {
      deliver(send, this);
    } else {
      transmit(send);
    }
  }

  /// Starts a receive.
  ///
  /// @throws MessageException if the job has failed, or the other rank has left it
  public final void receive(Transfer receive) {
    noteUser();
    receive.begin();
    if (receive.peer() == Transfer.NOBODY) {
      matcher.failure().check();
      endWithNothing(receive);
      return;
    }
    Arrival arrival = matcher.meet(receive);
    if (arrival != Arrival.NONE) {
      claim(arrival, receive);
    }
  }

  private static void endWithNothing(Transfer transfer) {
    noteNobody(transfer);
    transfer.end();
  }

  private static boolean noteNobody(Transfer transfer) {
    transfer.note(Transfer.NOBODY, Transfer.ANY, MessageKind.BYTES, 0);
    return true;
  }

  /// Takes a receive back that no message has met.
  ///
  /// @return false if one has: then it ends as ever
  public final boolean cancel(Transfer receive) {
    return matcher.cancel(receive);
  }

  /// Looks for a message that a receive would take, and leaves it where it is.
  ///
  /// @param receive gets source, tag, kind and size; it is not started
  /// @throws MessageException if the job has failed, or the other rank has left it
  public final boolean probe(Transfer receive) {
    noteUser();
    progress();
    matcher.failure().check();
    return receive.peer() == Transfer.NOBODY ? noteNobody(receive) : matcher.look(receive);
  }

  /// Waits until there is a message that a receive would take, and leaves it where it is.
  ///
  /// @param receive gets source, tag, kind and size; it is not started
  /// @throws MessageException if the job has failed, or no rank is left that could send
  public final void awaitProbe(Transfer receive) {
    await((Condition) () -> probe(receive) || requireSender(receive));
  }

  /// Looks for a message that a receive would take, and takes it out of matching.
  ///
  /// @param receive gets source, tag, kind and size; it is not started
  /// @return the message, for [#receive(Transfer, Arrival)]; [Arrival#NONE] if none has come
  /// @throws MessageException if the job has failed, or the other rank has left it
  public final Arrival setAside(Transfer receive) {
    noteUser();
    progress();
    return matcher.setAside(receive);
  }

  /// Waits until there is a message that a receive would take, and takes it out of matching.
  ///
  /// @param receive gets source, tag, kind and size; it is not started
  /// @return the message, for [#receive(Transfer, Arrival)]
  /// @throws MessageException if the job has failed, or no rank is left that could send
  public final Arrival awaitAside(Transfer receive) {
    Aside aside = new Aside(receive);
    await((Condition) aside);
    return aside.found;
  }

  /// A message to take out of matching.
  private final class Aside implements Condition {
    private final Transfer receive;
    private Arrival found = Arrival.NONE;

    Aside(Transfer receive) {
      this.receive = receive;
    }

    @Override
    public boolean met() {
      if (found == Arrival.NONE) {
        found = setAside(receive);
      }
      return found != Arrival.NONE || requireSender(receive);
    }
  }

  /// Starts the receive of a message that was taken out of matching, once for each.
  ///
  /// @throws MessageException if the job has failed
  public final void receive(Transfer receive, Arrival aside) {
    noteUser();
    matcher.takeAside(aside);
    receive.begin();
    claim(aside, receive);
  }

  private boolean requireSender(Transfer receive) {
    if (isForsaken(receive)) {
      throw matcher.forsaken(receive);
    }
    return false;
  }

  /// Waits until a transfer is done.
  ///
  /// @throws MessageException if it failed, or no rank is left that could send
  /// @throws io.penstock.memory.PoolExhaustedException if it is a send of this rank to itself that
  ///   only another thread could receive, as there is no memory for it, and there has been no other
  public final void await(Transfer transfer) {
    if (!comesSoon(transfer)) {
      sleepUntil(transfer, transfer);
    }
    transfer.check();
  }

  /// Waits until a condition is met, which what happens at this endpoint brings about.
  public final void await(Condition condition) {
    if (!comesSoon(condition)) {
      sleepUntil(condition, Transfer.NONE);
    }
  }

  /// Ends a receive that a thread waits for, and for nothing else, if it [#isForsaken]; or a send
  /// to this rank itself, for which there is no memory, if no other thread is there to receive it.
  ///
  /// @return whether it was ended
  public final boolean endIfForsaken(Transfer transfer) {
    if (!isUsedByOneThread()) {
      return false;
    }
    if (matcher.takeForsaken(transfer)) {
      transfer.end(matcher.forsaken(transfer));
      return true;
    }
    if (matcher.takeUnkept(transfer)) {
      transfer.end(matcher.unkept(transfer));
      return true;
    }
    return false;
  }

  /// Whether nothing can meet a receive while the calling thread waits.
  ///
  /// A receive from any rank of which all others have left may still be met by a send to oneself,
  /// but not while the only thread that has ever used this endpoint waits.
  public final boolean isForsaken(Transfer receive) {
    return isUsedByOneThread() && matcher.isForsaken(receive);
  }

  private void noteUser() {
    Thread thread = Thread.currentThread();
    if (user != thread.threadId() && !(thread instanceof Helper)) {
      severalUsers = severalUsers || user != 0;
      user = thread.threadId();
    }
  }

  /// Has threads that wait for a condition look at it again.
  public final void wake() {
    sleepers.wake();
  }

  private boolean isUsedByOneThread() {
    noteUser();
    return !severalUsers;
  }

  // To read the clock costs as much as a short message between processes: first without.
  private boolean comesSoon(Condition condition) {
    return condition.met() || (progress() && condition.met()) || comesWhileIdling(condition);
  }

  private boolean comesWhileIdling(Condition condition) {
    long since = System.nanoTime();
    for (long now = since; !idle.isOver(since, now); now = System.nanoTime()) {
      if (condition.met()) {
        idle.rewarded(now);
        return true;
      }
      if (progress()) {
        since = System.nanoTime();
      } else {
        idle.idle(since);
      }
    }
    return condition.met();
  }

  /// An interrupt is kept for later: who is interrupted could not sleep.
  ///
  /// @param transfer what alone is waited for, if it is one; else [Transfer#NONE]
  private void sleepUntil(Condition condition, Transfer transfer) {
    boolean interrupted = false;
    sleepers.enter();
    try {
      while (!condition.met() && !endIfForsaken(transfer)) {
        interrupted |= Thread.interrupted();
        sleep(condition, NAP_NANOS);
      }
    } finally {
      sleepers.leave();
      sleepers.wake(); // whoever did something for all while it slept does so no more
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// Does what can be done at once for the transfers under way.
  ///
  /// @return whether anything was done
  public boolean progress() {
    return false;
  }

  /// Sleeps until something happens or the time is over. Who sleeps otherwise than by parking looks
  /// at the condition again, once nobody else can take the waking for it.
  protected void sleep(Condition condition, long nanos) {
    LockSupport.parkNanos(this, nanos);
  }

  /// Wakes a thread that sleeps otherwise than by parking. Called when something has happened.
  protected void alarm() {}

  /// A message that was staged here has been received, or was let go.
  protected void consumed(int source, long bytes) {}

  /// Starts sending to another rank.
  protected abstract void transmit(Transfer send);

  /// Asks another process for a payload that it announced.
  ///
  /// @param receive has admitted it
  protected abstract void request(Arrival arrival, Transfer receive);

  /// Lets go of a payload that another process announced and no receive will admit.
  protected abstract void refuse(Arrival arrival);

  /// Ends the job: with the process where that is there for the rank, which then does not return;
  /// else by the failure of all that its ranks wait for.
  ///
  /// @param status of the process
  /// @param why beginning with the rank
  public void abort(int status, String why) {
    fail(JobFailure.ofRank(rank, why));
  }

  /// Leaves the job in good order, once all that was sent from here is on its way. The program has
  /// no transfers under way.
  @Override
  public abstract void close();

  // ---- sends of this process to a rank of this process -----------------------------------------

  /// Hands a send over to a rank of this process.
  ///
  /// @throws MessageException if that rank has left the job
  protected final void deliver(Transfer send, Endpoint to) {
    Transfer receive = to.matcher.meet(send, rank);
    if (receive != Transfer.NONE) {
      handOver(send, rank, receive);
    } else {
      to.kept(send);
    }
  }

  private void kept(Transfer send) {
    Arrival arrival = send.staged;
    if (arrival != Arrival.NONE) {
      send.staged = Arrival.NONE;
      fill(arrival, send);
    }
    sleepers.wake();
  }

  private void fill(Arrival arrival, Transfer send) {
    try {
      send.payload().copyTo(0, arrival.memory(), 0, arrival.bytes());
    } catch (RuntimeException | InternalError e) {
      arrival.spoil(Transfer.inaccessible(e));
    }
    full(arrival);
    send.end();
  }

  private static void handOver(Transfer send, int source, Transfer receive) {
    Payload payload = send.payload();
    try {
      receive.admit(source, send.tag(), payload.kind(), ByteOrder.nativeOrder(), payload.bytes());
      send.copyTo(receive);
      receive.arrived();
    } catch (RuntimeException | InternalError e) {
      receive.end(Transfer.inaccessible(e));
    } finally {
      send.end();
    }
  }

  // ---- messages from other processes -----------------------------------------------------------

  /// Matches the head of a message that another process sent: it meets a receive, or is kept.
  protected final void meet(Incoming head) {
    matcher.meet(head);
    if (head.arrival != Arrival.NONE) {
      sleepers.wake();
    }
  }

  /// A staged payload is complete: the receive that waits for it gets it.
  protected final void full(Arrival arrival) {
    Transfer receive = arrival.full();
    if (receive == ABANDONED) {
      recycle(arrival);
    } else if (receive != Transfer.NONE) {
      unload(arrival, receive);
    }
  }

  /// The rest of a staged payload will never come; the job has failed.
  protected final void broken(Arrival arrival) {
    arrival.spoil(matcher.failure().exception());
    full(arrival);
  }

  /// A rank left the job in good order, and all that it sent has come.
  protected final void departed(int other) {
    matcher.departed(other);
    sleepers.wake();
  }

  /// Why this endpoint can do nothing more, as an exception with the caller's own stack.
  protected final RuntimeException failureException() {
    return matcher.failure().exception();
  }

  /// Whether this endpoint can do nothing more.
  protected final boolean hasFailed() {
    return matcher.failure() != JobFailure.NONE;
  }

  /// The job cannot go on: what is under way here, and what is started from now on, fails. Only the
  /// first failure counts.
  protected void fail(JobFailure cause) {
    matcher.fail(cause);
    abandonReceives();
    abandonArrivals();
    sleepers.wake();
  }

  private void abandonReceives() {
    for (Transfer receive : matcher.takeReceives()) {
      receive.end(failureException());
    }
  }

  private void abandonArrivals() {
    for (Arrival arrival : matcher.takeArrivals()) {
      if (arrival.sender() != Transfer.NONE) {
        arrival.sender().end(matcher.failure().exceptionForSender(rank));
      }
      if (!arrival.isStaged() || arrival.claim(ABANDONED)) {
        recycle(arrival);
      }
    }
  }

  // ---- receives that find their message --------------------------------------------------------

  private void claim(Arrival arrival, Transfer receive) {
    if (arrival.sender() != Transfer.NONE) {
      Transfer send = arrival.sender();
      int source = arrival.source();
      recycle(arrival);
      handOver(send, source, receive);
    } else if (arrival.isStaged()) {
      if (arrival.claim(receive)) {
        unload(arrival, receive);
      }
    } else {
      claimAnnounced(arrival, receive);
    }
  }

  private void claimAnnounced(Arrival arrival, Transfer receive) {
    try {
      admit(arrival, receive);
      request(arrival, receive);
    } catch (RuntimeException e) {
      refuse(arrival);
      receive.end(e);
    } finally {
      recycle(arrival);
    }
  }

  private void unload(Arrival arrival, Transfer receive) {
    try {
      arrival.check();
      admit(arrival, receive);
      receive.payload().copyFrom(arrival.memory(), 0, 0, arrival.bytes());
      receive.arrived();
    } catch (RuntimeException | InternalError e) {
      receive.end(Transfer.inaccessible(e));
    } finally {
      recycle(arrival);
    }
  }

  private static void admit(Arrival arrival, Transfer receive) {
    receive.admit(
        arrival.source(), arrival.tag(), arrival.kind(), arrival.order(), arrival.bytes());
  }

  private void recycle(Arrival arrival) {
    boolean wasStaged = arrival.isStaged();
    int source = arrival.source();
    long bytes = arrival.bytes();
    matcher.recycle(arrival);
    if (wasStaged) {
      consumed(source, bytes);
    }
  }
}
