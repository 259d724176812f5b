package io.penstock.evaluate.messages;

/// How the ranks of a process are connected with each other, or with another process's.
interface Wiring extends AutoCloseable {
  /// A thread that is to be a rank, not started.
  ///
  /// @throws Exception if there can be none
  default Thread thread(int rank, Runnable task) throws Exception {
    return Thread.ofPlatform().name("rank-" + rank).unstarted(task);
  }

  /// Opens the line of the rank that the calling thread is. The other one does the same.
  ///
  /// @param bytes of a message
  /// @throws Exception if that fails
  Line open(int rank, long bytes) throws Exception;

  /// Ends what the ranks of this process met by, once their lines are closed.
  @Override
  default void close() {}
}
