package io.penstock.evaluate.run;

import io.penstock.evaluate.machine.MpiInstallation;
import io.penstock.message.launch.Coordinator;
import io.penstock.message.launch.JobDescription;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The processes of a job whose ranks are connected by TCP, and that meet by a coordinator in this
/// process. Another number of them is another job.
final class TcpRanks implements Staff {
  private final Processes processes;
  private int ranks;
  private Optional<Coordinator> coordinator = Optional.empty();

  TcpRanks(Experiment experiment, Entry entry, Launcher launcher, Rules rules) {
    processes = new Processes(experiment, entry, launcher, rules, this::tell);
  }

  private void tell(int rank, ProcessBuilder process) {
    Coordinator met = coordinator.orElseThrow();
    Map<String, String> environment = process.environment();
    MpiInstallation.forgetOtherJobs(environment);
    environment.putAll(
        new JobDescription(met.job(), "tcp", rank, ranks, Optional.of(met.contact()))
            .environment());
  }

  @Override
  public List<Child> children() {
    return processes.children();
  }

  @Override
  public boolean number(int number) throws AbsentException, FailedException {
    if (children().size() == number) {
      return false;
    }
    close();
    ranks = number;
    coordinator = Optional.of(open(number));
    return processes.number(number);
  }

  private static Coordinator open(int number) throws FailedException {
    try {
      return Coordinator.open(number, InetAddress.getLoopbackAddress(), System.err::println);
    } catch (IOException e) {
      throw new FailedException("cannot be started: " + e.getMessage());
    }
  }

  @Override
  public void close() {
    processes.close();
    forget();
  }

  @Override
  public void kill() {
    processes.kill();
    forget();
  }

  private void forget() {
    coordinator.ifPresent(Coordinator::close);
    coordinator = Optional.empty();
  }
}
