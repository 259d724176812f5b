package io.penstock.message.launch;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;

/// The connection that tells a process of a job when its launcher is gone.
final class Lifeline {
  private final Hello hello;
  private final Contact contact;
  private final CountDownLatch tied = new CountDownLatch(1);

  private Lifeline(Hello hello, Contact contact) {
    this.hello = hello;
    this.contact = contact;
  }

  /// Begins to connect to the coordinator, then follows its orders, in a daemon thread of its own;
  /// ends this process when the connection fails or cannot be made.
  ///
  /// @param process who this is
  static Lifeline hold(UUID job, Contact contact, int process) {
    Hello hello = new Hello(Purpose.LIFELINE, job, process, Hello.COORDINATOR);
    Lifeline lifeline = new Lifeline(hello, contact);
    Thread.ofPlatform().daemon().name("penstock-lifeline").start(lifeline::hold);
    return lifeline;
  }

  /// Waits until the connection is made.
  void await() throws InterruptedException {
    tied.await();
  }

  private void hold() {
    Deadline deadline = Deadline.after(contact.patience());
    String launcher = "the launcher at " + Endpoint.text(contact.coordinator());
    try (SocketChannel channel =
        Call.to(contact.coordinator(), hello, contact.secret(), deadline)) {
      tied.countDown();
      follow(channel, launcher);
    } catch (IOException e) {
      Ending.strayed(launcher + " is out of reach: " + e.getMessage());
    }
  }

  private static void follow(SocketChannel channel, String launcher) {
    try {
      KeepAlive.on(channel);
      LifelineReader.read(channel, number -> Order.of(number).ifPresent(Ending::follow));
      Ending.orphaned(launcher + " is gone");
    } catch (IOException e) {
      Ending.orphaned(launcher + " is out of reach: " + e.getMessage());
    }
  }
}
