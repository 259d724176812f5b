package io.penstock.text;

import java.io.IOException;
import java.util.function.Supplier;

/// Makes a result of each chunk, and delivers it when all before it have been.
final class InOrderWork<R> implements ChunkWork {
  private final LineCursor cursor;
  private final Supplier<R> fresh;
  private final LineAccumulator<R> accumulator;
  private final ResultConsumer<R> sink;
  private final Turns turns;

  InOrderWork(
      LineCursor cursor,
      Supplier<R> fresh,
      LineAccumulator<R> accumulator,
      ResultConsumer<R> sink,
      Turns turns) {
    this.cursor = cursor;
    this.fresh = fresh;
    this.accumulator = accumulator;
    this.sink = sink;
    this.turns = turns;
  }

  @Override
  public void on(Chunk chunk) throws IOException {
    R result = fresh.get();
    new CutWork(cursor, line -> accumulator.accept(result, line)).on(chunk);
    if (turns.await(chunk.index)) {
      sink.accept(result);
      turns.done(chunk.index);
    }
  }

  @Override
  public void breakOff(long index) {
    turns.breakOff(index);
  }
}
