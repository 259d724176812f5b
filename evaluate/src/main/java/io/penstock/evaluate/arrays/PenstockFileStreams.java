package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Move;
import io.penstock.evaluate.run.Task;
import io.penstock.stream.ArrayDataInputStream;
import io.penstock.stream.ArrayDataOutputStream;

/// `readIntArray` and `writeIntArray` of a stream that opens, or creates, the file by itself; one
/// thread and one process.
final class PenstockFileStreams implements Approach {
  @Override
  public Move prepare(Task task, Object array) throws AbsentException {
    int[] ints = Demand.ints(array);
    if (task.work().threads() * task.work().processes() > 1) {
      throw new AbsentException("a stream has one end that is read or written");
    }
    if (Demand.reads(task)) {
      return () -> {
        try (var in = ArrayDataInputStream.open(task.file(), task.work().order())) {
          in.readIntArray(ints);
        }
      };
    }
    return () -> {
      try (var out = ArrayDataOutputStream.create(task.file(), task.work().order())) {
        out.writeIntArray(ints);
      }
    };
  }
}
