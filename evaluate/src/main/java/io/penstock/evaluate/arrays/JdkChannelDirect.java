package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Move;
import io.penstock.evaluate.run.Task;
import java.nio.channels.FileChannel;

/// A FileChannel that was opened with the JDK's option for O_DIRECT.
final class JdkChannelDirect implements Approach {
  @Override
  public Move prepare(Task task, Object array) {
    Channels channels = new Channels(task, array);
    return Move.byThreads(
        task,
        block -> {
          try (FileChannel channel = Channels.open(task, true)) {
            channels.move(channel, block);
          }
        });
  }
}
