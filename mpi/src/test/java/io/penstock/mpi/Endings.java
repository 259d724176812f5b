package io.penstock.mpi;

import io.penstock.message.Communicator;
import io.penstock.mpi.abi.MpiConstant;
import io.penstock.mpi.abi.MpiHandle;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.function.Consumer;

/// Ranks that end in some way, most of them while the others wait for them.
final class Endings {
  private static final int ENDING = 1;

  private Endings() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments[0].equals("throw-in-main")) {
      Thread.ofPlatform().start(Mpi::start).join();
    }
    Mpi mpi = Mpi.start();
    switch (arguments[0]) {
      case "all-exit" -> System.exit(0);
      case "all-end" -> end(mpi);
      case "abort-awaited" -> {
        Communicator world = Communicator.world();
        if (mpi.rank() == ENDING) {
          world.abort(6);
        }
        world.barrier();
      }
      case "all-wait" -> {
        System.out.println("rank " + mpi.rank() + " waits");
        await(mpi);
      }
      case "exit-awaited" -> exitAwaited(mpi.rank(), world -> world.receive(new int[1], 1, 0));
      case "exit-or-return" -> {
        Communicator.world().barrier();
        if (mpi.rank() == ENDING) {
          System.exit(0);
        }
      }
      case "exit-sent-to" ->
          exitAwaited(mpi.rank(), world -> world.synchronousSend(new int[1], 1, 0));
      case "all-farewell" -> {
        mpi.beforeEnd(() -> System.out.println("rank " + mpi.rank() + " says first"));
        mpi.beforeEnd(() -> System.out.println("rank " + mpi.rank() + " says second"));
      }
      default -> {
        if (mpi.rank() == ENDING) {
          meet(arguments[0], mpi);
        } else {
          await(mpi);
        }
      }
    }
  }

  private static void meet(String ending, Mpi mpi) throws IOException, InterruptedException {
    switch (ending) {
      case "throw", "throw-in-main" -> throw new IllegalStateException("rank 1 has had enough");
      case "exit" -> System.exit(3);
      case "exit-beside-waiting" -> exitBesideWaiting(mpi);
      case "halt" -> Runtime.getRuntime().halt(4);
      case "kill" -> {
        String pid = Long.toString(ProcessHandle.current().pid());
        new ProcessBuilder("kill", "-9", pid).start().waitFor();
      }
      default -> throw new IllegalArgumentException(ending);
    }
  }

  private static void exitAwaited(int rank, Consumer<Communicator> wait) {
    Communicator world = Communicator.world();
    world.barrier();
    if (rank == ENDING) {
      System.exit(7);
    }
    wait.accept(world);
  }

  private static void end(Mpi mpi) {
    mpi.end();
    mpi.end();
    try {
      System.out.println("rank 0 is " + MpiTestCalls.rank(mpi));
    } catch (IllegalStateException e) {
      System.out.println(e.getMessage());
    }
  }

  private static void exitBesideWaiting(Mpi mpi) {
    Thread waiting = Thread.ofPlatform().daemon().start(() -> await(mpi));
    while (!isInside(waiting)) {
      Thread.onSpinWait();
    }
    System.exit(5);
  }

  private static boolean isInside(Thread thread) {
    return Arrays.stream(thread.getStackTrace())
        .anyMatch(frame -> frame.getClassName().equals(MpiMessages.class.getName()));
  }

  /// Waits for what never comes.
  private static void await(Mpi mpi) {
    try (Arena arena = Arena.ofConfined()) {
      MpiMessages.recv(
          arena.allocate(8).address(),
          8,
          mpi.handle(MpiHandle.BYTE),
          mpi.constant(MpiConstant.ANY_SOURCE),
          0,
          mpi.handle(MpiHandle.COMM_WORLD),
          mpi.constant(MpiConstant.STATUS_IGNORE));
    }
  }
}
