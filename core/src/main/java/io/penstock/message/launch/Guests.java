package io.penstock.message.launch;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.UUID;

/// A handler of the connections that a listener accepts. Called by several threads at once.
public interface Guests {
  /// The job whose processes may call.
  UUID job();

  /// How many may call at about the same time: each gets a place, beside those that strangers may
  /// take.
  int expected();

  /// Decides about a caller that has proven to belong to the job. Who is admitted takes its place:
  /// the next one like it is a duplicate.
  Verdict admit(Hello hello);

  /// Takes over the connection of a caller that was admitted and told so, in blocking mode. Runs in
  /// a thread of its own.
  ///
  /// @throws IOException if the connection fails; the listener closes it and says why
  void receive(Hello hello, SocketChannel channel) throws IOException;
}
