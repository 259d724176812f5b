package io.penstock.collective;

/// The guarantee that ranks give one another for operations that overlap in the file and in time.
public enum Atomicity {
  /// Nothing: where one writes what another reads or writes, either's elements may be found, in any
  /// mixture. Operations that do not overlap never disturb one another.
  NONE,
  /// Each operation on the file is carried out as a whole before or after each other one. They wait
  /// for one another by a lock on a file beside it, which the file system must support.
  WHOLE_OPERATIONS
}
