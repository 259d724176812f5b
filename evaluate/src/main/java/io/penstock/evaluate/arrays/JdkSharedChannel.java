package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Move;
import io.penstock.evaluate.run.Task;
import java.io.IOException;
import java.nio.channels.FileChannel;

/// One FileChannel that is kept open and that all threads share.
final class JdkSharedChannel implements Approach {
  @Override
  public Move prepare(Task task, Object array) throws IOException {
    Channels channels = new Channels(task, array);
    FileChannel channel = Channels.open(task, false);
    return Kept.by(Move.byThreads(task, block -> channels.move(channel, block)), channel);
  }
}
