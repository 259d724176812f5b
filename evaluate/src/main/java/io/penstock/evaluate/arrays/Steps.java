package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.Access;
import io.penstock.evaluate.run.Block;
import io.penstock.evaluate.run.Piece;
import io.penstock.evaluate.run.Task;
import java.io.IOException;

/// The calls that an approach makes for one thread's block: parts that lie side by side both in the
/// array and in the file.
///
/// @param task that the block belongs to
/// @param requestBytes the largest part
record Steps(Task task, long requestBytes) {

  /// What an approach does for each part, all in elements.
  @FunctionalInterface
  interface Step {
    /// Moves `count` elements between the file from element `first` on and the array from `index`
    /// on.
    void move(long first, int index, int count) throws IOException;
  }

  /// The steps of the request size that the task names, else of `otherwise` bytes.
  static Steps of(Task task, long otherwise) {
    return new Steps(task, task.work().requestOr(otherwise));
  }

  void forEach(Block block, Step step) throws IOException {
    switch (task.work().access()) {
      case Access.Sequential _ -> cut(block.first(), block.index(), block.count(), step);
      case Access.Scattered _ -> scattered(block, step);
      case Access.Tiles tiles -> rows(tiles, block, step);
      case Access.InTurn _ -> inTurn(step);
      case Access.Distributed _ ->
          throw new IllegalArgumentException("ranks move their parts of an array together");
    }
  }

  private void scattered(Block block, Step step) throws IOException {
    int size = task.work().type().bytes();
    int count = (int) (requestBytes / size);
    for (int n = 0; n < block.count(); n++) {
      long first = task.scatteredBytes(block.first() + n) / size;
      step.move(first, (int) (task.slotBytes(block, n) / size), count);
    }
  }

  private void inTurn(Step step) throws IOException {
    int size = task.work().type().bytes();
    for (long k = 0; k < task.share().count(); k++) {
      Piece piece = task.inTurn(k);
      cut(
          piece.inFile() / size,
          (int) (piece.inArray() / size),
          (int) (piece.length() / size),
          step);
    }
  }

  private void rows(Access.Tiles tiles, Block block, Step step) throws IOException {
    int count = (int) tiles.rowElements();
    int index = (int) (block.index() * tiles.tileElements());
    for (int tile = 0; tile < block.count(); tile++) {
      for (long row = 0; row < tiles.rows(); row++) {
        cut(tiles.rowStart(block.first() + tile, row), index, count, step);
        index += count;
      }
    }
  }

  private void cut(long first, int index, int count, Step step) throws IOException {
    int most = (int) Math.min(count, requestBytes / task.work().type().bytes());
    for (int done = 0; done < count; done += most) {
      step.move(first + done, index + done, Math.min(most, count - done));
    }
  }
}
