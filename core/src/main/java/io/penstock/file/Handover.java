package io.penstock.file;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/// A way for a virtual thread to wait for a device without its carrier: another thread makes the
/// call, and the virtual thread parks.
///
/// A call of C holds the carrier until it returns, and the JDK makes no other thread instead. Where
/// as many virtual threads read a disk as there are processors, no other one would run.
public final class Handover {
  /// A call that moves something, and may wait.
  public interface Call {
    /// Makes it.
    void make() throws IOException;
  }

  private Handover() {}

  /// Whether a call that may wait is to be handed over: not where the system gives no thread to
  /// hand it to.
  public static boolean isDue() {
    return Thread.currentThread().isVirtual() && !Workers.isDoneHere();
  }

  /// Reads as [EngineFile#read] does, by a ring or by a platform thread.
  ///
  /// @param file whose own read is not handed over on a platform thread
  /// @param name for messages
  public static void read(
      EngineFile file, Path name, long offset, MemorySegment target, long at, long length)
      throws IOException {
    FileHandle handle = new FileHandle(name, Access.read(), file);
    MemorySegment place = target.asSlice(at, length);
    BatchTransfer read = new BatchTransfer(TransferDirection.READ, handle, offset, place);
    BatchRun.await(List.of(read), BatchRun.USUAL_DEPTH, BatchRun.NOBODY);
  }

  /// Has a call made by a platform thread, and returns when it has ended. An interrupt does not end
  /// it, and stays set.
  public static void run(Call call) throws IOException {
    Failures failures = new Failures();
    CountDownLatch ended = new CountDownLatch(1);
    Workers.later(
        () -> {
          // No class is loaded here that the asker has not: where that fails nobody would be told.
          try {
            call.make();
          } catch (IOException | RuntimeException | Error e) {
            failures.add(e);
          } finally {
            ended.countDown();
          }
        });
    boolean interrupted = false;
    while (ended.getCount() > 0) {
      try {
        ended.await();
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    failures.rethrow();
  }
}
