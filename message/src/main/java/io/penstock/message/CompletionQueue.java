package io.penstock.message;

import java.util.Optional;

/// A queue of requests that are done, for programs with many of them under way: to take one costs
/// the same however many there are, while each call of [Request#awaitAny] goes through its list.
///
/// Requests are added as they are started, and taken once they are done, each once and in about the
/// order in which that happens. Their outcomes are read as ever, by [Request#await], which then
/// does not wait. Safe for any number of threads. Nothing has to be closed.
///
/// ```java
/// CompletionQueue<Tile> queue = world.completionQueue();
/// for (Tile tile : tiles) {
///   queue.add(world.ireceive(tile.data(), tile.owner(), tile.number()), tile);
/// }
/// for (var next = queue.take(); next.isPresent(); next = queue.take()) {
///   next.get().request().await();
///   next.get().attachment().draw();
/// }
/// ```
///
/// @param <T> what the program hangs on a request to know it by
public interface CompletionQueue<T> {
  /// Adds a request.
  ///
  /// @param request one of this rank, of any communicator of the job; it may be done already
  /// @throws IllegalArgumentException if it is another rank's
  /// @throws IllegalStateException if it has been added to a queue before
  void add(Request request, T attachment);

  /// Waits until a request is done, failed or cancelled that has not been taken.
  ///
  /// @return empty if all have been taken
  Optional<Completion<T>> take();

  /// Looks for a request that is done, failed or cancelled and has not been taken; does not wait.
  ///
  /// @return empty if there is none
  Optional<Completion<T>> poll();

  /// How many have been added and not taken.
  int size();

  /// A request that is done.
  ///
  /// @param <T> what the program hangs on a request
  /// @param request whose outcome can be read without waiting
  /// @param attachment what was hung on it
  record Completion<T>(Request request, T attachment) {}
}
