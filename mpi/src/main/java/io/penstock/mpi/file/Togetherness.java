package io.penstock.mpi.file;

import io.penstock.mpi.abi.MpiFunction;

/// A test of whether all processes that have a file open call a transfer.
enum Togetherness {
  ALL(MpiFunction.FILE_READ_AT_ALL, MpiFunction.FILE_WRITE_AT_ALL),
  ALONE(MpiFunction.FILE_READ_AT, MpiFunction.FILE_WRITE_AT);

  private final MpiFunction read;
  private final MpiFunction write;

  Togetherness(MpiFunction read, MpiFunction write) {
    this.read = read;
    this.write = write;
  }

  MpiFunction read() {
    return read;
  }

  MpiFunction write() {
    return write;
  }
}
