package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Block;
import io.penstock.evaluate.run.Move;
import io.penstock.evaluate.run.Task;
import io.penstock.file.ArrayFile;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// An [ArrayFile] that is opened for the run and that the program's own threads share, each with
/// its own requests or tiles.
final class PenstockRequests implements Approach {
  @Override
  public Move prepare(Task task, Object array) {
    return new Session(task, new PenstockTransfer(task, array));
  }

  private static final class Session implements Move {
    private final PenstockTransfer transfer;
    private final Move team;
    private volatile @Nullable ArrayFile file;

    Session(Task task, PenstockTransfer transfer) {
      this.transfer = transfer;
      team = Move.byThreads(task, this::move);
    }

    private void move(Block block) throws IOException {
      ArrayFile open = file;
      if (open == null) {
        throw new IllegalStateException("no run is under way");
      }
      transfer.moveBlock(open, block);
    }

    @Override
    public void run() throws Exception {
      try (ArrayFile open = transfer.open(1)) {
        file = open;
        team.run();
      } finally {
        file = null;
      }
    }

    @Override
    public void close() throws IOException {
      team.close();
    }
  }
}
