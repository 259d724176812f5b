package io.penstock.mpi;

import io.penstock.mpi.abi.MpiFunction;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// A process one of whose threads looks for messages while another one syncs a file.
final class Turns {
  private static final int TURNS = 100;

  private Turns() {}

  public static void main(String[] arguments) throws InterruptedException {
    Mpi mpi = Mpi.start();
    Thread syncing =
        Thread.ofPlatform()
            .start(
                () -> {
                  for (int turn = 0; turn < TURNS; turn++) {
                    mpi.call(MpiFunction.FILE_SYNC, 1);
                  }
                });
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment lent = arena.allocate(8, 8);
      for (int turn = 0; turn < TURNS; turn++) {
        MpiMessages.test(lent.address(), lent, 0);
      }
    }
    syncing.join();
    System.out.println("both have come through, threads " + mpi.threads());
  }
}
