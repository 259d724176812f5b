package io.penstock.cli.run;

import io.penstock.message.launch.LaunchException;
import io.penstock.message.launch.Order;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A process on this machine, with the threads that forward its output.
class ChildProcess implements Supervisor.Member {
  /// How long the report of the end waits for the output, so that it follows it.
  private static final Duration LAST_WORDS = Duration.ofSeconds(2);

  private static final Pattern ERROR = Pattern.compile("error[=:] ?(\\d+)");
  private static final int EAGAIN = 11;
  private static final int ENOMEM = 12;
  private static final int ENFILE = 23;
  private static final int EMFILE = 24;

  private final String name;
  private final Process process;
  private final List<Pump> pumps;
  private final BooleanSupplier unborn;
  private final Runnable ended;

  /// @param pumps that end when the process's output does
  /// @param unborn says that the user's program has not begun in it, and will not any more; for any
  ///   thread
  /// @param ended runs when it has ended, before the rest of its output is awaited
  ChildProcess(
      String name, Process process, List<Pump> pumps, BooleanSupplier unborn, Runnable ended) {
    this.name = name;
    this.process = process;
    this.pumps = List.copyOf(pumps);
    this.unborn = unborn;
    this.ended = ended;
  }

  /// Starts a process.
  ///
  /// @param remedy for a user whose system refuses that for no lack of resources
  /// @throws LaunchException if it cannot be started; one line, where the JDK says several
  static Process start(ProcessBuilder builder, String remedy) throws LaunchException {
    try {
      return builder.start();
    } catch (IOException e) {
      String reason = String.valueOf(e.getMessage()).lines().findFirst().orElse("").strip();
      throw new LaunchException(
          builder.command().getFirst(), "cannot be started: " + reason, remedy(reason, remedy));
    }
  }

  // The JDK gives the number only in its message, in every language.
  private static String remedy(String reason, String otherwise) {
    Matcher error = ERROR.matcher(reason);
    return switch (error.find() ? Integer.parseInt(error.group(1)) : 0) {
      case EMFILE, ENFILE -> "raise the limit of open files (ulimit -n)";
      case EAGAIN, ENOMEM -> "raise the limit of processes or memory (ulimit -u, ulimit -v)";
      default -> otherwise;
    };
  }

  @Override
  public void watch(Supervisor.Observer observer) {
    pumps.forEach(pump -> start("penstock-pump", pump));
    Thread draining = start("penstock-drain", this::drain);
    start("penstock-wait", () -> await(draining, observer));
  }

  // A virtual thread that reads from a pipe holds its carrier, of which there are 256 at the most.
  // None is started later: where the system then gave no more, the end would never be told.
  private static Thread start(String name, Runnable task) {
    return Thread.ofPlatform().daemon().name(name).start(task);
  }

  private void await(Thread draining, Supervisor.Observer observer) {
    try {
      int status = status(process.waitFor());
      observer.died(status);
      draining.join(LAST_WORDS);
      observer.ended(status);
      draining.join();
      observer.drained();
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /// The status that is told, of the one that the process ended with.
  int status(int own) {
    return own;
  }

  private void drain() {
    try {
      process.waitFor();
      ended.run();
      long since = System.nanoTime();
      for (Pump pump : pumps) {
        pump.awaitEnd(Pump.SILENCE, since);
        pump.finish();
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static IllegalStateException interrupted(InterruptedException e) {
    return new IllegalStateException("this thread is never interrupted", e);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean hasBegun() {
    return !unborn.getAsBoolean();
  }

  // A JVM that is told to end while it starts may fail instead, and say so at length.
  @Override
  public void order(Order order) {
    if (hasBegun()) {
      pass(order);
    } else {
      process.destroyForcibly();
    }
  }

  private void pass(Order order) {
    switch (order) {
      case KILL -> process.destroyForcibly();
      case TERMINATE -> process.destroy();
      case HANG_UP, INTERRUPT -> signal(order);
    }
  }

  // Java itself sends only two signals.
  private void signal(Order order) {
    try {
      String number = Integer.toString(order.number());
      String pid = Long.toString(process.pid());
      new ProcessBuilder("kill", "-" + number, pid)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      process.destroy(); // a system without kill
    }
  }
}
