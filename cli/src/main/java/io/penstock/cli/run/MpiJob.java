package io.penstock.cli.run;

import io.penstock.message.launch.Order;
import java.util.Optional;
import java.util.function.IntConsumer;

/// An MPI launcher with the ranks that it has started.
final class MpiJob implements Member {
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
