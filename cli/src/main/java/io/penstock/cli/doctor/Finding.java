package io.penstock.cli.doctor;

/// The answer of one probe.
///
/// @param name what was looked for, in a few words
/// @param value what was found
/// @param remedy what to do about it; empty exactly when nothing is to be done
public record Finding(String name, Level level, String value, String remedy) {
  /// @throws IllegalArgumentException if there is a remedy for what is fine, or none for what is
  ///   not
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
