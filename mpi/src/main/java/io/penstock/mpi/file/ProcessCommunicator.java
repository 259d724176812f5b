package io.penstock.mpi.file;

import io.penstock.message.Communicator;
import io.penstock.mpi.Mpi;
import io.penstock.mpi.abi.MpiFunction;
import io.penstock.mpi.abi.MpiHandle;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// The MPI communicator of the processes that are the ranks of a Penstock communicator.
final class ProcessCommunicator implements AutoCloseable {
  /// The tag of the messages by which the library makes the communicator.
  private static final int TAG = 77;

  private final Mpi mpi;
  private final long communicator;

  private ProcessCommunicator(Mpi mpi, long communicator) {
    this.mpi = mpi;
    this.communicator = communicator;
  }

  /// Called by all ranks.
  ///
  /// @throws IOException if two ranks are one process, at all ranks
  static ProcessCommunicator of(Mpi mpi, Communicator ranks) throws IOException {
    int[] processes = new int[ranks.size()];
    ranks.allGather(new int[] {mpi.rank()}, processes);
    if (Arrays.stream(processes).distinct().count() < processes.length) {
      throw new IOException(
          "MPI-IO needs a process for each rank: use another engine for ranks that are threads");
    }
    return new ProcessCommunicator(mpi, made(mpi, processes));
  }

  private static long made(Mpi mpi, int... processes) {
    long world = mpi.handle(MpiHandle.COMM_WORLD);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment list = arena.allocateFrom(ValueLayout.JAVA_INT, processes);
      MemorySegment all = arena.allocate(ValueLayout.JAVA_LONG);
      MemorySegment some = arena.allocate(ValueLayout.JAVA_LONG);
      MemorySegment made = arena.allocate(ValueLayout.JAVA_LONG);
      mpi.call(MpiFunction.COMM_GROUP, world, all.address());
      long whole = mpi.abi().handle(all, 0);
      mpi.call(MpiFunction.GROUP_INCL, whole, processes.length, list.address(), some.address());
      long group = mpi.abi().handle(some, 0);
      mpi.call(MpiFunction.COMM_CREATE_GROUP, world, group, TAG, made.address());
      mpi.call(MpiFunction.GROUP_FREE, some.address());
      mpi.call(MpiFunction.GROUP_FREE, all.address());
      return mpi.abi().handle(made, 0);
    }
  }

  long handle() {
    return communicator;
  }

  /// Frees the communicator. A file that was opened with it has a copy of its own.
  @Override
  public void close() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment handle = arena.allocate(ValueLayout.JAVA_LONG);
      mpi.abi().handle(handle, 0, communicator);
      mpi.call(MpiFunction.COMM_FREE, handle.address());
    }
  }
}
