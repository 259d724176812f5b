package io.penstock.mpi;

import io.penstock.mpi.abi.MpiConstant;
import io.penstock.mpi.abi.MpiHandle;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A rank that sends bytes to the next one, says what it got from the one before, and returns.
final class Exchange {
  private static final int BYTES = 1 << 20;

  private Exchange() {}

  public static void main(String[] arguments) {
    Mpi mpi = Mpi.start();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment sent = arena.allocate(BYTES).fill((byte) mpi.rank());
      MemorySegment got = arena.allocate(BYTES);
      MemorySegment lent = arena.allocate(8, 8);
      MemorySegment status = arena.allocate(32, 8);
      MemorySegment requests = arena.allocate(16, 8);
      long world = mpi.handle(MpiHandle.COMM_WORLD);
      long type = mpi.handle(MpiHandle.BYTE);
      long first = requests.address();
      long second = first + mpi.abi().handleBytes();
      int next = (mpi.rank() + 1) % mpi.size();
      int any = mpi.constant(MpiConstant.ANY_SOURCE);
      MpiMessages.irecv(got.address(), BYTES, type, any, 7, world, first);
      MpiMessages.isend(sent.address(), BYTES, type, next, 7, world, second);
      while (!MpiMessages.test(first, lent, status.address())) {
        Thread.onSpinWait();
      }
      MpiMessages.await(second, mpi.constant(MpiConstant.STATUS_IGNORE));
      System.out.println(
          "rank %d of %d got %d bytes of %d from rank %d with tag %d, threads %s"
              .formatted(
                  mpi.rank(),
                  mpi.size(),
                  MpiMessages.count(status.address(), type, lent),
                  got.get(ValueLayout.JAVA_BYTE, BYTES - 1),
                  mpi.abi().status().source(status, 0),
                  mpi.abi().status().tag(status, 0),
                  mpi.threads()));
    }
  }
}
