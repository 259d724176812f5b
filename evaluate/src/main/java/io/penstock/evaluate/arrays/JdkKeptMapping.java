package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Move;
import io.penstock.evaluate.run.Task;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// A mapping by FileChannel that is made once and that all threads share.
final class JdkKeptMapping implements Approach {
  @Override
  public Move prepare(Task task, Object array) throws IOException {
    Mappings mappings = new Mappings(task, array);
    Arena arena = Arena.ofShared();
    MemorySegment file = mappings.map(arena);
    return Kept.by(Move.byThreads(task, block -> mappings.move(file, block)), arena::close);
  }
}
