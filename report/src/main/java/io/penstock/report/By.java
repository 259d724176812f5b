package io.penstock.report;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/// The family of an approach: who offers this way of doing the job.
public enum By {
  /// What the documents of the time measured: streams, random access files, shifts.
  CLASSIC("classic", "The classic ways"),
  /// The best that today's JDK offers by itself.
  JDK("JDK", "What the JDK offers today"),
  /// What a user would pick instead of Penstock: NumPy, another library, another tool.
  PEER("peer", "Other libraries and tools"),
  /// Penstock itself.
  PENSTOCK("Penstock", "Penstock"),
  /// The yardstick: a C program that does the same.
  C("C", "C");

  private static final int SHADES = 3;
  private static final int DASHES = 5;

  private final String label;
  private final String heading;

  By(String label, String heading) {
    this.label = label;
    this.heading = heading;
  }

  /// Its name for a reader.
  String label() {
    return label;
  }

  /// What stands above its approaches.
  String heading() {
    return heading;
  }

  /// Its name in JSON.
  @JsonValue
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The class that gives it its colour in a chart.
  String css() {
    return "by-" + word();
  }

  /// The classes of its member number `rank`: the shade, the dashes and the marker tell members
  /// apart, for readers who see no colours too.
  String css(int rank) {
    return css() + " s" + rank % SHADES + " d" + rank % DASHES;
  }
}
