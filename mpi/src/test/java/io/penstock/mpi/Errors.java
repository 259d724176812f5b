package io.penstock.mpi;

import io.penstock.mpi.abi.MpiConstant;
import io.penstock.mpi.abi.MpiFunction;
import io.penstock.mpi.abi.MpiHandle;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// A rank that does what MPI or the binding refuses, and says how it was told.
final class Errors {
  private Errors() {}

  public static void main(String[] arguments) {
    Mpi mpi = Mpi.start();
    long world = mpi.handle(MpiHandle.COMM_WORLD);
    long type = mpi.handle(MpiHandle.BYTE);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(64, 8);
      long at = memory.address();
      say("rank", () -> MpiMessages.send(at, 1, type, mpi.size(), 0, world));
      say("tag", () -> MpiMessages.isend(at, 1, type, 0, -77, world, at));
      say("count", () -> mpi.call(MpiFunction.BCAST, at, -1, type, 0, world));
      say(
          "self",
          () -> mpi.call(MpiFunction.BCAST, at, 1, type, 9, mpi.handle(MpiHandle.COMM_SELF)));
      say("file", () -> open(mpi, arena));
      say("few", () -> mpi.call(MpiFunction.BARRIER));
      say("wide", () -> mpi.call(MpiFunction.BCAST, at, 1, type, 1L << 40, world));
      say("large", () -> mpi.call(MpiFunction.BCAST, 0, 1L << 33, type, -5, world));
      say("missing", () -> mpi.call(MpiFunction.TYPE_SIZE_C, type, at));
    }
  }

  private static void open(Mpi mpi, Arena arena) {
    mpi.call(
        MpiFunction.FILE_OPEN,
        mpi.handle(MpiHandle.COMM_SELF),
        arena.allocateFrom("/no/such/file").address(),
        mpi.constant(MpiConstant.MODE_RDONLY),
        mpi.handle(MpiHandle.INFO_NULL),
        arena.allocate(8).address());
  }

  private static void say(String name, Runnable refused) {
    try {
      refused.run();
      System.out.println(name + ": nothing");
    } catch (MpiException e) {
      System.out.printf("%s: %s %s | %s%n", name, e.errorClass(), e.function(), e.getMessage());
    } catch (RuntimeException e) {
      System.out.printf("%s: %s | %s%n", name, e.getClass().getSimpleName(), e.getMessage());
    }
  }
}
