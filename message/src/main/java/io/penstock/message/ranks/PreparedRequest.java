package io.penstock.message.ranks;

import io.penstock.array.Tile;
import io.penstock.message.PersistentRequest;
import io.penstock.message.Status;
import io.penstock.message.match.Condition;
import io.penstock.message.match.Transfer;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;

/// A nonblocking send or receive that is started again and again.
final class PreparedRequest extends PendingRequest implements PersistentRequest {
  private final PointToPointCalls calls;
  private final Object data;
  private final boolean receives;
  private final Consumer<Transfer> begin;
  private final Condition over = () -> met() || endIfForsaken();

  /// The data of every start, where nothing has to be done for it at each.
  private final PinnedData plain;

  private boolean started;
  private boolean closed;

  /// @param begin starts a transfer that names the data
  PreparedRequest(
      PointToPointCalls calls, Object data, boolean receives, Consumer<Transfer> begin) {
    super(calls, receives);
    this.calls = calls;
    this.data = data;
    this.receives = receives;
    this.begin = begin;
    this.plain = PinnedData.plain(data);
  }

  @Override
  public synchronized void start() {
    requireStartable();
    PinnedData pinned = pinned();
    Transfer transfer = calls.endpoint().take();
    try {
      begin.accept(pinned.name(transfer));
    } catch (RuntimeException e) {
      pinned.end();
      calls.endpoint().give(transfer);
      throw e;
    }
    started = true;
    arm(transfer, pinned);
  }

  private void requireStartable() {
    calls.requireOpen();
    if (closed) {
      throw new IllegalStateException("the request was closed");
    }
    if (isActive()) {
      throw new IllegalStateException(
          "the request is active: read the outcome of its last start before the next");
    }
  }

  /// What the program does with its memory between two starts may forbid the next one.
  private PinnedData pinned() {
    if (receives) {
      ArgumentChecks.requireWritable(data);
    } else {
      ArgumentChecks.requireReadable(data);
    }
    return data instanceof Tile || ArgumentChecks.mustBeLent(data, false)
        ? PinnedData.of(data, !receives, calls.endpoint().pool())
        : plain;
  }

  @Override
  public Status await() {
    calls.endpoint().await(over);
    return outcome();
  }

  @Override
  RuntimeException withoutOutcome() {
    return started
        ? new CancellationException("the receive was cancelled")
        : new IllegalStateException("the request was never started: call start() first");
  }

  /// The communicator knows it until it is closed.
  @Override
  void forget() {}

  @Override
  public synchronized void close() {
    if (isActive()) {
      throw new IllegalStateException(
          "the request is active: read the outcome of its last start before it is closed");
    }
    closed = true;
    calls.ended(this);
  }
}
