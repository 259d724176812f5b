package io.penstock.file;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The end of the JVM, as by an interrupt from the terminal, for work that has to clean up then: it
/// is told to stop, and waited for a little.
public final class JvmEnd implements AutoCloseable {
  /// A slow device may take some of them for one sync.
  private static final long PATIENCE_SECONDS = 30;

  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread hook = Thread.ofPlatform().name("penstock-work-end").unstarted(this::stop);
  private volatile boolean begun;

  private JvmEnd() {}

  /// Watches until it is closed.
  public static JvmEnd watched() {
    JvmEnd end = new JvmEnd();
    try {
      Runtime.getRuntime().addShutdownHook(end.hook);
    } catch (IllegalStateException _) {
      // A hook works: the JVM waits for it.
    }
    return end;
  }

  /// Whether the work has to stop. In a shutdown hook, for which the JVM waits, it never has.
  public boolean begun() {
    return begun;
  }

  private void stop() {
    begun = true;
    try {
      boolean _ = over.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    over.countDown();
    try {
      boolean _ = Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException _) {
      // It is running.
    }
  }
}
