package io.penstock.mpi.abi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The layout of an `MPI_Status`. How many elements came is not among its fields: ask
/// [MpiFunction#GET_COUNT].
///
/// @param bytes how far statuses in an array are apart
/// @param sourceAt where `MPI_SOURCE` is, in bytes
/// @param tagAt where `MPI_TAG` is, in bytes
/// @param errorAt where `MPI_ERROR` is, in bytes
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

  /// The error of one of several requests; set where the call said [MpiErrorClass#IN_STATUS] alone.
  ///
  /// @param at where the status begins, in bytes
  public int error(MemorySegment memory, long at) {
    return memory.get(ValueLayout.JAVA_INT, at + errorAt);
  }
}
