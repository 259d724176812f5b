package io.penstock.cli.run;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.penstock.message.launch.Contact;
import io.penstock.message.launch.Coordinator;
import io.penstock.message.launch.JobDescription;
import io.penstock.message.launch.JobSecret;
import io.penstock.message.launch.JoinedOutput;
import io.penstock.message.launch.LaunchException;
import io.penstock.message.launch.Order;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;

/// Starts a process for each rank, here or by ssh on other machines, and joins their output.
final class ProcessStarter implements Starter {
  private final Request request;
  private final Screen screen;
  private final Coordinator coordinator;
  private final JoinedOutput output;
  private final JoinedOutput errors;
  private final AtomicBoolean lost = new AtomicBoolean();

  ProcessStarter(Request request, Screen screen, Coordinator coordinator) {
    this.request = request;
    this.screen = screen;
    this.coordinator = coordinator;
    this.output = new JoinedOutput(screen.output());
    this.errors = new JoinedOutput(screen.errors());
  }

  @Override
  public void start(Supervisor supervisor) throws LaunchException {
    Optional<List<String>> places = request.hosts().map(hosts -> hosts.place(request.ranks()));
    for (int rank = 0; rank < request.ranks(); rank++) {
      if (supervisor.isSignalled()) {
        supervisor.cutShort();
        return;
      }
      supervisor.add(
          places.isPresent()
              ? remote(rank, places.get().get(rank), supervisor)
              : local(rank, supervisor));
    }
  }

  private Member local(int rank, Supervisor supervisor) throws LaunchException {
    ProcessBuilder builder = new ProcessBuilder(JavaCommand.local(request.program()));
    builder.environment().putAll(description(rank, InetAddress.getLoopbackAddress()).environment());
    if (rank == 0) {
      builder.redirectInput(ProcessBuilder.Redirect.INHERIT);
    }
    Process process = ChildProcess.start(builder, "check this JDK");
    if (rank != 0) {
      close(process.getOutputStream());
    }
    return child(rank, process, supervisor);
  }

  private static void close(OutputStream input) {
    try {
      input.close();
    } catch (IOException e) {
      // Nothing was written.
    }
  }

  private Contact contact(InetAddress bind) {
    return new Contact(coordinator.address(), coordinator.secret(), bind, request.patience());
  }

  // Other machines are called from outside: the coordinator sees under which address.
  private InetAddress outside() {
    InetAddress own = coordinator.address().getAddress();
    return own.isLoopbackAddress() ? own : new InetSocketAddress(0).getAddress();
  }

  private Member remote(int rank, String host, Supervisor supervisor) throws LaunchException {
    List<String> words =
        SshCommand.words(
            host,
            Path.of("").toAbsolutePath(),
            description(rank, outside()).environment(),
            JavaCommand.process(request.program()));
    Process ssh =
        ChildProcess.start(new ProcessBuilder(words), "install OpenSSH or leave the hosts out");
    RemoteInput.give(ssh, coordinator.secret(), rank == 0);
    return new RemoteProcess(rank, child(rank, ssh, supervisor), coordinator);
  }

  private JobDescription description(int rank, InetAddress bind) {
    return new JobDescription(
        coordinator.job(), "tcp", rank, request.ranks(), Optional.of(contact(bind)));
  }

  private ChildProcess child(int rank, Process process, Supervisor supervisor) {
    Pump results =
        new Pump(
            process.getInputStream(),
            output.source(rank, screen.colouredOutput()),
            e -> outputLost(e, supervisor));
    Pump diagnostics =
        new Pump(
            process.getErrorStream(),
            errors.source(rank, screen.colouredErrors()),
            _ -> {}); // there is nowhere left to say so
    return new ChildProcess(
        "rank " + rank,
        process,
        List.of(results, diagnostics),
        () -> coordinator.bar(rank),
        () -> coordinator.ended(rank));
  }

  private void outputLost(Exception reason, Supervisor supervisor) {
    if (lost.compareAndSet(false, true)) {
      supervisor.outputLost(screen.lost().applyAsInt(reason));
    }
  }

  /// The standard input of ssh for a rank on another machine: the secret, then, for rank 0, the
  /// input of this process.
  private static final class RemoteInput {
    private RemoteInput() {}

    static void give(Process ssh, JobSecret secret, boolean first) {
      Thread.ofPlatform()
          .daemon()
          .name("penstock-input")
          .start(() -> write(ssh.getOutputStream(), secret, first));
    }

    // In small pieces as they come: somebody may be typing.
    private static void passOn(OutputStream input) throws IOException {
      InputStream own = new FileInputStream(FileDescriptor.in);
      byte[] piece = new byte[8192];
      for (int count = own.read(piece); count >= 0; count = own.read(piece)) {
        input.write(piece, 0, count);
        input.flush();
      }
    }

    private static void write(OutputStream input, JobSecret secret, boolean first) {
      try (input) {
        input.write((secret.hex() + "\n").getBytes(US_ASCII));
        input.flush();
        if (first) {
          passOn(input);
        }
      } catch (IOException e) {
        // It has ended: its exit status says why.
      }
    }
  }

  /// A rank on another machine: `ssh` speaks for it, and it takes its orders from the coordinator.
  ///
  /// @param ssh the process that holds the connection
  private record RemoteProcess(int rank, ChildProcess ssh, Coordinator coordinator)
      implements Member {
    @Override
    public String name() {
      return ssh.name();
    }

    @Override
    public void watch(IntConsumer end, Runnable drained) {
      ssh.watch(end, drained);
    }

    @Override
    public boolean hasBegun() {
      return ssh.hasBegun();
    }

    // One that is not connected yet finds no coordinator when it wants to be, and ends too.
    @Override
    public void order(Order order) {
      boolean told = coordinator.order(rank, order);
      if (!told || order == Order.KILL) {
        ssh.order(order);
      }
    }
  }
}
