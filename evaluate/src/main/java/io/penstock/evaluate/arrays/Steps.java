package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Approach.Move;
import io.penstock.evaluate.run.FileWork.Access;
import io.penstock.evaluate.run.FileWork.Operation;
import io.penstock.evaluate.run.Task;
import io.penstock.evaluate.run.Task.Block;
import io.penstock.evaluate.run.Task.Piece;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;

/// The calls that an approach makes for one thread's block: parts that lie side by side both in the
/// array and in the file.
///
/// @param task that the block belongs to
/// @param requestBytes the largest part
record Steps(Task task, long requestBytes) {

  /// A call for a part, all in elements.
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

  /// The array as integers.
  ///
  /// @throws AbsentException if it is another one
  static int[] ints(Object array) throws AbsentException {
    if (array instanceof int[] ints) {
      return ints;
    }
    throw new AbsentException("this approach moves int[] only");
  }

  /// The array as bytes.
  ///
  /// @throws AbsentException if it is another one
  static byte[] bytes(Object array) throws AbsentException {
    if (array instanceof byte[] bytes) {
      return bytes;
    }
    throw new AbsentException("this approach moves byte[] only");
  }

  /// Whether the work reads.
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

  /// A move by something that stays open from run to run, and is closed after it.
  static Move kept(Move move, Closeable kept) {
    return new Move() {
      @Override
      public void run() throws Exception {
        move.run();
      }

      @Override
      public void close() throws IOException {
        move.close();
        kept.close();
      }
    };
  }
}
