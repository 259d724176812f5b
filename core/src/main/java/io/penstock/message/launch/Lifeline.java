package io.penstock.message.launch;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/// The connection that tells a process of a job when its launcher is gone.
final class Lifeline {
  private Lifeline() {}

  /// Connects to the coordinator and waits for orders, in a daemon thread of its own.
  ///
  /// @param process who this is
  /// @param orders takes what is ordered, and [Order#TERMINATE] once when the connection fails or
  ///   cannot be made
  static void hold(UUID job, Contact contact, int process, Consumer<Order> orders) {
    Hello hello = new Hello(Purpose.LIFELINE, job, process, Hello.COORDINATOR);
    Thread.ofPlatform()
        .daemon()
        .name("penstock-lifeline")
        .start(() -> hold(hello, contact, orders));
  }

  private static void hold(Hello hello, Contact contact, Consumer<Order> orders) {
    Deadline deadline = Deadline.after(contact.patience());
    try (SocketChannel channel =
        Call.to(contact.coordinator(), hello, contact.secret(), deadline)) {
      KeepAlive.on(channel);
      follow(channel, orders);
    } catch (IOException e) {
      // Whatever ended the connection: without it nobody would end this process.
    }
    orders.accept(Order.TERMINATE);
  }

  private static void follow(SocketChannel channel, Consumer<Order> orders) throws IOException {
    while (true) {
      int number = channel.socket().getInputStream().read();
      if (number < 0) {
        return;
      }
      Optional<Order> order = Order.of(number);
      order.ifPresent(orders);
    }
  }
}
