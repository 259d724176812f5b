package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Move;
import io.penstock.evaluate.run.Task;
import java.lang.foreign.Arena;

/// A mapping by FileChannel that each thread makes, copies from or to, and gives up.
final class JdkMapped implements Approach {
  @Override
  public Move prepare(Task task, Object array) {
    Mappings mappings = new Mappings(task, array);
    return Move.byThreads(
        task,
        block -> {
          try (Arena arena = Arena.ofConfined()) {
            mappings.move(mappings.map(arena), block);
          }
        });
  }
}
