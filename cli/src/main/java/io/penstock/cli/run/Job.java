package io.penstock.cli.run;

import io.penstock.message.launch.Coordinator;
import io.penstock.message.launch.LaunchException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.DatagramChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;

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

  /// By which of its addresses this machine is seen by others.
  private static final class Route {
    private static final int ANY_PORT = 9;

    private Route() {}

    /// The address from which the first of the hosts is reached that is not this machine itself;
    /// the loopback address if all are. Nothing is sent.
    ///
    /// @throws IOException if a host is unknown
    static InetAddress to(List<String> hosts) throws IOException {
      for (String host : hosts) {
        InetAddress own = to(address(host.substring(host.lastIndexOf('@') + 1)));
        if (!own.isLoopbackAddress()) {
          return own;
        }
      }
      return InetAddress.getLoopbackAddress();
    }

    private static InetAddress address(String host) throws IOException {
      try {
        return InetAddress.getByName(host);
      } catch (UnknownHostException e) {
        String remedy =
            "check the name, or name this machine's address with --bind if ssh knows it";
        throw new IOException("host " + host + ": has no address that is known here; " + remedy, e);
      }
    }

    private static InetAddress to(InetAddress host) throws IOException {
      try (DatagramChannel channel = DatagramChannel.open()) {
        channel.connect(new InetSocketAddress(host, ANY_PORT));
        return ((InetSocketAddress) channel.getLocalAddress()).getAddress();
      }
    }
  }

  /// Starts one process whose threads are the ranks. It has this process's standard streams, and
  /// labels the lines itself.
  private record ThreadStarter(Request request, Screen screen) implements Starter {
    @Override
    public void start(Supervisor supervisor) throws LaunchException {
      ProcessBuilder builder =
          new ProcessBuilder(
                  JavaCommand.threads(
                      request.program(),
                      request.ranks(),
                      request.grace(),
                      screen.colouredOutput(),
                      screen.colouredErrors()))
              .inheritIO();
      builder.environment().remove("CLASSPATH"); // each rank has its own
      Process process = ChildProcess.start(builder, "check this JDK");
      supervisor.add(
          new ChildProcess(
              "the process of all ranks", process, List.of(), new StartingJvm(process), () -> {}));
    }

    /// A look at a JVM of ranks that are threads: whether it has come to its main method, as Linux
    /// shows by the names of its threads. Elsewhere it counts as begun.
    ///
    /// Such a process has no connection to tell. The first thing that its main method does is to
    /// wait for the end of this process, which starts a thread of the JDK's.
    private static final class StartingJvm implements BooleanSupplier {
      private static final String WAITS_FOR_PROCESSES = "process reaper";

      private final Path threads;
      private boolean unborn;

      StartingJvm(Process process) {
        this.threads = Path.of("/proc", Long.toString(process.pid()), "task");
      }

      /// Whether it has not come so far. It is to be killed then: the answer stays.
      @Override
      public synchronized boolean getAsBoolean() {
        unborn = unborn || isStarting();
        return unborn;
      }

      private boolean isStarting() {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(threads)) {
          for (Path thread : all) {
            if (Files.readString(thread.resolve("comm")).startsWith(WAITS_FOR_PROCESSES)) {
              return false;
            }
          }
          return true;
        } catch (IOException e) {
          return false; // it has ended, or this system does not show it
        }
      }
    }
  }
}
