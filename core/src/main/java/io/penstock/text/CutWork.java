package io.penstock.text;

import java.io.IOException;

/// Shows all lines of its chunks to a consumer.
final class CutWork implements ChunkWork {
  private final LineCutter cutter;

  CutWork(LineConsumer consumer) {
    this.cutter = new LineCutter(consumer);
  }

  @Override
  public long on(Chunk chunk) throws IOException {
    try {
      cutter.cut(chunk);
    } catch (RuntimeException e) {
      throw new Refusal(cutter.lines() - 1, cutter.offset(), e);
    }
    return cutter.lines();
  }
}
