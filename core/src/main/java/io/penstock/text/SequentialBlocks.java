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
  public int next(BlockRoom room, Tally<?> tally) throws IOException {
    byte[] array = room.array();
    long index;
    int n;
    synchronized (this) {
      index = next++;
      n = ended ? 0 : input.readNBytes(array, 0, array.length);
      ended = n < array.length;
    }
    if (n > 0) {
      tally.add(index, array, n);
    }
    return n;
  }

  @Override
  public void close() throws IOException {
    input.close();
  }
}
