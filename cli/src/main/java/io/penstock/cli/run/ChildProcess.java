package io.penstock.cli.run;

import io.penstock.message.launch.Order;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.IntConsumer;

/// A process on this machine, with the threads that pass its output on.
final class ChildProcess implements Member {
  /// How long output is awaited after the end: somebody else may hold the pipe open.
  private static final Duration LAST_WORDS = Duration.ofSeconds(2);

  private final String name;
  private final Process process;
  private final List<Pump> pumps;
  private final Runnable ended;

  /// @param pumps that end when the process's output does
  /// @param ended runs as soon as it has ended
  ChildProcess(String name, Process process, List<Pump> pumps, Runnable ended) {
    this.name = name;
    this.process = process;
    this.pumps = List.copyOf(pumps);
    this.ended = ended;
  }

  @Override
  public void watch(IntConsumer end) {
    List<Thread> threads =
        pumps.stream().map(pump -> Thread.ofVirtual().name("penstock-pump").start(pump)).toList();
    Thread.ofVirtual().name("penstock-wait").start(() -> await(threads, end));
  }

  private void await(List<Thread> threads, IntConsumer end) {
    try {
      int status = process.waitFor();
      ended.run();
      for (Thread thread : threads) {
        thread.join(LAST_WORDS);
      }
      pumps.forEach(Pump::finish);
      end.accept(status);
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts this thread", e);
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void order(Order order) {
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
