package io.penstock.message.ranks;

import io.penstock.message.Status;
import io.penstock.message.match.Endpoint;
import io.penstock.message.match.Transfer;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/// A nonblocking send or receive that is under way.
class PendingRequest extends RankRequest {
  private final PointToPointCalls pointToPoint;
  private final boolean receives;

  private Transfer transfer = Transfer.NONE;
  private PinnedData pinned = PinnedData.NONE;
  private volatile boolean read = true;
  private @Nullable Status outcome;
  private @Nullable RuntimeException failure;
  private Runnable then = Transfer.NOTHING;

  /// One that is not under way yet.
  PendingRequest(PointToPointCalls pointToPoint, boolean receives) {
    this.pointToPoint = pointToPoint;
    this.receives = receives;
  }

  PendingRequest(
      PointToPointCalls pointToPoint, Transfer transfer, PinnedData pinned, boolean receives) {
    this(pointToPoint, receives);
    this.transfer = transfer;
    this.pinned = pinned;
    this.read = false;
  }

  /// Is under way from now on, by a transfer that has been started.
  final synchronized void arm(Transfer started, PinnedData data) {
    transfer = started;
    pinned = data;
    outcome = null;
    failure = null;
    then = Transfer.NOTHING;
    read = false;
  }

  /// Asked in this order: once the outcome was read the transfer may be another's.
  @Override
  public final boolean met() {
    return read || transfer.met() || read;
  }

  @Override
  public final boolean isActive() {
    return !read;
  }

  @Override
  final Endpoint endpoint() {
    return pointToPoint.endpoint();
  }

  @Override
  final boolean isForsaken() {
    return receives && !met() && pointToPoint.endpoint().isForsaken(transfer);
  }

  @Override
  final boolean endIfForsaken() {
    return !met() && pointToPoint.endpoint().endIfForsaken(transfer);
  }

  @Override
  final synchronized void whenDone(Runnable action) {
    if (!then.equals(Transfer.NOTHING)) {
      throw new IllegalStateException("the request has been added to a queue before");
    }
    then = action;
    if (!read) {
      transfer.whenDone(action);
    }
    action.run();
  }

  @Override
  final synchronized Status outcome() {
    if (!read) {
      pinned.requireOwner();
      finish();
    }
    if (failure != null) {
      throw failure;
    }
    if (outcome == null) {
      throw withoutOutcome();
    }
    return outcome;
  }

  /// Why there is neither a status nor a failure.
  RuntimeException withoutOutcome() {
    return new CancellationException("the receive was cancelled");
  }

  private void finish() {
    try {
      transfer.check();
      Status status = receives ? pointToPoint.received(transfer) : pointToPoint.sent(transfer);
      if (receives) {
        pinned.copyBack(status.bytes());
      }
      outcome = status;
    } catch (RuntimeException | InternalError e) { // the latter where the system has no page
      failure = Transfer.inaccessible(e);
    } finally {
      letGo();
    }
  }

  private void letGo() {
    read = true;
    pinned.end();
    forget();
    pointToPoint.endpoint().give(transfer);
    then.run();
  }

  /// The communicator need not know it any more.
  void forget() {
    pointToPoint.ended(this);
  }

  @Override
  public synchronized boolean cancel() {
    if (read || !receives || !pointToPoint.endpoint().cancel(transfer)) {
      return false;
    }
    letGo();
    return true;
  }
}
