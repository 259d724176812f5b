package io.penstock.collective;

/// The permission of a collective write to touch elements between those that the ranks write.
public enum Holes {
  /// Where many short stretches are written, the holes between them are read and written back in
  /// one piece with them (ROMIO's data sieving). They keep their values, unless another process
  /// changes them at that moment.
  WRITTEN_BACK,
  /// Only the ranks' elements are ever written, in as many pieces as that takes.
  LEFT_ALONE
}
