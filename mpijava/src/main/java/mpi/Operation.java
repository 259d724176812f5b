package mpi;

import io.penstock.message.MessageKind;
import io.penstock.message.Request;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/// A send or receive under way, which is completed once: its message is put in its place, and its
/// pooled memory given back.
///
/// Safe for any thread.
final class Operation {
  private final Request request;
  private final MessageContent content;
  private final boolean receives;
  private @Nullable Status outcome;
  private @Nullable RuntimeException failure;

  private Operation(Request request, MessageContent content, boolean receives) {
    this.request = request;
    this.content = content;
    this.receives = receives;
  }

  /// A send under way.
  static Operation sending(Request request, MessageContent content) {
    return new Operation(request, content, false);
  }

  /// A receive under way.
  static Operation receiving(Request request, MessageContent room) {
    return new Operation(request, room, true);
  }

  /// One that was done at once.
  static Operation done(Status status) {
    MessageContent nothing = MessageContent.room(TypedRange.of(null, 0, 0, MPI.BYTE));
    Operation done = sending(Finished.REQUEST, nothing);
    done.outcome = status;
    return done;
  }

  Request request() {
    return request;
  }

  boolean isDone() {
    return request.isDone();
  }

  void cancel() {
    request.cancel();
  }

  Status await() {
    try {
      io.penstock.message.Status message = request.await();
      return complete(message);
    } catch (CancellationException e) {
      return completeCancelled();
    } catch (RuntimeException e) {
      fail(e);
      throw e;
    }
  }

  private synchronized Status complete(io.penstock.message.Status message) {
    if (failure != null) {
      throw failure;
    }
    if (outcome == null) {
      outcome = arrive(message);
      content.close();
    }
    return outcome;
  }

  private Status arrive(io.penstock.message.Status message) {
    return receives
        ? Status.of(message, message.source(), content.received(message))
            .inItems(content.itemSize())
        : new Status();
  }

  private synchronized Status completeCancelled() {
    if (outcome == null) {
      outcome = Status.cancelled();
      content.close();
    }
    return outcome;
  }

  private synchronized void fail(RuntimeException e) {
    if (outcome == null && failure == null) {
      failure = e;
      content.close();
    }
  }

  /// A request that has nothing to wait for.
  private static final class Finished implements Request {
    static final Request REQUEST = new Finished();

    private static final io.penstock.message.Status NOTHING =
        new io.penstock.message.Status(0, 0, MessageKind.BYTES, 0);

    @Override
    public io.penstock.message.Status await() {
      return NOTHING;
    }

    @Override
    public Optional<io.penstock.message.Status> test() {
      return Optional.of(NOTHING);
    }

    @Override
    public boolean isDone() {
      return true;
    }

    @Override
    public boolean isActive() {
      return false;
    }

    @Override
    public boolean cancel() {
      return false;
    }

    @Override
    public void awaitDoneAmong(List<? extends Request> requests) {}
  }
}
