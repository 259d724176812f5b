package io.penstock.message.ranks;

import io.penstock.message.Communicator;
import io.penstock.message.CompletionQueue;
import io.penstock.message.threads.RankThreads;
import io.penstock.schedules.Threads;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// A job of two threads, with messages that are taken over at once and one that stays at its sender
/// until it is received, whose receives end in a completion queue: all come, each once, and no rank
/// waits for ever.
public final class JobSchedule {
  private static final int LONG = 70_000;

  private JobSchedule() {}

  private static void send(Communicator world) {
    world.send(new int[] {1}, 1, 1);
    world.send(new byte[LONG], 1, 2);
    world.send(new int[] {3}, 1, 3);
    int[] answer = {0};
    world.receive(answer, 1, 4);
    Threads.require(answer[0] == 6, "the answer is " + answer[0]);
  }

  private static void receive(Communicator world) {
    int[] first = {0};
    int[] third = {0};
    CompletionQueue<Integer> queue = world.completionQueue();
    queue.add(world.ireceive(third, 0, 3), 3);
    queue.add(world.ireceive(new byte[LONG], Communicator.ANY_SOURCE, 2), 2);
    queue.add(world.ireceive(first, 0, Communicator.ANY_TAG), 1);
    List<Integer> done = new ArrayList<>();
    for (var next = queue.take(); next.isPresent(); next = queue.take()) {
      next.get().request().await();
      done.add(next.get().attachment());
    }
    Collections.sort(done);
    Threads.require(done.equals(List.of(1, 2, 3)), "done are " + done);
    Threads.require(first[0] == 1 && third[0] == 3, "other messages");
    world.send(new int[] {6}, 0, 4);
  }

  /// Runs it.
  public static void run() {
    RankThreads.run(
        2,
        world -> {
          if (world.rank() == 0) {
            send(world);
          } else {
            receive(world);
          }
        });
  }
}
