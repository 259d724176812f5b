package io.penstock.message.launch;

import java.util.Optional;

/// A command of a launcher to a process of its job, named and numbered as the signals of POSIX.
public enum Order {
  HANG_UP(1),
  INTERRUPT(2),
  KILL(9),
  TERMINATE(15);

  private final int number;

  Order(int number) {
    this.number = number;
  }

  /// The number of the signal.
  public int number() {
    return number;
  }

  /// The exit status of a process that was ended so.
  public int status() {
    return 128 + number;
  }

  static Optional<Order> of(int number) {
    for (Order order : values()) {
      if (order.number == number) {
        return Optional.of(order);
      }
    }
    return Optional.empty();
  }
}
