package io.penstock.tree;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Lets a copy clean up when the JVM ends meanwhile, as by an interrupt from the terminal: it is
/// told to stop, and waited for a little.
final class JvmEnd implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 5;

  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread hook = Thread.ofPlatform().name("penstock-copy-end").unstarted(this::stop);
  private volatile boolean begun;

  private JvmEnd() {}

  /// Watches until it is closed.
  static JvmEnd watched() {
    JvmEnd end = new JvmEnd();
    try {
      Runtime.getRuntime().addShutdownHook(end.hook);
    } catch (IllegalStateException _) {
      // A hook copies: the JVM waits for it.
    }
    return end;
  }

  boolean begun() {
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
