package io.penstock.mpi.abi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A binary interface of MPI libraries: the widths and layouts that a compiled program relies on.
///
/// In Java a handle is a `long` whatever its width. `MPI_Aint`, `MPI_Count`, `MPI_Offset` and
/// `MPI_File` have eight bytes in each of them.
public enum Abi {
  /// Open MPI 4 and 5: handles are addresses of the library's variables.
  OPEN_MPI("Open MPI's ABI", Long.BYTES),
  /// MPICH 4 and 5 and those that came from it, such as Intel MPI: handles are numbers of type int.
  MPICH("MPICH's ABI", Integer.BYTES),
  /// The ABI of the MPI standard since version 5.0: handles are pointers that never point.
  STANDARD("the standard ABI", Long.BYTES);

  private static final StatusLayout OPEN_MPI_STATUS = new StatusLayout(24, 0, 4, 8);
  private static final StatusLayout MPICH_STATUS = new StatusLayout(20, 8, 12, 16);
  private static final StatusLayout STANDARD_STATUS = new StatusLayout(32, 0, 4, 8);

  private final String title;
  private final int handleBytes;

  Abi(String title, int handleBytes) {
    this.title = title;
    this.handleBytes = handleBytes;
  }

  /// Its name within a sentence.
  public String title() {
    return title;
  }

  /// The distance of handles in an array, in bytes: 4 or 8.
  public int handleBytes() {
    return handleBytes;
  }

  /// The layout of an `MPI_Status`.
  public StatusLayout status() {
    return switch (this) {
      case OPEN_MPI -> OPEN_MPI_STATUS;
      case MPICH -> MPICH_STATUS;
      case STANDARD -> STANDARD_STATUS;
    };
  }

  /// A handle that the library wrote.
  ///
  /// @param memory begins at an address that is a multiple of 8
  /// @param index counted in handles
  public long handle(MemorySegment memory, long index) {
    return handleBytes == Integer.BYTES
        ? memory.getAtIndex(ValueLayout.JAVA_INT, index)
        : memory.getAtIndex(ValueLayout.JAVA_LONG, index);
  }

  /// Writes a handle for the library to read.
  ///
  /// @param memory begins at an address that is a multiple of 8
  /// @param index counted in handles
  public void handle(MemorySegment memory, long index, long handle) {
    if (handleBytes == Integer.BYTES) {
      memory.setAtIndex(ValueLayout.JAVA_INT, index, (int) handle);
    } else {
      memory.setAtIndex(ValueLayout.JAVA_LONG, index, handle);
    }
  }
}
