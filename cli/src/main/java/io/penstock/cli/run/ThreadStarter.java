package io.penstock.cli.run;

import io.penstock.message.launch.Coordinator;
import io.penstock.message.launch.LaunchException;
import io.penstock.message.launch.Membership;
import java.io.IOException;
import java.util.List;

/// Starts one process whose threads are the ranks. It has this process's standard streams, and
/// labels the lines itself.
record ThreadStarter(Request request, Screen screen, Coordinator coordinator) implements Starter {
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
    Membership membership = new Membership(coordinator.job(), coordinator.contact());
    builder.environment().putAll(membership.environment());
    try {
      supervisor.add(
          new ChildProcess("the process of all ranks", builder.start(), List.of(), () -> {}));
    } catch (IOException e) {
      throw new LaunchException(
          builder.command().getFirst(), String.valueOf(e.getMessage()), "check this JDK");
    }
  }
}
