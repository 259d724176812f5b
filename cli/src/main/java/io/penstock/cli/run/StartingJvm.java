package io.penstock.cli.run;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/// A look at a JVM of ranks that are threads: whether it has come to its main method, as Linux
/// shows by the names of its threads. Elsewhere it counts as begun.
///
/// Such a process has no connection to tell. The first thing that its main method does is to wait
/// for the end of this process, which starts a thread of the JDK's.
final class StartingJvm implements BooleanSupplier {
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
