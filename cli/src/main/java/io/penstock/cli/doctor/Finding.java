package io.penstock.cli.doctor;

/// The result of one probe.
///
/// @param name what was examined, in a few words
/// @param value what was found
/// @param remedy what to do about it; empty exactly if the level is [Level#OK]
public record Finding(String name, Level level, String value, String remedy) {
  /// The severity of a finding.
  public enum Level {
    /// Present, and good enough.
    OK,
    /// Absent or limited: Penstock works, with less speed or fewer comparisons.
    NOTE,
    /// Penstock cannot work.
    MISSING
  }

  /// Creates a finding.
  ///
  /// @throws IllegalArgumentException if the level is [Level#OK] and there is a remedy, or another
  ///   one and there is none
  public Finding {
    if ((level == Level.OK) != remedy.isEmpty()) {
      throw new IllegalArgumentException(
          name + ": level " + level + " with remedy '" + remedy + "'");
    }
  }

  static Finding ok(String name, String value) {
    return new Finding(name, Level.OK, value, "");
  }

  static Finding note(String name, String value, String remedy) {
    return new Finding(name, Level.NOTE, value, remedy);
  }

  static Finding missing(String name, String value, String remedy) {
    return new Finding(name, Level.MISSING, value, remedy);
  }
}
