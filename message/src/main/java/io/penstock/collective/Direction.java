package io.penstock.collective;

/// The direction of a transfer.
public enum Direction {
  /// From the file to memory.
  READ,
  /// From memory to the file.
  WRITE
}
