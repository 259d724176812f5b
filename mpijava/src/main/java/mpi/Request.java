package mpi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A send or receive that goes on beside the program.
///
/// Until it is done the array's elements belong to it. Safe for any thread.
@SuppressWarnings({
  "MemberName",
  "exports"
}) // the names of mpiJava; annotations that a program may do without
public class Request {
  private @Nullable Operation operation;

  Request(@Nullable Operation operation) {
    this.operation = operation;
  }

  synchronized void begin(Operation next) {
    operation = next;
  }

  private synchronized Optional<Operation> active() {
    return Optional.ofNullable(operation);
  }

  private synchronized void end(Operation done) {
    if (operation == done) {
      operation = null;
    }
  }

  /// Waits until it is done.
  ///
  /// @return what was sent or received; [MPI#EMPTY_STATUS] if the request was not active
  /// @throws MPIException if it failed
  public Status Wait() throws MPIException {
    return active().map(this::finish).orElse(MPI.EMPTY_STATUS);
  }

  private Status finish(Operation running) {
    try {
      return MPIException.telling(running::await);
    } finally {
      end(running);
    }
  }

  /// Looks whether it is done; does not wait.
  ///
  /// @return what was sent or received, or null while it is under way; [MPI#EMPTY_STATUS] if the
  ///   request was not active
  /// @throws MPIException if it failed
  public @Nullable Status Test() throws MPIException {
    Optional<Operation> running = active();
    if (running.isPresent() && !MPIException.telling(running.get()::isDone)) {
      return null;
    }
    return Wait();
  }

  /// Takes back a receive that no message has met. A send goes on. [#Wait] completes the request in
  /// either case, and its status tells whether it was cancelled.
  public void Cancel() throws MPIException {
    MPIException.telling(() -> active().ifPresent(Operation::cancel));
  }

  /// Whether there is nothing to wait for: the outcome has been read, or a persistent request has
  /// not been started.
  public boolean Is_null() throws MPIException {
    return active().isEmpty();
  }

  /// Gives the request up: a receive is cancelled if it can be, and anything else is waited for.
  public void Free() throws MPIException {
    Cancel();
    Wait();
  }

  // ---- of several requests ---------------------------------------------------------------------

  /// Waits until all are done.
  ///
  /// @param requests null in places that do not count
  /// @return the outcomes, in the order of the requests; null in the same places
  /// @throws MPIException if one failed, once all are done
  public static @Nullable Status[] Waitall(@Nullable Request[] requests) throws MPIException {
    @Nullable Status[] statuses = new Status[requests.length];
    @Nullable MPIException failure = null;
    for (int i = 0; i < requests.length; i++) {
      Request request = requests[i];
      try {
        statuses[i] = request == null ? null : placed(request.Wait(), i);
      } catch (MPIException e) {
        failure = failure == null ? e : failure;
      }
    }
    if (failure != null) {
      throw failure;
    }
    return statuses;
  }

  /// Waits until an active one is done.
  ///
  /// @return its outcome, which names its index; that of nothing, with the index [MPI#UNDEFINED],
  ///   if none was active
  /// @throws MPIException if it failed
  public static Status Waitany(@Nullable Request[] requests) throws MPIException {
    OptionalInt done = awaitDone(requests);
    return done.isEmpty() ? new Status().at(MPI.UNDEFINED) : outcome(requests, done.getAsInt());
  }

  /// Looks for an active one that is done; does not wait.
  ///
  /// @return its outcome, which names its index; null if there is none
  /// @throws MPIException if it failed
  public static @Nullable Status Testany(@Nullable Request[] requests) throws MPIException {
    OptionalInt done = done(requests).findFirst();
    return done.isEmpty() ? null : outcome(requests, done.getAsInt());
  }

  /// Looks whether all are done; does not wait.
  ///
  /// @return the outcomes as [#Waitall], or null while one is under way
  /// @throws MPIException if one failed
  public static @Nullable Status @Nullable [] Testall(@Nullable Request[] requests)
      throws MPIException {
    return done(requests).count() == active(requests).count() ? Waitall(requests) : null;
  }

  /// Waits until active ones are done.
  ///
  /// @return the outcomes of all that are, which name their indices; none if none was active
  /// @throws MPIException if one failed
  public static Status[] Waitsome(@Nullable Request[] requests) throws MPIException {
    awaitDone(requests);
    return Testsome(requests);
  }

  /// Looks for active ones that are done; does not wait.
  ///
  /// @return their outcomes, which name their indices
  /// @throws MPIException if one failed
  public static Status[] Testsome(@Nullable Request[] requests) throws MPIException {
    List<Status> outcomes = new ArrayList<>();
    done(requests).forEach(i -> outcomes.add(outcome(requests, i)));
    return outcomes.toArray(Status[]::new);
  }

  private static Status placed(Status status, int index) {
    return status == MPI.EMPTY_STATUS ? status : status.at(index);
  }

  private static Status outcome(@Nullable Request[] requests, int index) {
    Request request = requests[index];
    return request == null ? MPI.EMPTY_STATUS : placed(request.Wait(), index);
  }

  private static IntStream active(@Nullable Request[] requests) {
    return IntStream.range(0, requests.length).filter(i -> running(requests[i]).isPresent());
  }

  private static Optional<Operation> running(@Nullable Request request) {
    return request == null ? Optional.empty() : request.active();
  }

  private static IntStream done(@Nullable Request[] requests) {
    return active(requests).filter(i -> running(requests[i]).map(Operation::isDone).orElse(false));
  }

  // Another thread may complete what this one waits for.
  private static OptionalInt awaitDone(@Nullable Request[] requests) {
    OptionalInt done = MPIException.telling(() -> done(requests).findFirst());
    List<io.penstock.message.Request> underWay = underWay(requests);
    while (done.isEmpty() && !underWay.isEmpty()) {
      List<io.penstock.message.Request> awaited = underWay;
      MPIException.telling(() -> awaited.getFirst().awaitDoneAmong(awaited));
      done = done(requests).findFirst();
      underWay = underWay(requests);
    }
    return done;
  }

  private static List<io.penstock.message.Request> underWay(@Nullable Request[] requests) {
    return Arrays.stream(requests)
        .flatMap(request -> running(request).stream())
        .map(Operation::request)
        .toList();
  }
}
