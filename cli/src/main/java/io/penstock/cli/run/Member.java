package io.penstock.cli.run;

import io.penstock.message.launch.Order;
import java.util.function.IntConsumer;

/// A process of a job, as far as its supervisor is concerned.
interface Member {
  /// What it is called in a line of text: `rank 3`.
  String name();

  /// Begins to pass on what it prints, and calls `end` with its exit status once it has ended and
  /// all is passed on. To be called once.
  void watch(IntConsumer end);

  /// Passes an order on. Does nothing if it has ended.
  void order(Order order);
}
