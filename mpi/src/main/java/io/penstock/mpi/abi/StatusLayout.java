package io.penstock.mpi.abi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The layout of an `MPI_Status`. The number of elements is not among its fields: call
/// [MpiFunction#GET_COUNT].
///
/// @param bytes the distance of statuses in an array
/// @param sourceAt the offset of `MPI_SOURCE`, in bytes
/// @param tagAt the offset of `MPI_TAG`, in bytes
/// @param errorAt the offset of `MPI_ERROR`, in bytes
public record StatusLayout(int bytes, int sourceAt, int tagAt, int errorAt) {
  /// The largest of all ABIs, in bytes.
  public static final int LARGEST = 32;

  /// The rank that a message came from.
  ///
  /// @param at where the status begins, in bytes
  public int source(MemorySegment memory, long at) {
    return memory.get(ValueLayout.JAVA_INT, at + sourceAt);
  }

  /// The tag that a message came with.
  ///
  /// @param at where the status begins, in bytes
  public int tag(MemorySegment memory, long at) {
    return memory.get(ValueLayout.JAVA_INT, at + tagAt);
  }

  /// The error of one of several requests; set only where the call returned
  /// [MpiErrorClass#IN_STATUS].
  ///
  /// @param at where the status begins, in bytes
  public int error(MemorySegment memory, long at) {
    return memory.get(ValueLayout.JAVA_INT, at + errorAt);
  }
}
