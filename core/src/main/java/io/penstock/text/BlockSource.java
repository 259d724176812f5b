package io.penstock.text;

import java.io.Closeable;
import java.io.IOException;

/// Hands out a text in blocks, each byte once, to any number of threads.
interface BlockSource extends Closeable {
  /// Has a tally count what comes next; all blocks but the last are full.
  ///
  /// @param room of the worker that the tally belongs to
  /// @return how many bytes there were; 0 for everybody from the end on
  /// @throws IOException if the text cannot be read; the tally is then wrong
  int next(BlockRoom room, Tally<?> tally) throws IOException;

  /// How many bytes there are, as far as that is known before they are read; else as many as there
  /// could be.
  default long bytes() {
    return Long.MAX_VALUE;
  }
}
