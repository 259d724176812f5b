package io.penstock.evaluate.arrays;

import io.penstock.array.Elements;
import io.penstock.array.Hyperslab;
import io.penstock.array.Shape;
import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Approach.Move;
import io.penstock.evaluate.run.FileWork;
import io.penstock.evaluate.run.FileWork.Access.Distributed;
import io.penstock.evaluate.run.FileWork.Access.Tiles;
import io.penstock.evaluate.run.Task;
import io.penstock.evaluate.run.Task.Block;
import io.penstock.file.Access;
import io.penstock.file.ArrayFile;
import io.penstock.file.Creation;
import io.penstock.file.FileEngine;
import io.penstock.file.FileEngines;
import io.penstock.file.OpenMode;
import io.penstock.file.Raw;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Penstock's ways by an [ArrayFile], each by an engine.
final class PenstockWays {
  private PenstockWays() {}

  /// An array file that is opened for the run and moves the whole share in one call, by as many
  /// threads of the library's own as the task names.
  static Approach file(String engine) {
    return (task, array) -> {
      Transfer transfer = new Transfer(Engines.named(engine), task, Elements.of(array));
      return () -> {
        try (ArrayFile file = transfer.open(task.work().threads())) {
          transfer.moveShare(file);
        }
      };
    };
  }

  /// An array file that moves the share in one call, through chunks of the size of the task's
  /// request.
  static Approach chunks(String engine) {
    return (task, array) -> {
      Transfer transfer = new Transfer(Engines.named(engine), task, Elements.of(array));
      Access access =
          transfer.access(task.work().threads()).withChunkBytes((int) task.work().requestOr(0));
      return () -> {
        try (ArrayFile file = ArrayFile.open(task.file(), transfer.format(), access)) {
          transfer.moveShare(file);
        }
      };
    };
  }

  /// An array file that is created in place, its room reserved, and written in one call.
  static Approach newFile(String engine) {
    return (task, array) -> {
      Transfer transfer = new Transfer(Engines.named(engine), task, Elements.of(array));
      Creation creation = Creation.inPlace().withAccess(transfer.access(task.work().threads()));
      return () -> {
        try (ArrayFile file = ArrayFile.create(task.file(), transfer.format(), creation)) {
          transfer.moveShare(file);
        }
      };
    };
  }

  /// An array file that stays open from run to run and that the program's own threads share.
  static Approach keptFile(String engine) {
    return (task, array) -> {
      Transfer transfer = new Transfer(Engines.named(engine), task, Elements.of(array));
      ArrayFile file = transfer.open(1);
      return Steps.kept(Move.byThreads(task, block -> transfer.moveBlock(file, block)), file);
    };
  }

  /// An array file that is opened for the run and that the program's own threads share, each with
  /// its own requests or tiles.
  static Approach requests(String engine) {
    return (task, array) -> {
      Transfer transfer = new Transfer(Engines.named(engine), task, Elements.of(array));
      AtomicReference<@Nullable ArrayFile> open = new AtomicReference<>();
      Move team =
          Move.byThreads(
              task,
              block ->
                  transfer.moveBlock(
                      Objects.requireNonNull(open.get(), "no run is under way"), block));
      return Steps.kept(
          () -> {
            try (ArrayFile file = transfer.open(1)) {
              open.set(file);
              team.run();
            } finally {
              open.set(null);
            }
          },
          team::close);
    };
  }

  /// The format of the file of a task.
  static Raw format(Task task, Object array) {
    return new Transfer(FileEngines.auto(), task, Elements.of(array)).format();
  }

  /// The access to it by one thread.
  static Access access(Task task, Object array) {
    return new Transfer(FileEngines.auto(), task, Elements.of(array)).access(1);
  }

  /// A transfer by an [ArrayFile].
  ///
  /// @param engine that moves
  /// @param task to do
  /// @param array of the task's type
  private record Transfer(FileEngine engine, Task task, Elements array) {

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

    /// How it is opened.
    ///
    /// @param threads that the library may take for one call
    Access access(int threads) {
      OpenMode mode = Steps.reads(task) ? OpenMode.READ : OpenMode.READ_WRITE;
      return Access.read().withMode(mode).withEngine(engine).withThreads(threads);
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
        if (Steps.reads(task)) {
          file.read(tile, array, index);
        } else {
          file.write(tile, array, index);
        }
      }
    }

    private void move(ArrayFile file, long first, int index, int count) throws IOException {
      if (Steps.reads(task)) {
        file.readAt(first, array, index, count);
      } else {
        file.writeAt(first, array, index, count);
      }
    }
  }
}
