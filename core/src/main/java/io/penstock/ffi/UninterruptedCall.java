package io.penstock.ffi;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// A call that a thread of its own makes, which nobody interrupts.
///
/// For calls of file channels that cannot be repeated where native access is denied: an interrupt
/// that comes while [java.nio.channels.FileChannel] maps a file makes it forget the mapping it has
/// just made (JDK 25), and nothing ends that one any more.
public final class UninterruptedCall {
  private UninterruptedCall() {}

  /// Waits for the call, whatever interrupts come; the thread is interrupted afterwards then.
  ///
  /// @throws IOException that the call throws
  public static <T> T of(Callable<T> call) throws IOException {
    FutureTask<T> task = new FutureTask<>(call);
    Thread.ofPlatform()
        .name("penstock-call")
        .daemon()
        .inheritInheritableThreadLocals(false)
        .start(task);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException _) {
          interrupted = true;
        }
      }
    } catch (ExecutionException e) {
      throw unwrapped(e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static IOException unwrapped(ExecutionException e) {
    return switch (e.getCause()) {
      case IOException failure -> failure;
      case RuntimeException failure -> throw failure;
      case Error failure -> throw failure;
      case null, default -> new IOException(e.getCause());
    };
  }
}
