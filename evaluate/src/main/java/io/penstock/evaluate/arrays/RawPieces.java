package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Move;
import io.penstock.evaluate.run.Task;
import java.io.RandomAccessFile;

/// The data is in bytes already: each process has a RandomAccessFile of its own, seeks and moves
/// one piece after the other. Dickens and Thakur, section 4.1, as on the SP.
final class RawPieces implements Approach {
  @Override
  public Move prepare(Task task, Object array) throws AbsentException {
    byte[] bytes = Demand.bytes(array);
    return () -> {
      try (RandomAccessFile file = Demand.openAt(task, 0)) {
        Steps.of(task, Long.MAX_VALUE)
            .forEach(
                task.share(),
                (first, index, count) -> {
                  file.seek(first);
                  if (Demand.reads(task)) {
                    file.readFully(bytes, index, count);
                  } else {
                    file.write(bytes, index, count);
                  }
                });
      }
    };
  }
}
