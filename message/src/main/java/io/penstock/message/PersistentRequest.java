package io.penstock.message;

import java.util.List;

/// A send or receive that is defined once and started many times, as MPI's persistent requests.
///
/// ```java
/// try (PersistentRequest in = world.persistentReceive(halo, left, TAG);
///     PersistentRequest out = world.persistentSend(edge, right, TAG)) {
///   for (int step = 0; step < steps; step++) {
///     PersistentRequest.startAll(in, out);
///     computeInner();
///     in.await();
///     out.await();
///     computeRim();
///   }
/// }
/// ```
///
/// Each start is what `isend`, `isynchronousSend` or `ireceive` would be with the same arguments;
/// it ends as any [Request], whose methods speak of the start that was last. Reading an outcome
/// again gives the same until the next start. Starts of arrays, and of segments that any thread may
/// touch, make no garbage once they are warm.
///
/// Safe for any thread; it is for the program that nobody starts what another thread still awaits.
public interface PersistentRequest extends Request, AutoCloseable {
  /// Starts it, once more.
  ///
  /// @throws IllegalStateException if it is active: its last outcome has not been read; or if it,
  ///   or the communicator, is closed
  /// @throws MessageException if the other rank has left the job; it is not active then
  void start();

  /// Ends its use. Further calls do nothing.
  ///
  /// @throws IllegalStateException if it is active; it is not closed then
  @Override
  void close();

  /// Starts some, in order. If one cannot be started, those after it are not.
  ///
  /// @throws IllegalStateException if one is active or closed
  static void startAll(List<? extends PersistentRequest> requests) {
    requests.forEach(PersistentRequest::start);
  }

  /// Starts some, in order. If one cannot be started, those after it are not.
  ///
  /// @throws IllegalStateException if one is active or closed
  static void startAll(PersistentRequest... requests) {
    for (PersistentRequest request : requests) {
      request.start();
    }
  }
}
