package io.penstock.evaluate.run;

import io.penstock.evaluate.run.Approach.Move;
import io.penstock.evaluate.run.FileWork.Access;
import io.penstock.evaluate.run.FileWork.Operation;
import io.penstock.evaluate.run.Task.Block;
import io.penstock.evaluate.run.Task.Piece;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.LongStream;

/// Moves byte arrays by a FileChannel, in every way that a task can ask for.
class ChannelApproach implements Approach {
  @Override
  public Move prepare(Task task, Object array) throws AbsentException {
    if (!(array instanceof byte[] bytes)) {
      throw new AbsentException("byte arrays only");
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return Move.byThreads(task, block -> move(task, block, buffer.duplicate()));
  }

  void move(Task task, Block block, ByteBuffer array) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            task.file(),
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.CREATE)) {
      for (Piece piece : pieces(task, block)) {
        array.limit((int) (piece.inArray() + piece.length())).position((int) piece.inArray());
        piece(task, channel, array, piece.inFile());
      }
    }
  }

  void piece(Task task, FileChannel channel, ByteBuffer part, long at) throws IOException {
    long position = at;
    while (part.hasRemaining()) {
      position +=
          task.work().operation() == Operation.READ
              ? channel.read(part, position)
              : channel.write(part, position);
    }
  }

  private static List<Piece> pieces(Task task, Block block) {
    return switch (task.work().access()) {
      case Access.Sequential _ -> List.of(new Piece(block.index(), block.first(), block.count()));
      case Access.Tiles tiles -> rows(tiles, block);
      case Access.Scattered _ ->
          LongStream.range(0, block.count())
              .mapToObj(
                  n ->
                      new Piece(
                          task.slotBytes(block, n),
                          task.scatteredBytes(block.first() + n),
                          task.work().requestOr(0)))
              .toList();
      case Access.Distributed _ -> task.pieces().toList();
      case Access.InTurn _ -> LongStream.range(0, block.count()).mapToObj(task::inTurn).toList();
    };
  }

  private static List<Piece> rows(Access.Tiles tiles, Block block) {
    return LongStream.range(0, block.count() * tiles.rows())
        .mapToObj(
            row ->
                new Piece(
                    (block.index() * tiles.rows() + row) * tiles.rowElements(),
                    tiles.rowStart(block.first() + row / tiles.rows(), row % tiles.rows()),
                    tiles.rowElements()))
        .toList();
  }
}
