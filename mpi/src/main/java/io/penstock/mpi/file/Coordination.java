package io.penstock.mpi.file;

import io.penstock.mpi.abi.MpiFunction;

/// The coordination of a data access (MPI 4.1, section 14.4.1): whether all processes that have the
/// file open call it.
enum Coordination {
  COLLECTIVE(MpiFunction.FILE_READ_AT_ALL, MpiFunction.FILE_WRITE_AT_ALL),
  NONCOLLECTIVE(MpiFunction.FILE_READ_AT, MpiFunction.FILE_WRITE_AT);

  private final MpiFunction read;
  private final MpiFunction write;

  Coordination(MpiFunction read, MpiFunction write) {
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
