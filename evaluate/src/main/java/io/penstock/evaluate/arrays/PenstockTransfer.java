package io.penstock.evaluate.arrays;

import io.penstock.array.Hyperslab;
import io.penstock.array.Shape;
import io.penstock.evaluate.run.Access.Distributed;
import io.penstock.evaluate.run.Access.Tiles;
import io.penstock.evaluate.run.Block;
import io.penstock.evaluate.run.FileWork;
import io.penstock.evaluate.run.Task;
import io.penstock.file.Access;
import io.penstock.file.ArrayFile;
import io.penstock.file.FileEngines;
import io.penstock.file.OpenMode;
import io.penstock.file.Raw;
import java.io.IOException;

/// What the approaches by [ArrayFile] share.
///
/// @param task to do
/// @param array of the task's type
record PenstockTransfer(Task task, Object array) {

  /// What the file holds.
  Raw format() {
    FileWork work = task.work();
    Shape shape =
        switch (work.access()) {
          case Tiles(var extents, _) ->
              Shape.of(extents.stream().mapToLong(Long::longValue).toArray());
          case Distributed(var distribution) -> distribution.shape();
          default -> Shape.of(work.elements());
        };
    return Raw.of(work.type(), work.order(), shape);
  }

  /// How it is opened: by the engine that the option of this name says.
  ///
  /// @param threads that the library may take for one call
  Access access(int threads) {
    OpenMode mode = Demand.reads(task) ? OpenMode.READ : OpenMode.READ_WRITE;
    return Access.read()
        .withMode(mode)
        .withEngine(FileEngines.named(task.work().option("engine", Engines.AUTO)))
        .withThreads(threads);
  }

  ArrayFile open(int threads) throws IOException {
    return ArrayFile.open(task.file(), format(), access(threads));
  }

  /// Moves the whole share in one call.
  void moveShare(ArrayFile file) throws IOException {
    Block share = task.share();
    move(file, share.first(), 0, share.count());
  }

  /// Moves one thread's block, tile by tile or request by request.
  void moveBlock(ArrayFile file, Block block) throws IOException {
    if (task.work().access() instanceof Tiles tiles) {
      moveTiles(file, tiles, block);
    } else {
      new Steps(task, task.work().requestOr(1L << 20))
          .forEach(block, (first, index, count) -> move(file, first, index, count));
    }
  }

  private void moveTiles(ArrayFile file, Tiles tiles, Block block) throws IOException {
    long[] extents = tiles.tile().stream().mapToLong(Long::longValue).toArray();
    int size = (int) tiles.tileElements();
    for (int n = 0; n < block.count(); n++) {
      Hyperslab tile = Hyperslab.at(tiles.start(block.first() + n)).count(extents);
      int index = (block.index() + n) * size;
      if (Demand.reads(task)) {
        file.read(tile, array, index);
      } else {
        file.write(tile, array, index);
      }
    }
  }

  private void move(ArrayFile file, long first, int index, int count) throws IOException {
    if (Demand.reads(task)) {
      file.readAt(first, array, index, count);
    } else {
      file.writeAt(first, array, index, count);
    }
  }
}
