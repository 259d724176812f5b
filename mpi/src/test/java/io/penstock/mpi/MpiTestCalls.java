package io.penstock.mpi;

import io.penstock.mpi.abi.MpiFunction;
import io.penstock.mpi.abi.MpiHandle;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Raw calls that give back one number.
final class MpiTestCalls {
  private MpiTestCalls() {}

  static int rank(Mpi mpi) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment rank = arena.allocate(ValueLayout.JAVA_INT);
      mpi.call(MpiFunction.COMM_RANK, mpi.handle(MpiHandle.COMM_WORLD), rank.address());
      return rank.get(ValueLayout.JAVA_INT, 0);
    }
  }
}
