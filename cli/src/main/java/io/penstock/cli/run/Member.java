package io.penstock.cli.run;

import io.penstock.message.launch.Order;
import java.util.function.IntConsumer;

/// A process of a job, as far as its supervisor is concerned.
interface Member {
  /// What it is called in a line of text: `rank 3`.
  String name();

  /// Begins to pass on what it prints. To be called once.
  ///
  /// @param end takes its exit status once it has ended, and what it printed last is passed on if
  ///   that takes no more than a moment
  /// @param drained runs after that, when all that it printed is passed on, however slow the reader
  ///   is
  void watch(IntConsumer end, Runnable drained);

  /// Whether its program may have begun. As long as it has not, its exit status is the JVM's or
  /// ours.
  boolean hasBegun();

  /// Passes an order on; ends it at once where its program has not begun. Does nothing if it has
  /// ended.
  void order(Order order);
}
