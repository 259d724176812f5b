package io.penstock.text;

import java.io.IOException;
import java.io.InputStream;

/// Blocks of what can be read only from its begin to its end: threads take turns.
final class SequentialBlocks implements BlockSource {
  private final InputStream input;
  private long next;
  private boolean ended;

  SequentialBlocks(InputStream input) {
    this.input = input;
  }

  @Override
  public synchronized boolean next(TextBlock block) throws IOException {
    int n = ended ? 0 : input.readNBytes(block.bytes(), 0, block.room());
    ended = n < block.room();
    block.index = next++;
    block.filled(n);
    return n > 0;
  }

  @Override
  public void close() throws IOException {
    input.close();
  }
}
