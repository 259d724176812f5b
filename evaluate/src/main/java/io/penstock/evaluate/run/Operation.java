package io.penstock.evaluate.run;

/// Which way the bytes go.
public enum Operation {
  /// From the file into the array.
  READ,
  /// From the array into the file.
  WRITE
}
