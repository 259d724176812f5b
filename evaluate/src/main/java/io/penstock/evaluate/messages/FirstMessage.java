package io.penstock.evaluate.messages;

import io.penstock.message.Communicator;

/// A rank of two that sends one message to and fro. The same stands in `mpi_start.c`.
public final class FirstMessage {
  /// Of the message.
  static final long BYTES = Long.BYTES;

  /// What rank 0 prints when the message has come back.
  static final String DONE = "to and fro";

  private static final int TAG = 7;
  private static final long SENT = 42;

  private FirstMessage() {}

  /// Does it; the launcher says as which rank.
  ///
  /// @param arguments none
  public static void main(String[] arguments) {
    try (Communicator world = Communicator.world()) {
      long[] message = {world.rank() == 0 ? SENT : 0};
      if (world.rank() == 0) {
        world.send(message, 1, TAG);
        world.receive(message, 1, TAG);
        expect(message[0], SENT + 1);
        System.out.println(DONE);
      } else {
        world.receive(message, 0, TAG);
        expect(message[0], SENT);
        message[0]++;
        world.send(message, 0, TAG);
      }
    }
  }

  private static void expect(long got, long expected) {
    if (got != expected) {
      throw new IllegalStateException("got " + got + " instead of " + expected);
    }
  }
}
