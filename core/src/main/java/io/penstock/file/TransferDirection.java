package io.penstock.file;

/// The direction in which elements move.
enum TransferDirection {
  READ,
  WRITE
}
