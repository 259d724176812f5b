package io.penstock.message.tcp;

import io.penstock.message.Communicator;
import io.penstock.message.Transport;
import io.penstock.message.launch.JobDescription;
import java.util.Locale;
import java.util.Optional;

/// Ranks that are processes, each connected with each other by a socket.
public final class TcpTransport implements Transport {
  static final String NAME = "tcp";

  /// For [java.util.ServiceLoader].
  public TcpTransport() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<String> calling() {
    return job()
        .map(job -> String.format(Locale.ROOT, "started as rank %d of %d", job.rank(), job.size()));
  }

  /// Waits until all ranks have come.
  ///
  /// @throws io.penstock.message.MessageException if they do not within the job's patience, or this
  ///   rank cannot reach them; the message names who is missing
  @Override
  public Communicator world() {
    return TcpWorlds.join(job().orElseThrow());
  }

  private static Optional<JobDescription> job() {
    return JobDescription.current().filter(job -> job.transport().equals(NAME));
  }
}
