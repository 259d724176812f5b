package io.penstock.faults;

/// The outcome of a cell, from the least to the most that is to be told.
enum Verdict {
  /// There was no such call this time.
  UNMET(true),
  /// Success, with the right bytes.
  DONE(true),
  /// An error that names the file and the cause; what was there before is as it was.
  REFUSED(true),
  /// Success, with wrong bytes.
  SILENT(false),
  /// An error that does not name the file, or not the cause.
  VAGUE(false),
  /// Something else than an error that the operation documents.
  THROWN(false),
  /// An error, and what was there before is spoilt.
  SPOILT(false),
  /// Something is left: a descriptor, a mapping, a block, a thread, a temporary file.
  LEFT(false),
  /// No end.
  HANG(false),
  /// The JVM has ended.
  CRASH(false);

  private final boolean good;

  Verdict(boolean good) {
    this.good = good;
  }

  boolean isGood() {
    return good;
  }
}
