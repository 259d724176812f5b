package io.penstock.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.penstock.message.Communicator;
import io.penstock.message.MessageException;
import io.penstock.message.Reduction;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/// What ranks run in tests: it prints, reads and ends as its arguments say.
public final class RankProgram {
  /// What it can be asked to do.
  static final List<String> TASKS =
      List.of("print", "lines", "read", "end", "reduce", "join", "desert", "abort", "absent");

  private static int starts;

  private RankProgram() {}

  /// Does the task.
  ///
  /// @param arguments the task, and what it needs
  public static void main(String[] arguments) throws Exception {
    starts++;
    switch (arguments[0]) {
      case "print" ->
          System.out.println(
              "rank %d start %d %s".formatted(rank(), starts, String.join(",", needs(arguments))));
      case "lines" -> printLines(Integer.parseInt(arguments[1]));
      case "read" -> System.out.print(new String(System.in.readAllBytes(), UTF_8));
      case "end" -> end(arguments[1 + rank()]);
      case "reduce" -> reduce();
      case "join" -> join();
      case "desert" -> desert();
      case "abort" -> abort();
      case "absent" -> joinUnlessOne();
      default -> throw new IllegalArgumentException(arguments[0]);
    }
  }

  private static List<String> needs(String... arguments) {
    return List.of(arguments).subList(1, arguments.length);
  }

  private static void join() {
    try (Communicator world = Communicator.world()) {
      world.barrier();
      System.out.println("one of " + world.size());
    }
  }

  /// Reduces until that fails.
  private static void reduce() {
    try (Communicator world = Communicator.world()) {
      world.barrier();
      System.out.println("pid " + ProcessHandle.current().pid());
      long[] mine = {world.rank()};
      long[] sum = new long[1];
      while (sum[0] >= 0) {
        world.allReduce(mine, sum, Reduction.SUM);
      }
    } catch (MessageException e) {
      System.out.println("told " + e.getMessage());
      System.exit(9);
    }
  }

  /// Rank 1 throws while the others wait for it.
  private static void desert() throws IOException {
    Communicator world = Communicator.world();
    if (world.rank() == 1) {
      throw new IOException("on purpose");
    }
    try {
      world.receive(new int[1], 1, 0);
    } catch (MessageException e) {
      System.out.println("told " + e.getMessage());
    }
  }

  /// Rank 1 aborts while the others wait for it.
  private static void abort() {
    Communicator world = Communicator.world();
    if (world.rank() == 1) {
      world.abort(6);
    }
    world.receive(new int[1], 1, 0);
  }

  private static void joinUnlessOne() {
    if (rank() != 1) {
      Communicator.world().close();
    }
  }

  private static void printLines(int count) {
    for (int line = 0; line < count; line++) {
      System.out.println("rank " + rank() + " line " + line + "-".repeat(line % 97));
      System.err.println("rank " + rank() + " error " + line);
    }
  }

  /// A number is an exit status; `throw`, `stay` and `resist` are what they say, after telling the
  /// process's number.
  private static void end(String how) throws IOException, InterruptedException {
    System.out.println("pid " + ProcessHandle.current().pid());
    switch (how) {
      case "throw" -> throw new IOException("on purpose");
      case "stay" -> new CountDownLatch(1).await();
      case "resist" -> {
        Runtime.getRuntime().addShutdownHook(new Thread(RankProgram::resist));
        System.out.println("resisting");
        new CountDownLatch(1).await();
      }
      default -> exit(Integer.parseInt(how));
    }
  }

  private static void exit(int status) {
    if (status != 0) {
      System.exit(status);
    }
  }

  private static void resist() {
    System.out.println("resisting its end");
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  // Threads of one process have no environments of their own.
  private static int rank() {
    return Stream.of("PENSTOCK_RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK")
        .flatMap(variable -> Optional.ofNullable(System.getenv(variable)).stream())
        .findFirst()
        .map(Integer::parseInt)
        .orElseGet(() -> Integer.parseInt(Thread.currentThread().getName().substring(5)));
  }
}
