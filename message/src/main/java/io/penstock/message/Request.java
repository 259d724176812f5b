package io.penstock.message;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/// A send or receive that was started and goes on beside the program.
///
/// Until it is done the memory belongs to it: what is sent must not change, what is received must
/// not be looked at. A request is active until its outcome has been read by one of the methods
/// here, or it was cancelled; each must be read, as sends fail too. Reading an outcome again gives
/// the same again. Safe for any thread; but memory that is confined to a thread arrives there: only
/// that thread may read the outcome.
public interface Request {
  /// Waits until it is done.
  ///
  /// @return what was sent or received
  /// @throws MessageException if it failed
  /// @throws java.util.concurrent.CancellationException if it was cancelled
  /// @throws WrongThreadException if what is received goes to memory of another thread
  Status await();

  /// Reads the outcome if it is done; does not wait.
  ///
  /// @return empty if it is still under way
  /// @throws MessageException if it failed
  /// @throws java.util.concurrent.CancellationException if it was cancelled
  /// @throws WrongThreadException if what is received goes to memory of another thread
  Optional<Status> test();

  /// Whether [#await] would not have to wait. Does not read the outcome.
  boolean isDone();

  /// Whether [#isDone] was true when something was looked for last: does not look for what has come
  /// meanwhile.
  default boolean isKnownDone() {
    return isDone();
  }

  /// Whether the outcome has not been read yet.
  boolean isActive();

  /// Takes back a receive that no message has met yet. A send cannot be taken back.
  ///
  /// @return false if it goes on, or is done
  boolean cancel();

  /// Waits until one of some requests is done, this one among them. The library's way to
  /// [#awaitAny]; programs call that.
  void awaitDoneAmong(List<? extends Request> requests);

  /// Waits until all are done.
  ///
  /// @return the outcomes, in the order of the requests
  /// @throws MessageException if one failed, once all are done; the failures of others are
  ///   suppressed in it
  static List<Status> awaitAll(List<? extends Request> requests) {
    List<Status> statuses = new ArrayList<>();
    RuntimeException failure = null;
    for (Request request : requests) {
      try {
        statuses.add(request.await());
      } catch (RuntimeException e) {
        if (failure == null) {
          failure = e;
        } else if (!failure.equals(e)) {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
    return List.copyOf(statuses);
  }

  /// Waits until all are done.
  ///
  /// @return the outcomes, in the order of the requests
  /// @throws MessageException if one failed, once all are done; the failures of others are
  ///   suppressed in it
  static List<Status> awaitAll(Request... requests) {
    return awaitAll(Arrays.asList(requests));
  }

  /// Waits until an active request is done, and reads its outcome. Each call goes through the list,
  /// so that n calls for n requests take n * n steps: to read many outcomes as they come, use a
  /// [CompletionQueue], or [#awaitSome], which takes fewer calls.
  ///
  /// @return its index; empty if none was active, or other threads have read or cancelled all that
  ///   were
  /// @throws MessageException if it failed
  static OptionalInt awaitAny(List<? extends Request> requests) {
    OptionalInt done = testAny(requests);
    while (done.isEmpty() && awaitDone(requests)) {
      done = testAny(requests);
    }
    return done;
  }

  /// Waits until an active request is done. Another thread may take it away meanwhile.
  ///
  /// @return false if none is active
  private static boolean awaitDone(List<? extends Request> requests) {
    List<? extends Request> active = requests.stream().filter(Request::isActive).toList();
    if (!active.isEmpty()) {
      active.getFirst().awaitDoneAmong(active);
    }
    return !active.isEmpty();
  }

  /// Waits until an active request is done, and reads the outcomes of all active ones that are.
  ///
  /// @return their indices; none if none was active, or other threads have read or cancelled all
  ///   that were
  /// @throws MessageException if one failed, once the others' outcomes were read
  static List<Integer> awaitSome(List<? extends Request> requests) {
    List<Integer> done = testSome(requests);
    while (done.isEmpty() && awaitDone(requests)) {
      done = testSome(requests);
    }
    return done;
  }

  /// Reads all outcomes if all requests are done, else none.
  ///
  /// @return the outcomes, in the order of the requests; empty if one is still under way
  /// @throws MessageException if one failed; the failures of others are suppressed in it
  static Optional<List<Status>> testAll(List<? extends Request> requests) {
    return requests.stream().allMatch(Request::isDone)
        ? Optional.of(awaitAll(requests))
        : Optional.empty();
  }

  /// Reads the outcome of an active request that is done, if there is one.
  ///
  /// @return its index
  /// @throws MessageException if it failed
  static OptionalInt testAny(List<? extends Request> requests) {
    OptionalInt done = done(requests).findFirst();
    done.ifPresent(i -> requests.get(i).await());
    return done;
  }

  /// Reads the outcomes of all active requests that are done.
  ///
  /// @return their indices
  /// @throws MessageException if one failed, once the others' outcomes were read
  static List<Integer> testSome(List<? extends Request> requests) {
    List<Integer> done = done(requests).boxed().toList();
    awaitAll(done.stream().map(requests::get).toList());
    return done;
  }

  /// The active ones that are done. What has come is looked for once, not for each.
  private static IntStream done(List<? extends Request> requests) {
    boolean _ =
        requests.stream().filter(Request::isActive).findFirst().map(Request::isDone).isPresent();
    return IntStream.range(0, requests.size())
        .filter(i -> requests.get(i).isActive() && requests.get(i).isKnownDone());
  }
}
