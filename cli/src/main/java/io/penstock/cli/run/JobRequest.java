package io.penstock.cli.run;

import java.net.InetAddress;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A request to run a program as the ranks of a job.
///
/// A value: each of the other methods gives another request.
public final class JobRequest {
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

  private final int ranks;
  private final Transport transport;
  private final JavaProgram program;
  private final Duration patience;
  private final Duration grace;
  private final @Nullable Hosts hosts;
  private final @Nullable String launcher;
  private final @Nullable InetAddress bind;

  private JobRequest(
      int ranks,
      Transport transport,
      JavaProgram program,
      Duration patience,
      Duration grace,
      @Nullable Hosts hosts,
      @Nullable String launcher,
      @Nullable InetAddress bind) {
    this.ranks = ranks;
    this.transport = transport;
    this.program = program;
    this.patience = patience;
    this.grace = grace;
    this.hosts = hosts;
    this.launcher = launcher;
    this.bind = bind;
  }

  /// A request for this machine alone.
  ///
  /// @param patience how long a rank waits for the others when it joins
  /// @param grace how long a process may take to end before it is made to
  public static JobRequest of(
      int ranks, Transport transport, JavaProgram program, Duration patience, Duration grace) {
    return new JobRequest(ranks, transport, program, patience, grace, null, null, null);
  }

  /// The same on these machines.
  public JobRequest onHosts(Hosts machines) {
    return new JobRequest(ranks, transport, program, patience, grace, machines, launcher, bind);
  }

  /// The same by an MPI launcher, by its path or name, rather than the one that is found.
  public JobRequest withLauncher(String name) {
    return new JobRequest(ranks, transport, program, patience, grace, hosts, name, bind);
  }

  /// The same with the coordinator at this address of this machine, rather than the one that suits
  /// the hosts.
  public JobRequest boundTo(InetAddress address) {
    return new JobRequest(ranks, transport, program, patience, grace, hosts, launcher, address);
  }

  int ranks() {
    return ranks;
  }

  Transport transport() {
    return transport;
  }

  /// The program that each rank runs.
  public JavaProgram program() {
    return program;
  }

  Duration patience() {
    return patience;
  }

  Duration grace() {
    return grace;
  }

  Optional<Hosts> hosts() {
    return Optional.ofNullable(hosts);
  }

  Optional<String> launcher() {
    return Optional.ofNullable(launcher);
  }

  Optional<InetAddress> bind() {
    return Optional.ofNullable(bind);
  }
}
