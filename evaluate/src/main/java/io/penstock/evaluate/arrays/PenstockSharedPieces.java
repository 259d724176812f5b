package io.penstock.evaluate.arrays;

import io.penstock.collective.SharedArrayFile;
import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Move;
import io.penstock.evaluate.run.Task;
import io.penstock.message.Elements;
import java.io.IOException;

/// A [SharedArrayFile] that all ranks open for the run, and through which each moves one piece
/// after the other: together where the option `collective` is `true`, else each for itself.
final class PenstockSharedPieces implements Approach {
  private final World world = new World();

  @Override
  public Move prepare(Task task, Object array) {
    SharedTransfer transfer = new SharedTransfer(task, array, world.of(task));
    return transfer.opened(
        file -> {
          Transfer call = call(task, file);
          Steps.of(task, Long.MAX_VALUE)
              .forEach(
                  task.share(),
                  (first, index, count) -> call.move(first, Elements.of(array, index, count)));
        });
  }

  @FunctionalInterface
  private interface Transfer {
    void move(long first, Elements elements) throws IOException;
  }

  private static Transfer call(Task task, SharedArrayFile file) {
    boolean together = task.work().option("collective", "").equals("true");
    if (Demand.reads(task)) {
      return together ? file::readAtAll : file::readAt;
    }
    return together ? file::writeAtAll : file::writeAt;
  }
}
