package io.penstock.file;

import jdk.jfr.FlightRecorder;

/// Whether Java Flight Recorder is in use in this process.
final class Recorder {
  private static final boolean PRESENT = ModuleLayer.boot().findModule("jdk.jfr").isPresent();

  private Recorder() {}

  /// Asks without starting the recorder, and without making an event just to see that nobody wants
  /// it.
  static boolean on() {
    return PRESENT && FlightRecorder.isInitialized();
  }
}
