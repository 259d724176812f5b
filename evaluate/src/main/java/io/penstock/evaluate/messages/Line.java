package io.penstock.evaluate.messages;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/// One end of a connection between two ranks, by which one message goes to and fro. For the thread
/// that opened it.
interface Line extends AutoCloseable {
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
