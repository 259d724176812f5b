package io.penstock.evaluate.messages;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.memory.BufferPool;
import java.io.IOException;

/// The wirings by the names that tasks call them.
final class Wirings {
  /// The option that names one: one of the names here, or a pool.
  static final String OPTION = "wiring";

  static final String SOCKET_DIRECT = "socket-direct";
  static final String SOCKET_HEAP = "socket-heap";
  static final String MPJ = "mpj";
  static final String ARRAY = "array";
  static final String SEGMENT = "segment";

  private Wirings() {}

  static Wiring of(DrillTask task) throws AbsentException, IOException, InterruptedException {
    Meeting meeting = new Meeting(task.meeting());
    String name = task.drill().option(OPTION);
    return switch (name) {
      case SOCKET_DIRECT -> new SocketWiring(meeting, true);
      case SOCKET_HEAP -> new SocketWiring(meeting, false);
      case MPJ -> MpjExpress.of(meeting, task.drill().processes());
      case ARRAY -> new RankWiring(Job.of(task), OwnedCargo::array);
      case SEGMENT -> new RankWiring(Job.of(task), OwnedCargo::segment);
      default ->
          new RankWiring(Job.of(task), (world, bytes) -> new BufferCargo(world, pool(name), bytes));
    };
  }

  /// Each rank has a pool of its own.
  private static BufferPool pool(String name) throws AbsentException {
    return Pools.named(name);
  }
}
