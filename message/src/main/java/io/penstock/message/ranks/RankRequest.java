package io.penstock.message.ranks;

import io.penstock.message.Request;
import io.penstock.message.Status;
import io.penstock.message.match.Condition;
import io.penstock.message.match.Endpoint;
import java.util.List;
import java.util.Optional;

/// A request of one rank, whatever goes on beside the program.
abstract class RankRequest implements Request, Condition {
  /// Where it goes on.
  abstract Endpoint endpoint();

  /// Reads the outcome, once it is done.
  abstract Status outcome();

  /// Has something run once this is done, in the thread that ends it; it may be run more often, and
  /// before.
  ///
  /// @throws IllegalStateException if something is already
  abstract void whenDone(Runnable action);

  /// Whether it is a receive that nothing can meet any more, if a thread waits for nothing else.
  boolean isForsaken() {
    return false;
  }

  /// Ends what nothing can meet any more, as it is all that a thread waits for.
  boolean endIfForsaken() {
    return false;
  }

  final boolean isOf(Endpoint endpoint) {
    return endpoint().equals(endpoint);
  }

  @Override
  public final boolean isDone() {
    if (!met()) {
      endpoint().progress();
    }
    return met();
  }

  @Override
  public final boolean isKnownDone() {
    return met();
  }

  @Override
  public Status await() {
    endpoint().await((Condition) () -> met() || endIfForsaken());
    return outcome();
  }

  @Override
  public final Optional<Status> test() {
    return isDone() ? Optional.of(outcome()) : Optional.empty();
  }

  @Override
  public final void awaitDoneAmong(List<? extends Request> requests) {
    endpoint().await((Condition) () -> isAnyOver(requests));
  }

  private static boolean isAnyOver(List<? extends Request> requests) {
    if (requests.stream().allMatch(RankRequest::isForsaken)) {
      requests.forEach(request -> ((RankRequest) request).endIfForsaken());
    }
    return requests.stream().anyMatch(RankRequest::isOver);
  }

  private static boolean isOver(Request request) {
    return request instanceof RankRequest own ? own.met() : request.isDone();
  }

  private static boolean isForsaken(Request request) {
    return request instanceof RankRequest own && own.isForsaken();
  }
}
