package io.penstock.cli.doctor;

/// The severity of a finding.
public enum Level {
  /// There, and good enough.
  OK,
  /// Absent or limited: Penstock works, with less speed or fewer comparisons.
  NOTE,
  /// Penstock cannot work so.
  MISSING
}
