package io.penstock.evaluate.messages;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/// A connection of the ranks of a process with each other, or with another process's.
interface Fabric extends AutoCloseable {
  /// A thread that is to be a rank, not started.
  ///
  /// @throws Exception if there can be none
  default Thread thread(int rank, Runnable task) throws Exception {
    return Thread.ofPlatform().name("rank-" + rank).unstarted(task);
  }

  /// Opens the endpoint of the rank that the calling thread is. The other one does the same.
  ///
  /// @param bytes of a message
  /// @throws Exception if that fails
  Endpoint open(int rank, long bytes) throws Exception;

  /// Ends what the ranks of this process met by, once their endpoints are closed.
  @Override
  default void close() {}

  /// One end of a connection between two ranks, by which one message goes to and fro. For the
  /// thread that opened it.
  interface Endpoint extends AutoCloseable {
    /// What is sent, and what a message arrives in.
    MemorySegment message();

    /// Sends the message.
    ///
    /// @throws Exception if that fails
    void send() throws Exception;

    /// Receives the message of the other rank.
    ///
    /// @throws Exception if that fails
    void receive() throws Exception;

    /// Tells the other rank a number.
    ///
    /// @throws Exception if that fails
    void tell(long number) throws Exception;

    /// The number that the other rank tells.
    ///
    /// @throws Exception if that fails
    long hear() throws Exception;

    @Override
    void close() throws IOException;
  }
}
