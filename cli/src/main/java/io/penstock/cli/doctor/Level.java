package io.penstock.cli.doctor;

/// How much a finding matters.
public enum Level {
  /// There, and good enough.
  OK,
  /// Absent or limited: Penstock works, with less speed or fewer comparisons.
  NOTE,
  /// Penstock cannot work so.
  MISSING
}
