package io.penstock.report;

/// The family of an approach: who offers this way of doing the job.
public enum By {
  /// What the documents of the time measured: streams, random access files, shifts.
  CLASSIC,
  /// The best that today's JDK offers by itself.
  JDK,
  /// What a user would pick instead of Penstock: NumPy, another library, another tool.
  PEER,
  /// Penstock itself.
  PENSTOCK,
  /// The yardstick: a C program that does the same.
  C
}
