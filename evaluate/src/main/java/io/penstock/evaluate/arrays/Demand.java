package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Operation;
import io.penstock.evaluate.run.Task;
import java.io.IOException;
import java.io.RandomAccessFile;

/// What the approaches that are written for one type ask of their task, and how they open its file.
final class Demand {
  private Demand() {}

  static int[] ints(Object array) throws AbsentException {
    if (array instanceof int[] ints) {
      return ints;
    }
    throw new AbsentException("this approach moves int[] only");
  }

  static byte[] bytes(Object array) throws AbsentException {
    if (array instanceof byte[] bytes) {
      return bytes;
    }
    throw new AbsentException("this approach moves byte[] only");
  }

  static boolean reads(Task task) {
    return task.work().operation() == Operation.READ;
  }

  /// A file of the thread's own, which stands at element `first`.
  static RandomAccessFile openAt(Task task, long first) throws IOException {
    RandomAccessFile file = new RandomAccessFile(task.file().toFile(), reads(task) ? "r" : "rw");
    try {
      file.seek(first * task.work().type().bytes());
      return file;
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }
}
