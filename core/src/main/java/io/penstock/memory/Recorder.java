package io.penstock.memory;

import jdk.jfr.FlightRecorder;

/// A test of whether Java Flight Recorder records in this process.
public final class Recorder {
  private static final boolean PRESENT = ModuleLayer.boot().findModule("jdk.jfr").isPresent();

  private Recorder() {}

  /// Asks without starting the recorder, and without making an event just to see that nobody wants
  /// it.
  public static boolean on() {
    return PRESENT && FlightRecorder.isInitialized();
  }
}
