package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Block;
import io.penstock.evaluate.run.Move;
import io.penstock.evaluate.run.Task;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;

/// `read` of a FileInputStream, a request at a time, straight to its place in the array: the call
/// that the post on FileInputStream and Wide Finder takes apart.
final class FileInputStreams implements Approach {
  private static final long REQUEST = 8192;

  @Override
  public Move prepare(Task task, Object array) throws AbsentException {
    byte[] bytes = Demand.bytes(array);
    return Move.byThreads(task, block -> move(task, block, bytes));
  }

  private static void move(Task task, Block block, byte[] bytes) throws IOException {
    try (FileInputStream in = new FileInputStream(task.file().toFile())) {
      in.skipNBytes(block.first());
      Steps.of(task, REQUEST)
          .forEach(block, (_, index, count) -> readFully(in, bytes, index, count));
    }
  }

  private static void readFully(FileInputStream in, byte[] bytes, int from, int count)
      throws IOException {
    for (int done = 0; done < count; ) {
      int n = in.read(bytes, from + done, count - done);
      if (n < 0) {
        throw new EOFException("the file ends early");
      }
      done += n;
    }
  }
}
