package io.penstock.schedules;

/// Threads that run at the same time, in whatever order a schedule has them.
public final class Threads {
  /// What a thread does.
  public interface Part {
    /// Does it.
    ///
    /// @throws Exception that fails the schedule
    void run() throws Exception;
  }

  private Threads() {}

  /// Runs parts at the same time, each in a thread of its own, and waits until all have ended. An
  /// exception of one ends the program, by whoever runs it.
  public static void run(Part... parts) throws InterruptedException {
    Thread[] threads = new Thread[parts.length];
    for (int i = 0; i < parts.length; i++) {
      Part part = parts[i];
      threads[i] = new Thread(() -> runOne(part));
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static void runOne(Part part) {
    try {
      part.run();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /// Fails the schedule unless a condition holds.
  public static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new AssertionError(otherwise);
    }
  }
}
