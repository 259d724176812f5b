package mpi;

import java.util.function.Supplier;

/// A send or receive that can be started again and again, with the same arguments.
///
/// [Request#Wait] and its like complete a start, and the request can be started anew.
@SuppressWarnings("MemberName") // the names of mpiJava
public final class Prequest extends Request {
  private final Supplier<Operation> start;

  Prequest(Supplier<Operation> start) {
    super(null);
    this.start = start;
  }

  /// Starts it.
  ///
  /// @throws MPIException if it has been started and not completed, or cannot be started
  public void Start() throws MPIException {
    if (!Is_null()) {
      throw new MPIException(
          "the persistent request is under way: wait for it before it is started again");
    }
    begin(MPIException.telling(start));
  }

  /// Starts all.
  ///
  /// @throws MPIException as [#Start]
  public static void Startall(Prequest[] requests) throws MPIException {
    for (Prequest request : requests) {
      request.Start();
    }
  }
}
