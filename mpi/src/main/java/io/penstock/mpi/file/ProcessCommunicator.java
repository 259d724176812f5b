package io.penstock.mpi.file;

import io.penstock.message.Communicator;
import io.penstock.mpi.Mpi;
import io.penstock.mpi.abi.MpiFunction;
import io.penstock.mpi.abi.MpiHandle;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/// The MPI communicator of the processes that are the ranks of a Penstock communicator.
///
/// It is made in two steps, since the library may refuse either at one rank alone: that rank would
/// leave the others waiting inside MPI, or with a communicator that it has not.
final class ProcessCommunicator implements AutoCloseable {
  /// The tag of the messages by which the library makes the communicator.
  private static final int TAG = 77;

  private final Mpi mpi;
  private final int[] processes;

  /// The groups that this rank has made, the last first.
  private final Deque<Long> groups = new ArrayDeque<>();

  private long communicator;
  private boolean everywhere;

  private ProcessCommunicator(Mpi mpi, int... processes) {
    this.mpi = mpi;
    this.processes = processes;
  }

  /// One that is not made yet. Called by all ranks.
  ///
  /// @throws IOException if two ranks are one process, at all ranks
  static ProcessCommunicator of(Mpi mpi, Communicator ranks) throws IOException {
    int[] processes = new int[ranks.size()];
    ranks.allGather(new int[] {mpi.rank()}, processes);
    if (Arrays.stream(processes).distinct().count() < processes.length) {
      throw new IOException(
          "MPI-IO needs a process for each rank: use another engine for ranks that are threads");
    }
    return new ProcessCommunicator(mpi, processes);
  }

  /// Takes the first step, which is this rank's alone.
  void prepare() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment list = arena.allocateFrom(ValueLayout.JAVA_INT, processes);
      MemorySegment made = arena.allocate(ValueLayout.JAVA_LONG);
      mpi.call(MpiFunction.COMM_GROUP, mpi.handle(MpiHandle.COMM_WORLD), made.address());
      long all = mpi.abi().handle(made, 0);
      groups.push(all);
      mpi.call(MpiFunction.GROUP_INCL, all, processes.length, list.address(), made.address());
      groups.push(mpi.abi().handle(made, 0));
    }
  }

  /// Takes the second step, together with all ranks, each of which has taken the first.
  void make() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment made = arena.allocate(ValueLayout.JAVA_LONG);
      long world = mpi.handle(MpiHandle.COMM_WORLD);
      mpi.call(MpiFunction.COMM_CREATE_GROUP, world, groups.getFirst(), TAG, made.address());
      communicator = mpi.abi().handle(made, 0);
    }
  }

  /// All ranks have made it.
  ///
  /// @return its handle
  long handle() {
    everywhere = true;
    return communicator;
  }

  /// Frees it. A file that was opened with it has a copy of its own. One that some rank has not
  /// stays, as all free it together.
  @Override
  public void close() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment handle = arena.allocate(ValueLayout.JAVA_LONG);
      while (!groups.isEmpty()) {
        mpi.abi().handle(handle, 0, groups.pop());
        mpi.call(MpiFunction.GROUP_FREE, handle.address());
      }
      if (everywhere) {
        mpi.abi().handle(handle, 0, communicator);
        mpi.call(MpiFunction.COMM_FREE, handle.address());
      }
    }
  }
}
