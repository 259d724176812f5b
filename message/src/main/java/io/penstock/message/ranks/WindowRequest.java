package io.penstock.message.ranks;

import io.penstock.message.Communicator;
import io.penstock.message.Status;
import io.penstock.message.match.Endpoint;
import io.penstock.message.match.Transfer;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// An operation of a window whose result is on its way.
final class WindowRequest extends RankRequest {
  private final Endpoint endpoint;
  private final List<WindowTarget.Reply> replies;
  private final PinnedData result;
  private final Status status;
  private final Consumer<WindowRequest> end;

  private volatile boolean read;
  private Runnable then = Transfer.NOTHING;
  private @Nullable RuntimeException failure;

  /// @param result where the replies go
  /// @param end is called once, when the outcome is read
  WindowRequest(
      Endpoint endpoint,
      int target,
      List<WindowTarget.Reply> replies,
      PinnedData result,
      Consumer<WindowRequest> end) {
    this.endpoint = endpoint;
    this.replies = replies;
    this.result = result;
    this.end = end;
    Region region = result.region();
    this.status = new Status(target, Communicator.ANY_TAG, region.kind(), region.bytes());
  }

  @Override
  Endpoint endpoint() {
    return endpoint;
  }

  /// Asked in this order: once the outcome was read the replies' transfers may be others'.
  @Override
  public boolean met() {
    return read || areAllMet() || read;
  }

  private boolean areAllMet() {
    for (WindowTarget.Reply reply : replies) {
      if (!reply.met()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean isActive() {
    return !read;
  }

  /// The target may have done it.
  @Override
  public boolean cancel() {
    return false;
  }

  @Override
  synchronized void whenDone(Runnable action) {
    if (!then.equals(Transfer.NOTHING)) {
      throw new IllegalStateException("the request has been added to a queue before");
    }
    then = action;
    if (!read) {
      replies.forEach(reply -> reply.whenDone(action));
    }
    action.run();
  }

  @Override
  synchronized Status outcome() {
    if (!read) {
      result.requireOwner();
      finish();
    }
    if (failure != null) {
      throw failure;
    }
    return status;
  }

  private void finish() {
    try {
      replies.forEach(WindowTarget.Reply::check);
      result.copyBack(status.bytes());
    } catch (RuntimeException | InternalError e) { // the latter where the system has no page
      failure = Transfer.inaccessible(e);
    } finally {
      read = true;
      result.end();
      replies.forEach(WindowTarget.Reply::release);
      end.accept(this);
      then.run();
    }
  }
}
