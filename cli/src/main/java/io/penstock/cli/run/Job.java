package io.penstock.cli.run;

import io.penstock.message.launch.Coordinator;
import io.penstock.message.launch.LaunchException;
import java.io.IOException;
import java.net.InetAddress;

/// Runs a program as the ranks of a job.
public final class Job {
  private Job() {}

  /// Starts all ranks and waits for their end. Signals to this process are theirs from now on.
  /// However this returns, no process of the job is left.
  ///
  /// @return the exit status of the first rank that failed, 0 if none did
  /// @throws LaunchException if a rank cannot be started, or the coordinator's address not be used
  /// @throws IOException if a host is unknown
  public static int run(Request request, Screen screen)
      throws LaunchException, IOException, InterruptedException {
    return switch (request.transport()) {
      case MPI -> runByMpi(request, screen);
      case TCP -> runByUs(request, screen);
      case THREADS ->
          run(new ThreadStarter(request, screen), new Supervisor(request.grace(), screen.say()));
    };
  }

  // MPI connects the ranks itself.
  private static int runByMpi(Request request, Screen screen)
      throws LaunchException, IOException, InterruptedException {
    Supervisor supervisor = new Supervisor(request.grace(), screen.say());
    try (MpiStarter starter = new MpiStarter(request, screen)) {
      return run(starter, supervisor);
    }
  }

  private static int runByUs(Request request, Screen screen)
      throws LaunchException, IOException, InterruptedException {
    Supervisor supervisor = new Supervisor(request.grace(), screen.say());
    try (Coordinator coordinator = coordinator(request, screen)) {
      return run(new ProcessStarter(request, screen, coordinator), supervisor);
    }
  }

  private static Coordinator coordinator(Request request, Screen screen)
      throws LaunchException, IOException {
    InetAddress address = address(request);
    try {
      return Coordinator.open(request.ranks(), address, screen.say());
    } catch (IOException e) {
      throw new LaunchException(
          address.getHostAddress(),
          String.valueOf(e.getMessage()),
          "name an address of this machine with --bind");
    }
  }

  private static int run(Starter starter, Supervisor supervisor)
      throws LaunchException, InterruptedException {
    Signals.pass(supervisor::signal);
    try {
      starter.start(supervisor);
      return supervisor.run();
    } finally {
      supervisor.kill();
    }
  }

  private static InetAddress address(Request request) throws IOException {
    if (request.bind().isPresent()) {
      return request.bind().get();
    }
    return request.hosts().isPresent()
        ? Route.to(request.hosts().get().place(request.ranks()))
        : InetAddress.getLoopbackAddress();
  }
}
