package io.penstock.message.launch;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;

/// Begins a process that is one rank: holds the lifeline to the launcher, and runs the user's
/// program.
public final class RankProcess {
  private RankProcess() {}

  /// Runs the user's program as this process's rank.
  ///
  /// @param arguments the user's main class, and what it is passed; the environment says the rest
  /// @throws Throwable what the user's program throws, so that the JVM ends as it would without us
  public static void main(String[] arguments) throws Throwable {
    Lifeline lifeline;
    MainMethod program;
    try {
      JobDescription rank = JobDescription.current().orElseThrow(RankProcess::noRank);
      Contact contact = rank.contact().orElseThrow(RankProcess::noRank);
      lifeline = Lifeline.hold(rank.job(), contact, rank.rank());
      program = MainMethod.of(arguments[0], ClassLoader.getSystemClassLoader());
    } catch (LaunchException | IllegalArgumentException e) {
      System.err.println("penstock: " + e.getMessage());
      System.exit(1);
      return;
    }
    lifeline.await();
    program.run(Arrays.copyOfRange(arguments, 1, arguments.length));
  }

  private static IllegalArgumentException noRank() {
    return new IllegalArgumentException("this process was not told its rank; use penstock run");
  }

  /// The connection that tells a process of a job when its launcher is gone.
  private static final class Lifeline {
    private final Hello hello;
    private final Contact contact;
    private final CountDownLatch tied = new CountDownLatch(1);

    private Lifeline(Hello hello, Contact contact) {
      this.hello = hello;
      this.contact = contact;
    }

    /// Begins to connect to the coordinator, then follows its orders, in a daemon thread of its
    /// own; ends this process when the connection fails or cannot be made.
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
}
