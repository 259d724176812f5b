package io.penstock.mpi.message;

import io.penstock.ffi.SharedLibrary;
import io.penstock.message.Communicator;
import io.penstock.mpi.Mpi;
import io.penstock.mpi.abi.MpiFunction;
import io.penstock.mpi.abi.MpiHandle;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;

/// A rank that waits for messages of Penstock, then in a function of MPI, and says whether the
/// library has yielded the processor meanwhile.
///
/// ```
/// Yields LIBRARY-THAT-COUNTS
/// ```
final class Yields {
  private static final int TURNS = 200;

  private Yields() {}

  public static void main(String[] arguments) throws Throwable {
    MethodHandle count =
        SharedLibrary.open(arguments[0])
            .function("yields_of_open_mpi", MethodType.methodType(int.class))
            .orElseThrow();
    Mpi mpi = Mpi.start();
    try (Communicator world = Communicator.world()) {
      world.barrier();
      int before = (int) count.invokeExact();
      long[] number = new long[1];
      for (int turn = 0; turn < TURNS; turn++) {
        world.broadcast(number, turn % world.size());
      }
      int inMessages = (int) count.invokeExact() - before;
      for (int turn = 0; turn < TURNS; turn++) {
        mpi.call(MpiFunction.BARRIER, mpi.handle(MpiHandle.COMM_WORLD));
      }
      int inAll = (int) count.invokeExact() - before;
      System.out.println(
          "ranks " + world.size() + ", messages " + inMessages + ", MPI " + (inAll > inMessages));
    }
  }
}
