package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Move;
import io.penstock.evaluate.run.Task;
import java.io.RandomAccessFile;

/// Each process turns one piece after the other from integers into bytes by shifts, and back.
/// Dickens and Thakur, section 4.2, as on the SP.
final class ConvertPieces implements Approach {
  @Override
  public Move prepare(Task task, Object array) throws AbsentException {
    int[] ints = Demand.ints(array);
    byte[] bytes = new byte[(int) task.inTurn(0).length()];
    return () -> {
      try (RandomAccessFile file = Demand.openAt(task, 0)) {
        Steps.of(task, bytes.length)
            .forEach(
                task.share(),
                (first, index, count) -> {
                  file.seek(4 * first);
                  if (Demand.reads(task)) {
                    file.readFully(bytes, 0, 4 * count);
                    Shifts.decode(bytes, ints, index, count);
                  } else {
                    Shifts.encode(ints, index, count, bytes);
                    file.write(bytes, 0, 4 * count);
                  }
                });
      }
    };
  }
}
