package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Move;
import io.penstock.evaluate.run.Task;
import java.nio.channels.FileChannel;

/// A FileChannel with positional transfers of a direct buffer, and a typed view of that buffer for
/// the array.
final class JdkChannel implements Approach {
  @Override
  public Move prepare(Task task, Object array) {
    Channels channels = new Channels(task, array);
    return Move.byThreads(
        task,
        block -> {
          try (FileChannel channel = Channels.open(task, false)) {
            channels.move(channel, block);
          }
        });
  }
}
