package io.penstock.memory;

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

  static void exhausted(String message) {
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
