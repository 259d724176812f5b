package io.penstock.memory;

import java.util.Locale;

/// Tells Java Flight Recorder, where it is in use, what pools do.
final class MemoryEvents {
  private MemoryEvents() {}

  static void allocated(long bytes) {
    if (Recorder.on()) {
      RegionAllocatedEvent event = new RegionAllocatedEvent();
      event.bytes = bytes;
      event.commit();
    }
  }

  static void freed(long bytes) {
    if (Recorder.on()) {
      RegionFreedEvent event = new RegionFreedEvent();
      event.bytes = bytes;
      event.commit();
    }
  }

  static void trimmed(long bytes, long held) {
    if (Recorder.on()) {
      PoolTrimEvent event = new PoolTrimEvent();
      event.bytes = bytes;
      event.held = held;
      event.commit();
    }
  }

  /// Completes a shortage by what the pool's memory is used for.
  static PoolExhaustedException exhausted(PoolExhaustedException shortage, PoolStatistics now) {
    String message =
        String.format(
            Locale.ROOT,
            "%s: %d are in use in %d blocks, %d are kept for the next requests; give memory back or raise the limit",
            shortage.getMessage(),
            now.liveBytes(),
            now.liveBlocks(),
            now.cachedBytes());
    exhausted(message);
    PoolExhaustedException told = new PoolExhaustedException(message);
    told.initCause(shortage.getCause());
    return told;
  }

  private static void exhausted(String message) {
    if (Recorder.on()) {
      PoolExhaustedEvent event = new PoolExhaustedEvent();
      event.message = message;
      event.commit();
    }
  }

  static void misused(String message, long bytes) {
    if (Recorder.on()) {
      MemoryMisuseEvent event = new MemoryMisuseEvent();
      event.message = message;
      event.bytes = bytes;
      event.commit();
    }
  }
}
