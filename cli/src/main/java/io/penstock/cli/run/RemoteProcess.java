package io.penstock.cli.run;

import io.penstock.message.launch.Coordinator;
import io.penstock.message.launch.Order;
import java.util.function.IntConsumer;

/// A rank on another machine: `ssh` speaks for it, and it takes its orders from the coordinator.
///
/// @param ssh the process that holds the connection
record RemoteProcess(int rank, ChildProcess ssh, Coordinator coordinator) implements Member {
  @Override
  public String name() {
    return ssh.name();
  }

  @Override
  public void watch(IntConsumer end, Runnable drained) {
    ssh.watch(end, drained);
  }

  @Override
  public boolean hasBegun() {
    return ssh.hasBegun();
  }

  // One that is not connected yet finds no coordinator when it wants to be, and ends too.
  @Override
  public void order(Order order) {
    boolean told = coordinator.order(rank, order);
    if (!told || order == Order.KILL) {
      ssh.order(order);
    }
  }
}
