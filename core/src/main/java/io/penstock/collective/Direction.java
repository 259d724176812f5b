package io.penstock.collective;

/// Which way elements move.
public enum Direction {
  /// From the file to memory.
  READ,
  /// From memory to the file.
  WRITE
}
