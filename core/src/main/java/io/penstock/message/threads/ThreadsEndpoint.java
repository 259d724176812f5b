package io.penstock.message.threads;

import io.penstock.memory.BufferPool;
import io.penstock.message.match.Arrival;
import io.penstock.message.match.Endpoint;
import io.penstock.message.match.Failure;
import io.penstock.message.match.Patience;
import io.penstock.message.match.Transfer;
import java.util.concurrent.atomic.AtomicBoolean;

/// A rank that is a thread, or several, of this JVM: what it sends is copied once, by the thread
/// that comes second, from the sender's memory to the receiver's.
final class ThreadsEndpoint extends Endpoint {
  private final ThreadsJob job;
  private final AtomicBoolean left = new AtomicBoolean();

  ThreadsEndpoint(
      ThreadsJob job, int size, int rank, long eagerLimit, BufferPool pool, Patience patience) {
    super(rank, size, eagerLimit, pool, patience);
    this.job = job;
  }

  @Override
  protected void transmit(Transfer send) {
    deliver(send, job.endpoint(send.peer()));
  }

  @Override
  protected void request(Arrival arrival, Transfer receive) {
    throw new AssertionError("ranks of one process announce transfers, not numbers");
  }

  @Override
  protected void refuse(Arrival arrival) {
    throw new AssertionError("ranks of one process announce transfers, not numbers");
  }

  @Override
  public void close() {
    if (left.compareAndSet(false, true)) {
      job.leave(rank());
    }
  }

  boolean hasLeft() {
    return left.get();
  }

  void end(Failure failure) {
    fail(failure);
  }

  void left(int other) {
    departed(other);
  }
}
