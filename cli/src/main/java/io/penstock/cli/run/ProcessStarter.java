package io.penstock.cli.run;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.penstock.cli.tool.Shell;
import io.penstock.cli.tool.StandardInput;
import io.penstock.message.launch.Contact;
import io.penstock.message.launch.Coordinator;
import io.penstock.message.launch.JobDescription;
import io.penstock.message.launch.JoinedOutput;
import io.penstock.message.launch.LaunchException;
import io.penstock.message.launch.Order;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/// A starter of one process for each rank, here or by ssh on other machines, which joins their
/// output.
final class ProcessStarter implements Job.Starter {
  /// The variable that never stands on a command line.
  private static final String SECRET = "PENSTOCK_SECRET";

  /// The seconds after which ssh asks a silent machine whether it is there, and how often it asks
  /// in vain: it gives up within half a minute, as ranks do that have lost their launcher.
  private static final int SILENCE_SECONDS = 10;

  private static final int QUESTIONS = 2;

  private final JobRequest request;
  private final Job.Screen screen;
  private final Coordinator coordinator;
  private final JoinedOutput output;
  private final JoinedOutput errors;
  private final AtomicBoolean lost = new AtomicBoolean();

  ProcessStarter(JobRequest request, Job.Screen screen, Coordinator coordinator) {
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

  private ChildProcess local(int rank, Supervisor supervisor) throws LaunchException {
    ProcessBuilder builder = new ProcessBuilder(request.program().localRankCommand());
    builder.environment().putAll(description(rank, InetAddress.getLoopbackAddress()).environment());
    if (rank == 0) {
      builder.redirectInput(ProcessBuilder.Redirect.INHERIT);
    }
    Process process = ChildProcess.start(builder, "check this JDK");
    if (rank != 0) {
      close(process.getOutputStream());
    }
    return new ChildProcess(
        "rank " + rank,
        process,
        pumps(rank, process, supervisor),
        () -> coordinator.bar(rank),
        () -> coordinator.ended(rank));
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

  private ChildProcess remote(int rank, String host, Supervisor supervisor) throws LaunchException {
    List<String> words =
        sshCommand(
            host,
            request.patience(),
            Path.of("").toAbsolutePath(),
            description(rank, outside()).environment(),
            request.program().rankCommand());
    Process ssh =
        ChildProcess.start(new ProcessBuilder(words), "install OpenSSH or leave the hosts out");
    Thread.ofPlatform()
        .daemon()
        .name("penstock-input")
        .start(() -> feed(ssh.getOutputStream(), rank == 0));
    return new ChildProcess(
        "rank " + rank,
        ssh,
        pumps(rank, ssh, supervisor),
        () -> coordinator.bar(rank),
        () -> coordinator.ended(rank)) {
      // The rank takes its orders from the coordinator. One that is not connected yet finds no
      // coordinator when it wants to be, and ends too.
      @Override
      public void order(Order order) {
        boolean told = coordinator.order(rank, order);
        if (!told || order == Order.KILL) {
          super.order(order);
        }
      }
    };
  }

  /// The command line that starts a rank on another machine. The secret is not in it: the remote
  /// shell reads it from the first line of its input.
  ///
  /// A machine that is lost closes no connection: ssh asks for signs of life. It does not tell by
  /// which signal a process ended that it started, but returns 255: the remote shell stays to tell.
  ///
  /// @param patience how long the machine may take to answer
  /// @param environment that the rank is given
  /// @param java the command line of the rank there
  static List<String> sshCommand(
      String host,
      Duration patience,
      Path folder,
      Map<String, String> environment,
      List<String> java) {
    String assignments =
        environment.entrySet().stream()
            .filter(entry -> !entry.getKey().equals(SECRET))
            .map(entry -> Shell.quoted(entry.getKey() + "=" + entry.getValue()))
            .collect(Collectors.joining(" "));
    String script =
        String.format(
            Locale.ROOT,
            "IFS= read -r %s && export %s && cd %s && env %s %s; exit $?",
            SECRET,
            SECRET,
            Shell.quoted(folder.toString()),
            assignments,
            java.stream().map(Shell::quoted).collect(Collectors.joining(" ")));
    // Whatever the user's shell is there, a POSIX shell reads the script.
    List<String> words = new ArrayList<>(List.of("ssh"));
    options(patience).forEach(option -> words.addAll(List.of("-o", option)));
    words.addAll(List.of(host, "exec sh -c " + Shell.quoted(script)));
    return words;
  }

  private static List<String> options(Duration patience) {
    return List.of(
        "BatchMode=yes",
        "ConnectTimeout=" + patience.toSeconds(),
        "ServerAliveInterval=" + SILENCE_SECONDS,
        "ServerAliveCountMax=" + QUESTIONS);
  }

  /// Writes the input of a remote rank: the secret, then, for rank 0, the input of this process.
  private void feed(OutputStream input, boolean first) {
    try (input) {
      input.write((coordinator.secret().hex() + "\n").getBytes(US_ASCII));
      input.flush();
      if (first) {
        InputStream own = StandardInput.open();
        byte[] piece = new byte[8192];
        // In small pieces as they come: somebody may be typing.
        for (int count = own.read(piece); count >= 0; count = own.read(piece)) {
          input.write(piece, 0, count);
          input.flush();
        }
      }
    } catch (IOException e) {
      // It has ended: its exit status says why.
    }
  }

  private JobDescription description(int rank, InetAddress bind) {
    return new JobDescription(coordinator.job(), "tcp", rank, request.ranks(), contact(bind));
  }

  private List<Pump> pumps(int rank, Process process, Supervisor supervisor) {
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
    return List.of(results, diagnostics);
  }

  private void outputLost(Exception reason, Supervisor supervisor) {
    if (lost.compareAndSet(false, true)) {
      supervisor.outputLost(screen.lost().applyAsInt(reason));
    }
  }
}
