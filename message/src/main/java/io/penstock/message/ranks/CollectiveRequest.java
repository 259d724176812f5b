package io.penstock.message.ranks;

import io.penstock.message.Communicator;
import io.penstock.message.MessageKind;
import io.penstock.message.Status;
import io.penstock.message.match.Endpoint;
import io.penstock.message.match.Transfer;
import org.jspecify.annotations.Nullable;

/// A collective operation that was started and goes on beside the program.
final class CollectiveRequest extends RankRequest implements Runnable {
  /// No message comes of it.
  private static final Status OUTCOME =
      new Status(Communicator.NO_RANK, Communicator.ANY_TAG, MessageKind.BYTES, 0);

  private final Collectives all;
  private final Collective collective;
  private final CallSignature signature;
  private final Runnable work;

  private volatile boolean done;

  /// Whether the background could deliver all that was received.
  private boolean complete;

  private volatile boolean read;
  private volatile Runnable then = Transfer.NOTHING;
  private @Nullable Throwable failure;

  /// @param work what is left to do once the arguments were taken up
  CollectiveRequest(
      Collectives all, Collective collective, CallSignature signature, Runnable work) {
    this.all = all;
    this.collective = collective;
    this.signature = signature;
    this.work = work;
  }

  /// Does it, in the thread of the communicator's operations.
  @Override
  public void run() {
    try {
      all.perform(collective, signature, work);
      if (collective.mayComplete()) {
        deliver();
        complete = true;
      }
    } catch (RuntimeException | Error e) {
      failure = e;
    }
    done = true;
    then.run();
    endpoint().wake();
  }

  @Override
  Endpoint endpoint() {
    return all.endpoint();
  }

  @Override
  public boolean met() {
    return done;
  }

  @Override
  public boolean isActive() {
    return !read;
  }

  /// Ranks that need this one would wait for ever.
  @Override
  public boolean cancel() {
    return false;
  }

  @Override
  void whenDone(Runnable action) {
    synchronized (this) {
      if (!then.equals(Transfer.NOTHING)) {
        throw new IllegalStateException("the request has been added to a queue before");
      }
      then = action;
    }
    action.run();
  }

  private void deliver() {
    try {
      collective.complete();
    } catch (RuntimeException | InternalError e) { // the memory has been freed meanwhile, or cut
      failure = Transfer.inaccessible(e);
      collective.release();
    }
  }

  /// What was received for memory that is confined to a thread goes there now.
  @Override
  synchronized Status outcome() {
    if (!read) {
      if (failure == null && !complete) {
        collective.requireOwner();
        deliver();
      }
      read = true;
    }
    return switch (failure) {
      case null -> OUTCOME;
      case Error e -> throw e;
      case RuntimeException e -> throw e;
      default -> throw new AssertionError(failure);
    };
  }
}
