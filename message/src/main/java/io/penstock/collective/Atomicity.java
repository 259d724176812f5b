package io.penstock.collective;

/// The guarantee of the ranks for operations that overlap in the file and in time.
public enum Atomicity {
  /// None: where one rank writes elements that another reads or writes, the result may be any
  /// mixture of both. Operations that do not overlap never disturb one another.
  NONE,
  /// Each operation on the file is carried out as a whole before or after each other one. They wait
  /// for one another by a lock on a file beside it, which the file system must support.
  WHOLE_OPERATIONS
}
