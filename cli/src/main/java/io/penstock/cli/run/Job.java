package io.penstock.cli.run;

import io.penstock.message.launch.Coordinator;
import io.penstock.message.launch.LaunchException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.DatagramChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;

/// A job: a program that runs as several ranks.
public final class Job {
  private static final int ANY_PORT = 9;
  private static final String WAITS_FOR_PROCESSES = "process reaper";

  private Job() {}

  /// A starter of the processes of a job.
  interface Starter {
    /// Starts them all, and hands each to `supervisor` as soon as it runs.
    ///
    /// @throws LaunchException if one cannot be started; those before it run
    void start(Supervisor supervisor) throws LaunchException;
  }

  /// The destination of a job's output.
  ///
  /// @param output takes what ranks print to standard output
  /// @param errors takes what they print to standard error
  /// @param colouredOutput whether labels in `output` are coloured
  /// @param colouredErrors whether labels in `errors` are coloured
  /// @param say takes lines about the job itself; for any thread
  /// @param lost takes the reason why `output` takes no more, and returns the job's exit status
  public record Screen(
      OutputStream output,
      OutputStream errors,
      boolean colouredOutput,
      boolean colouredErrors,
      Consumer<String> say,
      ToIntFunction<Exception> lost) {}

  /// Starts all ranks and waits for their end. Signals to this process are theirs from now on.
  /// However this returns, no process of the job is left.
  ///
  /// @return the exit status of the first rank that failed, 0 if none did
  /// @throws LaunchException if a rank cannot be started, or the coordinator's address not be used
  /// @throws IOException if a host is unknown
  public static int run(JobRequest request, Screen screen)
      throws LaunchException, IOException, InterruptedException {
    Supervisor supervisor = new Supervisor(request.grace(), screen.say());
    Thread catching = Thread.ofPlatform().daemon().start(() -> Signals.pass(supervisor::signal));
    return switch (request.transport()) {
      case MPI -> runByMpi(request, screen, supervisor, catching);
      case TCP -> runByUs(request, screen, supervisor, catching);
      case THREADS -> run(threads(request, screen), supervisor, catching);
    };
  }

  // MPI connects the ranks itself.
  private static int runByMpi(
      JobRequest request, Screen screen, Supervisor supervisor, Thread catching)
      throws LaunchException, IOException, InterruptedException {
    try (MpiStarter starter = new MpiStarter(request, screen)) {
      return run(starter, supervisor, catching);
    }
  }

  private static int runByUs(
      JobRequest request, Screen screen, Supervisor supervisor, Thread catching)
      throws LaunchException, IOException, InterruptedException {
    try (Coordinator coordinator = coordinator(request, supervisor)) {
      return run(new ProcessStarter(request, screen, coordinator), supervisor, catching);
    }
  }

  private static Coordinator coordinator(JobRequest request, Supervisor supervisor)
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

  private static InetAddress address(JobRequest request) throws IOException {
    if (request.bind().isPresent()) {
      return request.bind().get();
    }
    return request.hosts().isPresent()
        ? routeTo(request.hosts().get().place(request.ranks()))
        : InetAddress.getLoopbackAddress();
  }

  /// The address of this machine at which the first of the hosts that is another machine reaches
  /// it; the loopback address if all are this machine. Nothing is sent.
  private static InetAddress routeTo(List<String> hosts) throws IOException {
    for (String host : hosts) {
      InetAddress own = routeTo(host.substring(host.lastIndexOf('@') + 1));
      if (!own.isLoopbackAddress()) {
        return own;
      }
    }
    return InetAddress.getLoopbackAddress();
  }

  private static InetAddress routeTo(String host) throws IOException {
    try (DatagramChannel channel = DatagramChannel.open()) {
      channel.connect(new InetSocketAddress(InetAddress.getByName(host), ANY_PORT));
      return ((InetSocketAddress) channel.getLocalAddress()).getAddress();
    } catch (UnknownHostException e) {
      String remedy = "check the name, or name this machine's address with --bind if ssh knows it";
      throw new IOException("host " + host + ": has no address that is known here; " + remedy, e);
    }
  }

  /// A starter of one process whose threads are the ranks. It has this process's standard streams,
  /// and labels the lines itself.
  private static Starter threads(JobRequest request, Screen screen) {
    return new Starter() {
      @Override
      public void start(Supervisor supervisor) throws LaunchException {
        ProcessBuilder builder =
            new ProcessBuilder(
                    request
                        .program()
                        .threadsCommand(
                            request.ranks(),
                            request.grace(),
                            screen.colouredOutput(),
                            screen.colouredErrors()))
                .inheritIO();
        builder.environment().remove("CLASSPATH"); // each rank has its own
        Process process = ChildProcess.start(builder, "check this JDK");
        supervisor.add(
            new ChildProcess(
                "the process of all ranks", process, List.of(), unborn(process), () -> {}));
      }
    };
  }

  /// A test of a JVM whose threads are ranks for having reached its main method, which the names of
  /// its threads show on Linux. Elsewhere it counts as begun.
  ///
  /// Such a process has no connection to report it. The first thing that its main method does is to
  /// wait for the end of this process, which starts a thread of the JDK's.
  ///
  /// @return whether it has not reached it; it is killed then, so the answer stays
  private static BooleanSupplier unborn(Process process) {
    Path threads = Path.of("/proc", Long.toString(process.pid()), "task");
    AtomicBoolean unborn = new AtomicBoolean();
    return () -> {
      if (isStarting(threads)) {
        unborn.set(true);
      }
      return unborn.get();
    };
  }

  private static boolean isStarting(Path threads) {
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
