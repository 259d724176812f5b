package io.penstock.message.launch;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;

/// The main class of a process that is one rank: it runs the user's program, and holds the
/// connection that tells it when its launcher is gone.
public final class RankProcess {
  private final Hello hello;
  private final Contact contact;
  private final CountDownLatch connected = new CountDownLatch(1);

  private RankProcess(Hello hello, Contact contact) {
    this.hello = hello;
    this.contact = contact;
  }

  /// Runs the user's program as this process's rank.
  ///
  /// @param arguments the user's main class, and what it is passed; the environment says the rest
  /// @throws Throwable what the user's program throws, so that the JVM ends as it would without us
  public static void main(String[] arguments) throws Throwable {
    RankProcess process;
    MainMethod program;
    try {
      JobDescription rank = JobDescription.current().orElseThrow(RankProcess::noRank);
      Contact contact = rank.contact();
      if (contact == null) {
        throw noRank();
      }
      process =
          new RankProcess(
              new Hello(Hello.Purpose.LIFELINE, rank.job(), rank.rank(), Hello.COORDINATOR),
              contact);
      Thread.ofPlatform().daemon().name("penstock-lifeline").start(process::holdLifeline);
      program = MainMethod.of(arguments[0], ClassLoader.getSystemClassLoader());
    } catch (LaunchException | IllegalArgumentException e) {
      System.err.println("penstock: " + e.getMessage());
      System.exit(1);
      return;
    }
    process.connected.await();
    program.run(Arrays.copyOfRange(arguments, 1, arguments.length));
  }

  private static IllegalArgumentException noRank() {
    return new IllegalArgumentException("this process was not told its rank; use penstock run");
  }

  /// Connects to the coordinator, then follows its orders; ends this process when the connection
  /// fails or cannot be made.
  private void holdLifeline() {
    Deadline deadline = Deadline.after(contact.patience());
    String launcher = "the launcher at " + Sockets.text(contact.coordinator());
    try (SocketChannel channel =
        Handshake.connect(contact.coordinator(), hello, contact.secret(), deadline)) {
      connected.countDown();
      follow(channel, launcher);
    } catch (IOException e) {
      Ending.strayed(launcher + " is out of reach: " + e.getMessage());
    }
  }

  private static void follow(SocketChannel channel, String launcher) {
    try {
      Sockets.keepAlive(channel);
      LifelineReader.read(channel, number -> Order.of(number).ifPresent(Ending::follow));
      Ending.orphaned(launcher + " is gone");
    } catch (IOException e) {
      Ending.orphaned(launcher + " is out of reach: " + e.getMessage());
    }
  }
}
