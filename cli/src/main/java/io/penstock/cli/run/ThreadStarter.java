package io.penstock.cli.run;

import io.penstock.message.launch.LaunchException;
import java.util.List;

/// Starts one process whose threads are the ranks. It has this process's standard streams, and
/// labels the lines itself.
record ThreadStarter(Request request, Screen screen) implements Starter {
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
}
