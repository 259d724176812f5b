package io.penstock.cli.run;

import io.penstock.message.launch.JoinedOutput;
import io.penstock.message.launch.LaunchException;
import io.penstock.message.launch.Order;
import io.penstock.mpi.launch.RankConnection;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/// A starter of an MPI launcher, which joins the output of the ranks with the launcher's own.
final class MpiStarter implements Job.Starter, AutoCloseable {
  private final JobRequest request;
  private final MpiLauncher launcher;
  private final Job.Screen screen;
  private final JoinedOutput output;
  private final JoinedOutput errors;
  private final RankOutputs ranks;
  private final AtomicBoolean lost = new AtomicBoolean();

  /// @throws LaunchException if there is no launcher
  /// @throws IOException if no socket can be opened for the ranks
  MpiStarter(JobRequest request, Job.Screen screen) throws LaunchException, IOException {
    this.request = request;
    this.screen = screen;
    Optional<String> asked = request.launcher();
    this.launcher =
        asked.isPresent() ? MpiLauncher.named(asked.get()) : MpiLauncher.find(System.getenv());
    this.output = new JoinedOutput(screen.output());
    this.errors = new JoinedOutput(screen.errors());
    this.ranks = RankOutputs.listen(this::sink);
  }

  private OutputStream sink(RankConnection connection) {
    boolean results = connection.stream() == RankConnection.OUTPUT;
    boolean coloured = results ? screen.colouredOutput() : screen.colouredErrors();
    return (results ? output : errors).source(connection.rank(), coloured);
  }

  @Override
  public void start(Supervisor supervisor) throws LaunchException {
    ranks.whenLost(reason -> outputLost(reason, supervisor));
    ProcessBuilder builder =
        new ProcessBuilder(
                launcher.words(request, request.program().mpiRankCommand(), System.getenv()))
            .redirectInput(ProcessBuilder.Redirect.INHERIT);
    MpiLauncher.prepare(builder.environment());
    builder.environment().put(RankConnection.SOCKET, ranks.socket().toString());
    supervisor.add(job(ChildProcess.start(builder, "name another with --launcher"), supervisor));
  }

  private ChildProcess job(Process process, Supervisor supervisor) {
    Pump results = pump(process.getInputStream(), output, e -> outputLost(e, supervisor));
    Pump diagnostics = pump(process.getErrorStream(), errors, _ -> {});
    String name = launcher.program().toString();
    List<Pump> pumps = List.of(results, diagnostics);
    return new ChildProcess(name, process, pumps, () -> false, ranks::finish) {
      private volatile int orderedStatus;

      // MPICH's launcher says 0 when a signal has ended it and its ranks.
      @Override
      public void watch(IntConsumer end, Runnable drained) {
        super.watch(status -> end.accept(status == 0 ? orderedStatus : status), drained);
      }

      // A launcher ends its ranks itself, unless it is killed.
      @Override
      public void order(Order order) {
        orderedStatus = order.status();
        if (order == Order.KILL) {
          process.descendants().forEach(ProcessHandle::destroyForcibly);
        }
        super.order(order);
      }
    };
  }

  // The launcher's own output belongs to no rank.
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
}
