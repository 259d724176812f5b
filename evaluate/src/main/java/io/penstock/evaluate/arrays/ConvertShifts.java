package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Block;
import io.penstock.evaluate.run.Move;
import io.penstock.evaluate.run.Task;
import java.io.IOException;
import java.io.RandomAccessFile;

/// Integers are turned into bytes by shifts, 32 MiB at a time as on the Origin2000, and moved as
/// bytes. Dickens and Thakur, section 4.2.
final class ConvertShifts implements Approach {
  static final int AT_A_TIME = 32 << 20;

  @Override
  public Move prepare(Task task, Object array) throws AbsentException {
    int[] ints = Demand.ints(array);
    return Move.byThreads(task, block -> move(task, block, ints));
  }

  private static void move(Task task, Block block, int[] ints) throws IOException {
    byte[] bytes = new byte[(int) Math.min(AT_A_TIME, 4L * block.count())];
    try (RandomAccessFile file = Demand.openAt(task, block.first())) {
      new Steps(task, AT_A_TIME)
          .forEach(
              block,
              (_, index, count) -> {
                if (Demand.reads(task)) {
                  file.readFully(bytes, 0, 4 * count);
                  Shifts.decode(bytes, ints, index, count);
                } else {
                  Shifts.encode(ints, index, count, bytes);
                  file.write(bytes, 0, 4 * count);
                }
              });
    }
  }
}
