package io.penstock.cli.run;

import io.penstock.message.launch.LaunchException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;

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

  /// A look at a JVM of ranks that are threads: whether it has come to its main method, as Linux
  /// shows by the names of its threads. Elsewhere it counts as begun.
  ///
  /// Such a process has no connection to tell. The first thing that its main method does is to wait
  /// for the end of this process, which starts a thread of the JDK's.
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
