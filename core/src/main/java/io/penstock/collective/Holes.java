package io.penstock.collective;

/// The permission of a collective write to touch elements between those that the ranks write.
public enum Holes {
  /// Where many short stretches are written, what lies between them is read and written back in one
  /// piece with them. It keeps its value, unless somebody else changes it at that moment.
  WRITTEN_BACK,
  /// Nothing but what the ranks write is ever written, in as many pieces as that takes.
  LEFT_ALONE
}
