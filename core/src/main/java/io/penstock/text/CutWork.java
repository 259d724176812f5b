package io.penstock.text;

import java.io.IOException;

/// Shows lines of its chunks to a consumer.
final class CutWork implements ChunkWork {
  private final LineCursor cursor;
  private final LineConsumer consumer;

  CutWork(LineCursor cursor, LineConsumer consumer) {
    this.cursor = cursor;
    this.consumer = consumer;
  }

  @Override
  public void on(Chunk chunk) throws IOException {
    cursor.start(chunk);
    try {
      while (cursor.next()) {
        consumer.accept(cursor.line());
      }
    } catch (RuntimeException e) {
      throw new Refusal(cursor.preceding(), cursor.line().offset(), e);
    }
  }
}
