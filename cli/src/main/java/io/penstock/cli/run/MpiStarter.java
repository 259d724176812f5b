package io.penstock.cli.run;

import io.penstock.message.launch.JoinedOutput;
import io.penstock.message.launch.LaunchException;
import io.penstock.message.launch.Order;
import io.penstock.mpi.launch.RankConnection;
import io.penstock.mpi.launch.RankStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/// Has an MPI launcher start the ranks, and joins what they print with what the launcher says.
final class MpiStarter implements Starter, AutoCloseable {
  private final Request request;
  private final MpiLauncher launcher;
  private final Screen screen;
  private final JoinedOutput output;
  private final JoinedOutput errors;
  private final RankOutputs ranks;
  private final AtomicBoolean lost = new AtomicBoolean();

  /// @throws LaunchException if there is no launcher
  /// @throws IOException if ranks cannot be listened to
  MpiStarter(Request request, Screen screen) throws LaunchException, IOException {
    this.request = request;
    this.screen = screen;
    this.launcher = MpiLauncher.find(request.launcher(), System.getenv());
    this.output = new JoinedOutput(screen.output());
    this.errors = new JoinedOutput(screen.errors());
    this.ranks = RankOutputs.listen(this::sink);
  }

  private OutputStream sink(RankConnection connection) {
    boolean results = connection.stream() == RankStream.OUTPUT;
    boolean coloured = results ? screen.colouredOutput() : screen.colouredErrors();
    return (results ? output : errors).source(connection.rank(), coloured);
  }

  @Override
  public void start(Supervisor supervisor) throws LaunchException {
    ranks.whenLost(reason -> outputLost(reason, supervisor));
    ProcessBuilder builder =
        new ProcessBuilder(
                launcher.words(request, JavaCommand.mpi(request.program()), System.getenv()))
            .redirectInput(ProcessBuilder.Redirect.INHERIT);
    MpiLauncher.prepare(builder.environment());
    builder.environment().put(RankConnection.SOCKET, ranks.socket().toString());
    supervisor.add(job(ChildProcess.start(builder, "name another with --launcher"), supervisor));
  }

  private MpiJob job(Process process, Supervisor supervisor) {
    Pump results = pump(process.getInputStream(), output, e -> outputLost(e, supervisor));
    Pump diagnostics = pump(process.getErrorStream(), errors, _ -> {});
    ChildProcess child =
        new ChildProcess(
            launcher.program().toString(),
            process,
            List.of(results, diagnostics),
            () -> false,
            ranks::finish);
    return new MpiJob(child, process.toHandle());
  }

  // What the launcher says itself belongs to no rank.
  private static Pump pump(InputStream from, JoinedOutput to, Consumer<Exception> lost) {
    return new Pump(from, to.source(), lost);
  }

  private void outputLost(Exception reason, Supervisor supervisor) {
    if (lost.compareAndSet(false, true)) {
      supervisor.outputLost(screen.lost().applyAsInt(reason));
    }
  }

  @Override
  public void close() throws IOException {
    ranks.close();
  }

  /// An MPI launcher with the ranks that it has started.
  private static final class MpiJob implements Member {
    private final ChildProcess launcher;
    private final ProcessHandle process;
    private volatile Optional<Order> last = Optional.empty();

    MpiJob(ChildProcess launcher, ProcessHandle process) {
      this.launcher = launcher;
      this.process = process;
    }

    @Override
    public String name() {
      return launcher.name();
    }

    // MPICH's launcher says 0 when a signal has ended it and its ranks.
    @Override
    public void watch(IntConsumer end, Runnable drained) {
      launcher.watch(
          status -> end.accept(status == 0 ? last.map(Order::status).orElse(0) : status), drained);
    }

    @Override
    public boolean hasBegun() {
      return launcher.hasBegun();
    }

    // A launcher ends its ranks itself, unless it is killed.
    @Override
    public void order(Order order) {
      last = Optional.of(order);
      if (order == Order.KILL) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
      }
      launcher.order(order);
    }
  }
}
