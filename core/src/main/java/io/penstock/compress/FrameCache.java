package io.penstock.compress;

import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// The content of the frames that were used last, each decompressed once however many threads ask.
///
/// Safe for any thread.
final class FrameCache {
  private static final long BUDGET = 64L << 20;
  private static final int LEAST_FRAMES = 4;

  private final Source source;
  private final long memory;
  private final Map<Integer, Slot> slots = new LinkedHashMap<>(16, 0.75f, true);
  private long held;

  /// @param memory that a frame may take: what several large ones take together too
  FrameCache(Source source, long memory) {
    this.source = source;
    this.memory = memory;
  }

  /// Where content comes from.
  interface Source {
    byte[] content(int frame) throws IOException;
  }

  /// @param bytes of content
  private record Slot(FutureTask<byte[]> task, long bytes) {}

  /// The content of a frame, which nobody may change.
  ///
  /// @param bytes how many there are
  byte[] get(int frame, long bytes) throws IOException {
    FutureTask<byte[]> task = task(frame, bytes);
    task.run(); // does nothing where another thread has begun
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException _) {
          interrupted = true;
        } catch (ExecutionException e) {
          drop(frame);
          throw InOrder.thrown(e.getCause() == null ? e : e.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private synchronized FutureTask<byte[]> task(int frame, long bytes) {
    Slot slot = slots.get(frame);
    if (slot == null) {
      slot = new Slot(new FutureTask<>(() -> source.content(frame)), bytes);
      slots.put(frame, slot);
      held += bytes;
      evict();
    }
    return slot.task();
  }

  private void evict() {
    Iterator<Slot> eldest = slots.values().iterator();
    while (slots.size() > 1 && (held > memory || (held > BUDGET && slots.size() > LEAST_FRAMES))) {
      held -= eldest.next().bytes();
      eldest.remove();
    }
  }

  // What failed is tried again by whoever asks next.
  private synchronized void drop(int frame) {
    Slot slot = slots.remove(frame);
    if (slot != null) {
      held -= slot.bytes();
    }
  }
}
