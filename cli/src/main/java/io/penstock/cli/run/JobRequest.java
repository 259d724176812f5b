package io.penstock.cli.run;

import java.net.InetAddress;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/// A request to run a program as the ranks of a job.
///
/// @param ranks how many
/// @param hosts the machines, if not this one alone
/// @param launcher the MPI launcher, by its path or name, if not the one that is found
/// @param bind the address of this machine on which its coordinator listens, if not the one that
///   suits the hosts
/// @param patience how long a rank waits for the others when it joins
/// @param grace how long a process may take to end before it is made to
public record JobRequest(
    int ranks,
    Transport transport,
    JavaProgram program,
    Optional<Hosts> hosts,
    Optional<String> launcher,
    Optional<InetAddress> bind,
    Duration patience,
    Duration grace) {
  /// A way of starting and connecting the ranks of a job.
  public enum Transport {
    /// As threads of one process.
    THREADS,
    /// As processes, over TCP.
    TCP,
    /// As processes that an MPI launcher starts, over MPI.
    MPI;

    /// The name on the command line.
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
