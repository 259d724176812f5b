package io.penstock.memory;

import java.util.Locale;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

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

  /// A region of memory that a pool got from its storage, as Java Flight Recorder shows it.
  @Name("io.penstock.RegionAllocated")
  @Label("Region Allocated")
  @Description("A region of memory that a pool got from its storage")
  @Category("Penstock")
  static final class RegionAllocatedEvent extends Event {
    @Label("Bytes")
    @DataAmount
    long bytes;
  }

  /// A region of memory that a pool gave back to its storage, as Java Flight Recorder shows it.
  @Name("io.penstock.RegionFreed")
  @Label("Region Freed")
  @Description("A region of memory that a pool gave back to its storage")
  @Category("Penstock")
  static final class RegionFreedEvent extends Event {
    @Label("Bytes")
    @DataAmount
    long bytes;
  }

  /// A pool gave back the regions that nobody used, as Java Flight Recorder shows it.
  @Name("io.penstock.PoolTrim")
  @Label("Pool Trim")
  @Description("A pool gave back the regions that nobody used")
  @Category("Penstock")
  static final class PoolTrimEvent extends Event {
    @Label("Freed")
    @DataAmount
    long bytes;

    @Label("Held")
    @Description("What the pool still has from its storage")
    @DataAmount
    long held;
  }

  /// A request for memory that a pool could not meet, as Java Flight Recorder shows it.
  @Name("io.penstock.PoolExhausted")
  @Label("Pool Exhausted")
  @Description("A request for memory that a pool could not meet")
  @Category("Penstock")
  static final class PoolExhaustedEvent extends Event {
    @Label("Message")
    String message = "";
  }

  /// A leak or a stray write that a [StrictPool] found, as Java Flight Recorder shows it.
  @Name("io.penstock.MemoryMisuse")
  @Label("Memory Misuse")
  @Description("Pooled memory that was leaked, or written to by somebody whose it was not")
  @Category("Penstock")
  static final class MemoryMisuseEvent extends Event {
    @Label("Message")
    String message = "";

    @Label("Bytes")
    @DataAmount
    long bytes;
  }
}
