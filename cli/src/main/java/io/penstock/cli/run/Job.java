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
    Supervisor supervisor = new Supervisor(request.grace(), screen.say());
    Thread catching = Thread.ofPlatform().daemon().start(() -> Signals.pass(supervisor::signal));
    return switch (request.transport()) {
      case MPI -> runByMpi(request, screen, supervisor, catching);
      case TCP -> runByUs(request, screen, supervisor, catching);
      case THREADS -> run(new ThreadStarter(request, screen), supervisor, catching);
    };
  }

  // MPI connects the ranks itself.
  private static int runByMpi(
      Request request, Screen screen, Supervisor supervisor, Thread catching)
      throws LaunchException, IOException, InterruptedException {
    try (MpiStarter starter = new MpiStarter(request, screen)) {
      return run(starter, supervisor, catching);
    }
  }

  private static int runByUs(Request request, Screen screen, Supervisor supervisor, Thread catching)
      throws LaunchException, IOException, InterruptedException {
    try (Coordinator coordinator = coordinator(request, supervisor)) {
      return run(new ProcessStarter(request, screen, coordinator), supervisor, catching);
    }
  }

  private static Coordinator coordinator(Request request, Supervisor supervisor)
      throws LaunchException, IOException {
    InetAddress address = address(request);
    try {
      return Coordinator.open(request.ranks(), address, supervisor::sayUnlessSignalled);
    } catch (IOException e) {
      throw new LaunchException(
          address.getHostAddress(),
          String.valueOf(e.getMessage()),
          "name an address of this machine with --bind");
    }
  }

  /// @param catching begins to catch signals, beside what else has to be done before a rank starts
  static int run(Starter starter, Supervisor supervisor, Thread catching)
      throws LaunchException, InterruptedException {
    catching.join();
    try {
      starter.start(supervisor);
      return supervisor.run();
    } catch (LaunchException e) { // or it is a signal to all that hindered a process from starting
      return supervisor.awaitSignal().orElseThrow(() -> e).status();
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
