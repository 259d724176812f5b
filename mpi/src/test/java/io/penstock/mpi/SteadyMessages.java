package io.penstock.mpi;

import io.penstock.mpi.abi.MpiConstant;
import io.penstock.mpi.abi.MpiHandle;
import io.penstock.testing.AllocatedBytes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// A rank that sends messages to itself, and says what one of them allocates in the round that
/// allocates least.
final class SteadyMessages {
  private static final int MESSAGES = 5_000;
  private static final int MAX_ROUNDS = 20;

  private SteadyMessages() {}

  public static void main(String[] arguments) {
    Mpi mpi = Mpi.start();
    try (Arena arena = Arena.ofConfined()) {
      Ring ring = new Ring(mpi, arena);
      double least = Double.MAX_VALUE;
      for (int round = 0; round < MAX_ROUNDS && least >= 1; round++) {
        long before = AllocatedBytes.now();
        ring.turn(MESSAGES);
        least = Math.min(least, (AllocatedBytes.now() - before) / (double) MESSAGES);
      }
      System.out.println((least < 1 ? "" : "at least ") + least);
    }
  }

  private static final class Ring {
    private final MemorySegment memory;
    private final MemorySegment lent;
    private final MemorySegment requests;
    private final long second;
    private final MemorySegment status;
    private final long world;
    private final long type;
    private final int rank;
    private final int undefined;

    Ring(Mpi mpi, Arena arena) {
      memory = arena.allocate(64, 8);
      lent = arena.allocate(8, 8);
      requests = arena.allocate(16, 8);
      second = requests.address() + mpi.abi().handleBytes();
      status = arena.allocate(32, 8);
      world = mpi.handle(MpiHandle.COMM_WORLD);
      type = mpi.handle(MpiHandle.BYTE);
      rank = mpi.rank();
      undefined = mpi.constant(MpiConstant.UNDEFINED);
    }

    void turn(int times) {
      long at = memory.address();
      for (int i = 0; i < times; i++) {
        MpiMessages.irecv(at + 32, 32, type, rank, 1, world, requests.address());
        MpiMessages.isend(at, 32, type, rank, 1, world, second);
        while (MpiMessages.testAny(2, requests.address(), lent, status.address()) != undefined) {
          Thread.onSpinWait();
        }
        int _ = MpiMessages.count(status.address(), type, lent);
      }
    }
  }
}
