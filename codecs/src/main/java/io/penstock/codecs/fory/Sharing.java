package io.penstock.codecs.fory;

/// The treatment of an object that several others refer to.
enum Sharing {
  /// It is written each time.
  NONE,
  /// It is written once.
  KEPT
}
