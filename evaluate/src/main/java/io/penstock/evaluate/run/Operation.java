package io.penstock.evaluate.run;

/// The direction of a transfer.
public enum Operation {
  /// From the file into the array.
  READ,
  /// From the array into the file.
  WRITE
}
