package io.penstock.message.launch;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;

/// The address and the secret by which ranks that are processes find and trust each other.
///
/// @param coordinator where the job's ranks register; its name is resolved when it is called
/// @param secret shared by all ranks of the job
/// @param bind the address of this machine on which a rank listens for the others; the wildcard
///   address stands for all of them
/// @param patience how long a rank waits for the others when it joins
public record Contact(
    InetSocketAddress coordinator, JobSecret secret, InetAddress bind, Duration patience) {
  /// The default time that a rank waits.
  public static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final Duration LEAST = Duration.ofMillis(1);
  private static final Duration MOST = Duration.ofDays(1);

  /// @throws IllegalArgumentException if the patience is not within a millisecond and a day, or the
  ///   coordinator's port is 0
  public Contact {
    if (patience.compareTo(LEAST) < 0 || patience.compareTo(MOST) > 0) {
      throw new IllegalArgumentException("a rank waits for a millisecond to a day: " + patience);
    }
    if (coordinator.getPort() == 0) {
      throw new IllegalArgumentException("a coordinator has a port: " + coordinator);
    }
  }

  /// A rank on the same machine as the coordinator: it listens on the loopback address and waits
  /// for 30 seconds.
  public static Contact local(InetSocketAddress coordinator, JobSecret secret) {
    return new Contact(coordinator, secret, InetAddress.getLoopbackAddress(), PATIENCE);
  }

  /// The same with another patience.
  public Contact waiting(Duration longer) {
    return new Contact(coordinator, secret, bind, longer);
  }
}
