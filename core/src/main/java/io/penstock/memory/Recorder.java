package io.penstock.memory;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;

/// Java Flight Recorder, where the process has it: a test of whether it records, and the events of
/// pools.
public final class Recorder {
  private static final boolean PRESENT = ModuleLayer.boot().findModule("jdk.jfr").isPresent();

  private Recorder() {}

  /// Asks without starting the recorder, and without making an event just to see that nobody wants
  /// it.
  public static boolean on() {
    return PRESENT && FlightRecorder.isInitialized();
  }

  static void allocated(long bytes) {
    if (on()) {
      RegionAllocatedEvent event = new RegionAllocatedEvent();
      event.bytes = bytes;
      event.commit();
    }
  }

  static void freed(long bytes) {
    if (on()) {
      RegionFreedEvent event = new RegionFreedEvent();
      event.bytes = bytes;
      event.commit();
    }
  }

  static void trimmed(long bytes, long held) {
    if (on()) {
      PoolTrimEvent event = new PoolTrimEvent();
      event.bytes = bytes;
      event.held = held;
      event.commit();
    }
  }

  static void exhausted(String message) {
    if (on()) {
      PoolExhaustedEvent event = new PoolExhaustedEvent();
      event.message = message;
      event.commit();
    }
  }

  static void misused(String message, long bytes) {
    if (on()) {
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
